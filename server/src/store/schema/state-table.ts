/** The table of states, and the first ones of what there was before it. */
import { sql, type Kysely } from 'kysely';
import { storable } from '../values/fold.ts';
import type { Dialect } from './dialect.ts';

/** Rows that are given their first states together. */
const TOGETHER = 500;

interface Former {
  rid: number;
  updated_at: string;
  document: string;
}

/** What there was is, at the least since it was written last, as its document says. In JavaScript: PostgreSQL reads not every document as JSON. */
export async function states(db: Kysely<unknown>, { text, serial, integer }: Dialect): Promise<void> {
  await sql
    .raw(
      `create table states (
        seq ${serial},
        rid ${integer} not null references resources (rid) on delete cascade,
        status ${text} not null,
        at ${text} not null
      )`,
    )
    .execute(db);
  await sql.raw('create index states_rid on states (rid, seq)').execute(db);
  for (let after = 0; ;) {
    const { rows } = await sql<Former>`select rid, updated_at, document from resources
      where rid > ${after} and kind in ('server', 'volume', 'load_balancer') order by rid limit ${TOGETHER}`.execute(db);
    const values = rows.flatMap(({ rid, updated_at: at, document }) => {
      const { status } = JSON.parse(document) as { status?: unknown };
      return typeof status === 'string' ? [sql`(${rid}, ${storable(status)}, ${at})`] : [];
    });
    if (values.length > 0) await sql`insert into states (rid, status, at) values ${sql.join(values)}`.execute(db);
    const last = rows.at(-1);
    if (!last) return;
    after = last.rid;
  }
}
