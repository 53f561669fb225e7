/** How things have been: the statuses of kinds that say `statesKept`, written by whoever changes rows. A thing's go with its row. */
import { sql } from 'kysely';
import { STATES_MAX } from '@gantry/contract/wire/state-changes';
import type { Instant } from '../../port/store/rows.ts';
import type { StateLog } from '../../port/store/states.ts';
import { numberRows, yieldToOthers, type Database } from '../sql/database.ts';
import { send } from '../sql/unanswered.ts';

/** States that are looked at in a step of forgetting. */
const PRUNE_CHUNK = 2000;

export const createStateLog = (database: Database): StateLog => ({
  async of({ engine, kind, id }) {
    // By their numbers: instants come from the clocks of several processes.
    const newest = await database.read
      .selectFrom('states')
      .innerJoin('resources', 'resources.rid', 'states.rid')
      .select(['states.status', 'states.at'])
      .where('resources.kind', '=', kind)
      .where('resources.id', '=', id)
      .where('resources.engine', '=', engine)
      .orderBy('states.seq', 'desc')
      .limit(STATES_MAX)
      .execute();
    return newest.toReversed();
  },
  async prune(before) {
    for (let after = 0; ;) {
      const { rows } = await sql<{ seq: number; at: Instant; over: unknown }>`select seq, at, exists (
          select 1 from states as later where later.rid = states.rid and later.seq > states.seq and later.at < ${before}
        ) as over from states where seq > ${after} order by seq limit ${PRUNE_CHUNK}`.execute(database.read);
      const old = rows.filter(({ at }) => at < before);
      if (old.length === 0) return;
      const over = old.flatMap(({ seq, over: isOver }) => (isOver ? [seq] : []));
      if (over.length > 0)
        await database.transaction((db) =>
          send(db, db.deleteFrom('states').where('seq', 'in', numberRows(database.flavour, over).$castTo<number>())),
        );
      after = rows.at(-1)!.seq;
      await yieldToOthers();
    }
  },
});
