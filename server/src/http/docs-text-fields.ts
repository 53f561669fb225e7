/** The part of the API's page that says what each text field may hold: read off the contract (decision I2). */
import { jsonSchema } from '@gantry/contract/openapi';
import type { Call } from '@gantry/contract/wire/call';
import { PATTERNS, type PatternName } from '@gantry/contract/wire/patterns';
import { textFieldsOf, type TextField } from '@gantry/contract/wire/text-fields';
import { escape } from './html.ts';

/** Each in quotes, so that blanks and breaks show. */
const samples = (texts: readonly string[]): string => texts.map((text) => `<code>${escape(JSON.stringify(text))}</code>`).join(' ');

const patternRow = (name: string): string => {
  const { says, source, good, bad } = PATTERNS[name as PatternName];
  return `<tr id="pattern-${name}"><td><code>${name}</code></td><td>${escape(says)} <small>${escape(source)}</small></td><td>${samples(good)}</td><td>${samples(bad)}</td></tr>`;
};

/** Of how many characters: `≤ 255`. */
function lengthOf({ schema }: TextField): string {
  const { maxLength } = jsonSchema(schema, 'input', {});
  return maxLength === undefined ? '' : `≤ ${String(maxLength)}`;
}

const fieldRows = (calls: readonly Call[]): string =>
  calls
    .flatMap((call) =>
      textFieldsOf(call).map((field) => {
        const name = `${field.place} <code>${escape(field.path.join('.'))}</code>`;
        return `<tr><td><a href="api/docs#${call.id}">${call.id}</a></td><td>${name}</td><td><a href="api/docs#pattern-${field.pattern}">${field.pattern}</a></td><td>${lengthOf(field)}</td></tr>`;
      }),
    )
    .join('');

/** Two tables: the patterns, and which of them each text field of these calls follows. Forms and server judge by the same. */
export const textFieldsSection = (calls: readonly Call[]): string => `<h2 id="text-fields">Text fields</h2>
<p>What a text field may hold. Choices among given values, numbers and switches are none; they stand with their calls.</p>
<table><tbody>${Object.keys(PATTERNS).map(patternRow).join('')}</tbody></table>
<h3>Fields and their patterns</h3>
<table><tbody>${fieldRows(calls)}</tbody></table>`;
