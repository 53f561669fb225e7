import { replaceEqualDeep } from '@tanstack/react-query';
import type { ScopeKey } from '../scope.ts';

interface Resource {
  id: string;
}

const isResource = (value: unknown): value is Resource =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string';

const isList = (value: unknown): value is { data: readonly unknown[] } =>
  typeof value === 'object' && value !== null && 'data' in value && Array.isArray(value.data);

/** What is on some page, or was not long ago: nothing is kept because of it. */
const known = new Map<string, WeakRef<Resource>>();
const forgotten = new FinalizationRegistry<string>((key) => {
  if (known.get(key)?.deref() === undefined) known.delete(key);
});

function sharedResource<T>(scope: ScopeKey, kind: string, resource: T): T {
  if (!isResource(resource)) return resource;
  const key = `${scope} ${kind} ${resource.id}`;
  const before = known.get(key)?.deref();
  const shared = replaceEqualDeep(before, resource) as T & Resource;
  if (shared !== before) {
    known.set(key, new WeakRef(shared));
    forgotten.register(shared, key);
  }
  return shared;
}

/**
 * An answer whose things are the very objects that other lists of the scope hold, wherever these say the same: lists hold ids and order,
 * each thing is there once (S0 §3), and what has not changed is not painted again.
 * @param before the query's answer before this one.
 */
export function withSharedRows(scope: ScopeKey, kind: string | undefined, before: unknown, answer: unknown): unknown {
  const kept: unknown = replaceEqualDeep(before, answer);
  if (kind === undefined || kept === before) return kept;
  if (!isList(kept)) return sharedResource(scope, kind, kept);
  return { ...kept, data: kept.data.map((row) => sharedResource(scope, kind, row)) };
}
