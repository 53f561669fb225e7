/** The change log (architecture rule 7): numbered in the order of commits. */
import { CompiledQuery, sql } from 'kysely';
import type { Operation } from '@gantry/contract/wire/events';
import { valueGroups, yieldToOthers, type Database } from '../sql/database.ts';
import type { ChangeLog, LogEntry } from '../../port/store/changes.ts';
import type { Instant } from '../../port/store/rows.ts';
import type { ChangeRow, Db } from '../sql/tables.ts';
import { send } from '../sql/unanswered.ts';

const COLUMNS = ['kind', 'id', 'operation', 'revision', 'status', 'before', 'after', 'error', 'at'] as const;
const ROWS_PER_STATEMENT = 200;
/** Entries forgotten per statement. */
const PRUNE_CHUNK = 2000;

/** Writes a transaction's entries as its last act: until it commits no other transaction may number entries. */
export async function writeLog(database: Database, db: Db, entries: readonly Omit<LogEntry, 'seq'>[]): Promise<void> {
  if (entries.length === 0) return;
  await database.lockLog(db);
  for (let start = 0; start < entries.length; start += ROWS_PER_STATEMENT) {
    if (start > 0) await yieldToOthers();
    const part = entries.slice(start, start + ROWS_PER_STATEMENT);
    const text = `insert into changes (${COLUMNS.join(', ')}) values ${valueGroups(database.flavour, part.length, COLUMNS.length)}`;
    await send(db, CompiledQuery.raw(text, part.flatMap(valuesOf)));
  }
  await database.announce(db);
}

const valuesOf = (entry: Omit<LogEntry, 'seq'>): unknown[] => [
  entry.kind,
  entry.id,
  entry.operation,
  entry.revision,
  entry.status,
  entry.before && JSON.stringify(entry.before),
  entry.after && JSON.stringify(entry.after),
  entry.error && JSON.stringify(entry.error),
  entry.at,
];

const entryOf = (row: ChangeRow): LogEntry => ({
  ...row,
  operation: row.operation as Operation,
  before: row.before === null ? null : (JSON.parse(row.before) as string[]),
  after: row.after === null ? null : (JSON.parse(row.after) as string[]),
  error: row.error === null ? null : (JSON.parse(row.error) as LogEntry['error']),
});

export function createChangeLog(database: Database): ChangeLog {
  const floor = async (db: Db): Promise<number> => (await db.selectFrom('log_floor').select('seq').executeTakeFirstOrThrow()).seq;
  const last = async (db: Db, before?: Instant): Promise<number> => {
    const newest = db.selectFrom('changes').select('seq').orderBy('seq', 'desc').limit(1);
    const row = await (before === undefined ? newest : newest.where('at', '<', before)).executeTakeFirst();
    return row?.seq ?? floor(db);
  };

  return {
    since: (seq, limit) =>
      database.snapshot(async (db) => {
        // A number from before what is kept, or from another database's future: the reader has to begin anew.
        const truncated = seq < (await floor(db)) || seq > (await last(db));
        const rows = await db
          .selectFrom('changes')
          .select(['seq', ...COLUMNS])
          .where('seq', '>', seq)
          .orderBy('seq')
          .limit(limit)
          .execute();
        return { entries: rows.map(entryOf), truncated };
      }),
    head: (before) => database.snapshot((db) => last(db, before)),
    subscribe: (listener) => database.onAnnounced(listener),
    async prune(before) {
      for (;;) {
        // In the order of numbers, for instants come from the clocks of several processes.
        const kept = await database.read
          .selectFrom('changes')
          .select('seq')
          .where('at', '>=', before)
          .orderBy('seq')
          .limit(1)
          .executeTakeFirst();
        const end = kept?.seq ?? (await database.snapshot(last)) + 1;
        const part = await database.read
          .selectFrom('changes')
          .select('seq')
          .where('seq', '<', end)
          .orderBy('seq')
          .limit(PRUNE_CHUNK)
          .execute();
        const to = part.at(-1)?.seq;
        if (to === undefined) return;
        await database.transaction(async (db) => {
          await sql`update log_floor set seq = ${to} where seq < ${to}`.execute(db);
          await db.deleteFrom('changes').where('seq', '<=', to).execute();
        });
        await yieldToOthers();
      }
    },
  };
}
