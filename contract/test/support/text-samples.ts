/** Requests that try each text field of the API with what its pattern takes and refuses. */
import { z } from 'zod';
import { calls } from '../../src/index.ts';
import type { Call } from '../../src/wire/call.ts';
import { patternOf } from '../../src/wire/patterns.ts';
import { textFieldsOf, type TextField } from '../../src/wire/text-fields.ts';

interface Input {
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
}

export interface TextSample {
  call: Call;
  field: TextField;
  text: string;
  /** Whether the field's pattern takes it. */
  fits: boolean;
  /** The rest is as good as it can be without a cloud. */
  input: Input;
  /** What a mistake in the field is called: `volumes.0.name`. */
  at: string;
}

/** A copy of the value with the text at the path, through lists and records. */
function put(value: unknown, [step, ...rest]: readonly string[], text: string): unknown {
  if (step === undefined) return text;
  const members = (typeof value === 'object' && value !== null ? value : {}) as Readonly<Record<string, unknown>>;
  if (step === '{key}') return { [text]: 'a' };
  if (step === '*' && (Array.isArray(value) || value === undefined)) return [put(Array.isArray(value) ? value[0] : undefined, rest, text)];
  const name = step === '*' ? 'key' : step;
  return { ...members, [name]: put(members[name], rest, text) };
}

/** Records are told from lists by what follows: only a list of texts or of objects is asked for by index. */
const isRecord = (field: TextField): boolean => field.pattern === 'metadata_value';

const at = ({ path }: TextField, record: boolean, text: string): string =>
  path.map((step) => (step === '{key}' ? text : step === '*' ? (record ? 'key' : '0') : step)).join('.');

function inputOf(call: Call, field: TextField, text: string): Input {
  const examples = (call.body?.meta()?.['examples'] ?? []) as readonly unknown[];
  const [first] = field.path;
  const example = examples.find((one) => Object.hasOwn(one as object, first ?? '')) ?? examples[0];
  const params = Object.fromEntries(Object.keys(call.params?.shape ?? {}).map((name) => [name, 'nothing-has-this-id']));
  const input: Input = { params, query: {}, body: call.body && (example ?? {}) };
  if (field.place !== 'body')
    return { ...input, [field.place === 'path' ? 'params' : 'query']: { ...(field.place === 'path' && params), [first ?? '']: text } };
  return { ...input, body: put(isRecord(field) ? { ...(example as object), [first ?? '']: {} } : example, field.path, text) };
}

/** Texts at and beyond the field's bound. */
function bounds({ schema }: TextField): [text: string, fits: boolean][] {
  const { maxLength: most } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  if (most === undefined) return [];
  const takesAny = schema.safeParse('x'.repeat(8)).success;
  return [['x'.repeat(most + 1), false], ...(takesAny ? [['x'.repeat(most), true] as [string, boolean]] : [])];
}

function textsOf(call: Call, field: TextField): [text: string, fits: boolean][] {
  const pattern = patternOf(field.pattern ?? '');
  if (!pattern) throw new Error(`${call.id}: ${field.path.join('.')} names no pattern`);
  // A list is sorted by keys of its own.
  const good = field.pattern === 'sort' && call.does.by === 'list' ? [call.does.kind.defaultSort] : pattern.good;
  // Without its parameter a path is another one.
  const bad = pattern.bad.filter((text) => field.place !== 'path' || text !== '');
  return [...good.map((text): [string, boolean] => [text, true]), ...bad.map((text): [string, boolean] => [text, false]), ...bounds(field)];
}

/** Every text field of every call with each text. */
export const textSamples = (): TextSample[] =>
  calls.flatMap((call) =>
    textFieldsOf(call).flatMap((field) =>
      textsOf(call, field).map(([text, fits]) => ({
        call,
        field,
        text,
        fits,
        input: inputOf(call, field, text),
        at: at(field, isRecord(field), text),
      })),
    ),
  );
