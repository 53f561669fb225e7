import type { ScopeKey } from '../scope.ts';
import { readJson } from './storage.ts';

/** What the session could read in its scope when its rights were last told. */
const KEY = 'gantry.rights';

interface LastRights {
  token: string;
  scope: ScopeKey;
  reads: readonly string[];
}

const isLastRights = (value: unknown): value is LastRights =>
  typeof value === 'object' &&
  value !== null &&
  'token' in value &&
  'scope' in value &&
  'reads' in value &&
  Array.isArray(value.reads) &&
  value.reads.every((subject) => typeof subject === 'string');

/** Subjects that this session could read in this scope; undefined where nothing is known of it. Another tab's scope is another. */
export function readLastRights(token: string, scope: ScopeKey): readonly string[] | undefined {
  const known = [sessionStorage, localStorage].map((storage) => readJson(storage, KEY));
  return known.filter(isLastRights).find((rights) => rights.token === token && rights.scope === scope)?.reads;
}

/** Keeps them for the next page of this tab, and for a new one. */
export function keepLastRights(rights: LastRights): void {
  for (const storage of [sessionStorage, localStorage]) storage.setItem(KEY, JSON.stringify(rights));
}

/** With the session, at its end. */
export function forgetLastRights(): void {
  for (const storage of [sessionStorage, localStorage]) storage.removeItem(KEY);
}
