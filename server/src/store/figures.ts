/** What operators want to know of the store; cheap enough to be asked every few seconds. */
import { sql } from 'kysely';
import { databaseNow, type Database } from './sql/database.ts';
import type { StoreFigures } from '../port/store/store.ts';

export async function readFigures(database: Database): Promise<StoreFigures> {
  const clock = databaseNow(database.flavour);
  const { read } = database;
  const bytes = await database.size();
  const floor = await read.selectFrom('log_floor').select('seq').executeTakeFirstOrThrow();
  const newest = await read.selectFrom('changes').select('seq').orderBy('seq', 'desc').limit(1).executeTakeFirst();
  const { rows: phases } = await sql<{ phase: string; count: number }>`
    select phase, count(*) as count from task_runs where phase <> 'ended' group by phase`.execute(read);
  const { rows: leases } = await sql<{ name: string; owner: string }>`
    select name, owner from leases where until >= ${clock} order by name`.execute(read);
  return {
    bytes,
    logHead: newest?.seq ?? floor.seq,
    logFloor: floor.seq,
    openTasks: { intended: 0, accepted: 0, ...Object.fromEntries(phases.map(({ phase, count }) => [phase, count])) },
    leases,
  };
}
