import type { Store } from '../../../port/store/store.ts';

/**
 * What users did, with their names beside their ids: whoever works in a project is told who else did, as tasks tell it. Null where the store
 * does not know the user (any more).
 */
export async function withUserNames<E extends { user_id: string | null }>(
  { read }: Store,
  engine: string,
  entries: readonly E[],
): Promise<(E & { username: string | null })[]> {
  const ids = new Set(entries.flatMap(({ user_id: id }) => id ?? []));
  const users = await read.getMany(engine, 'user', [...ids]);
  return entries.map((entry) => {
    const name = entry.user_id === null ? undefined : users.get(entry.user_id)?.document.name;
    return { ...entry, username: typeof name === 'string' ? name : null };
  });
}
