import { fieldTexts, kinds } from '@gantry/contract';
import { DEFAULT_LOCALE } from '@gantry/contract/constants';
import { ERRORS } from '@gantry/contract/wire/errors';
import type { Texts } from './catalog.ts';

/** How codes are written in the sources, and where in the texts of the shell, or of all nouns, their sentence is. */
const CODES: readonly { place: string; pattern: RegExp }[] = [
  // Why a state rule says no.
  { place: 'reasons', pattern: /\bno\('(\w+)'/g },
  { place: 'reasons', pattern: /\breason: \{ code: '(\w+)'/g },
  // What is wrong with a field: in schemas, and where the server finds out by itself.
  { place: 'fields', pattern: /\{ error: '(\w+)' \}/g },
  { place: 'fields', pattern: /(?<!reason: |addIssue\()\{ code: '(\w+)'/g },
  // The code of a schema's own issue is the schema library's; ours is its message.
  { place: 'fields', pattern: /addIssue\(\{[^}]*\bmessage: '(\w+)'/g },
];

/** Keys of the sentences that contract and server can ask for: `errors.not_found`, `reasons.server_locked`, `fields.required`. */
export function neededKeys(sources: readonly string[]): Set<string> {
  const found = sources.flatMap((source) =>
    CODES.flatMap(({ place, pattern }) =>
      [...source.matchAll(pattern)].flatMap(([, code = '']) => (code in ERRORS ? [] : `${place}.${code}`)),
    ),
  );
  const listed = [...Object.keys(ERRORS).map((code) => `errors.${code}`), ...Object.keys(fieldTexts).map((code) => `fields.${code}`)];
  // What others refer to is not deleted (`blockedBy`).
  const blocked = [...kinds.values()].flatMap(({ blockedBy = [] }) => blockedBy.map(({ kind }) => `reasons.still_used_by_${kind}`));
  return new Set([...listed, ...blocked, ...found]);
}

/** Codes that have no sentence in the default language, neither in the shell nor in a noun; the other languages are compared with it. */
export const codesWithoutText = (needed: ReadonlySet<string>, texts: Texts): string[] =>
  [...needed]
    .filter((key) => !texts.has(key) && !texts.has(`${key}_other`))
    .map((key) => `${key} has no text in the shell's ${DEFAULT_LOCALE}.json, nor in a noun's`);
