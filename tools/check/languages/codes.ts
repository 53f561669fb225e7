import { fieldTexts, kinds } from '@gantry/contract';
import { DEFAULT_LOCALE } from '@gantry/contract/constants';
import { ERRORS } from '@gantry/contract/wire/errors';
import type { Namespace } from './catalog.ts';

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

/** Where the console looks a code of a place up (`console/src/app/errors/failure.ts`): anywhere for what is wrong with a field, which forms find. */
const PLACES: Readonly<Record<string, readonly string[]>> = { reasons: ['resource'], errors: ['shell', 'resource'] };

/** Codes that have no sentence in the default language where the screen looks it up; the other languages are compared with it. */
export const codesWithoutText = (needed: ReadonlySet<string>, namespaces: readonly Pick<Namespace, 'name' | 'languages'>[]): string[] =>
  [...needed].flatMap((key) => {
    const places = PLACES[key.split('.')[0]!];
    const texts = namespaces.filter(({ name }) => places?.includes(name) ?? true).map(({ languages }) => languages.get(DEFAULT_LOCALE));
    if (texts.some((some) => some?.has(key) || some?.has(`${key}_other`))) return [];
    return [`${key} has no text in ${DEFAULT_LOCALE} of ${places?.join(' or ') ?? 'any place'}`];
  });
