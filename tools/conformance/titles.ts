import { CHECKS, type Check } from './requirements.ts';

/** Most requirements one test may name: who names more proves none of them well. */
export const MOST_IDS = 5;

/** `keeps its place [servers.paging, list.marker]` → both ids; a title without brackets at its end names none. */
export function idsOf(title: string): string[] {
  const list = /\[([^[\]]*)\]\s*$/.exec(title)?.[1] ?? '';
  return list.split(/[\s,]+/).filter((id) => id !== '');
}

/** Folders whose tests reach deeper than a function call; every other test counts as unit. */
const FOLDERS: readonly [RegExp, Check][] = [
  [/^e2e\//, 'browser'],
  [/^server\/test\/realtime\//, 'socket'],
  [/^console\/test\/app\/live\/socket\//, 'socket'],
  [/^server\/test\/(http|objects|scenarios|screens)\//, 'api'],
  [/^server\/test\/engines\/[^/]+\/http/, 'api'],
];

/** What kind of check a test file makes, by where it lies. */
export const kindOf = (file: string): Check => FOLDERS.find(([pattern]) => pattern.test(file))?.[1] ?? 'unit';

/** Whether a test of kind `made` proves a requirement that asks for `asked`: the same kind, or one that goes through more of the product. */
export const satisfies = (made: Check, asked: Check): boolean => CHECKS.indexOf(made) >= CHECKS.indexOf(asked);
