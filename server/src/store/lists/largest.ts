/** Which projects have most of something: sums over the lists of a kind, each by the index of its key. */
import { sql } from 'kysely';
import type { Layout } from '../entries/layout.ts';
import type { LargestRequest, OwnerSum } from '../../port/store/reader.ts';
import type { Db } from '../sql/tables.ts';

/** Begins the name of a project's scope, and the first text after all of these. */
const [FIRST, AFTER] = ['project:', 'project;'] as const;

/** The same as plain data, which reaches another thread: the kind by its name. */
export type LargestQuestion = Omit<LargestRequest, 'kind'> & { kind: string };

/** The largest first. */
export type LargestAnswer = OwnerSum[];

/** Throws TypeError where the kind has no such number, or where its rows can be in the lists of others than their owners. */
export async function largestOf(db: Db, layout: Layout, { by, limit }: LargestQuestion): Promise<LargestAnswer> {
  const column = layout.sorts.get(by);
  if (column?.type !== 'integer' || layout.kind.shareable) throw new TypeError(`${layout.kind.name}.${by} cannot be summed up by project`);
  const key = sql.ref(`l.${column.name}`);
  // What is not known is kept as a number below all others.
  const { rows } = await sql<{ name: string; count: number; amount: number }>`
    select s.name, count(*) as count, sum(case when ${key} > 0 then ${key} else 0 end) as amount
    from scopes as s join ${sql.table(layout.list)} as l on l.scope = s.id
    where s.name >= ${FIRST} and s.name < ${AFTER}
    group by s.id, s.name order by amount desc, s.name limit ${limit}`.execute(db);
  return rows.map(({ name, count, amount }) => ({ projectId: name.slice(FIRST.length), count: Number(count), amount: Number(amount) }));
}
