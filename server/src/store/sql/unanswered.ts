/** Statements of a transaction whose outcome nobody needs: where the database is in another thread they cost no way there and back. */
import type { Compilable, CompiledQuery } from 'kysely';
import type { Db } from './tables.ts';

const marked = new WeakSet<CompiledQuery>();

/** The same query, marked as one of those. */
export function unanswered(query: CompiledQuery): CompiledQuery {
  marked.add(query);
  return query;
}

export const isUnanswered = (query: CompiledQuery): boolean => marked.has(query);

/**
 * Runs a statement of a transaction of which nobody needs rows or counts. On SQLite it goes along with the next one that is answered, at
 * the latest with the commit: where it fails, that one throws its error, and what follows throws up to the rollback. Outside of a
 * transaction, and on PostgreSQL, it throws itself.
 */
export async function send(db: Db, query: Compilable | CompiledQuery): Promise<void> {
  await db.executeQuery(unanswered('compile' in query ? query.compile() : query));
}
