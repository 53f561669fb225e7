/** Task runs: what resumes a task after a crash. Leases run by the database's clock; each taking raises the fence. */
import { sql } from 'kysely';
import type { Vault } from '../crypto/vault.ts';
import { databaseNow, textRows, type Database } from '../sql/database.ts';
import { instantOf, systemClock } from '../../port/clock.ts';
import { LONGEST_LEASE_MS } from './leases.ts';
import type { Instant } from '../../port/store/rows.ts';
import type { TaskActor, TaskPhase, TaskRun, TaskStore, TaskWriter } from '../../port/store/tasks.ts';
import type { Db, TaskRunRow } from '../sql/tables.ts';
import { send } from '../sql/unanswered.ts';

/** How long a repeated Idempotency-Key is answered by the run it made (architecture rule 9). */
const KEY_MS = 24 * 3_600_000;
const keyFloor = (): Instant => instantOf(systemClock.now() - KEY_MS);

const place = (id: string): string => `task_runs.body:${id}`;

function runOf(row: TaskRunRow, vault: Vault): TaskRun {
  const bodyLost = row.body !== null && !vault.canOpen(row.body);
  return {
    id: row.id,
    command: row.command,
    engine: row.engine,
    phase: row.phase as TaskPhase,
    targets: JSON.parse(row.targets) as (string | null)[],
    body: row.body === null || bodyLost ? null : vault.open(row.body, place(row.id)),
    bodyLost,
    actor: JSON.parse(row.actor) as TaskActor,
    memo: JSON.parse(row.memo) as unknown,
    fence: row.fence,
    cancelRequested: row.cancel_requested !== 0,
    once: row.once_key === null || row.body_hash === null ? null : { key: row.once_key, bodyHash: row.body_hash },
    createdAt: row.created_at,
  };
}

export function createTaskWriter(db: Db, database: Database, vault: Vault, now: () => Instant): TaskWriter {
  const clock = databaseNow(database.flavour);
  return {
    async insert(run, leaseOwner, leaseMs) {
      const { once } = run;
      if (once)
        await send(
          db,
          db.updateTable('task_runs').set({ once_key: null }).where('once_key', '=', once.key).where('created_at', '<=', keyFloor()),
        );
      const row = await db
        .insertInto('task_runs')
        .values({
          id: run.id,
          command: run.command,
          engine: run.engine,
          phase: run.phase,
          targets: JSON.stringify(run.targets),
          body: vault.seal(run.body, place(run.id)),
          actor: JSON.stringify(run.actor),
          memo: JSON.stringify(run.memo ?? null),
          fence: 1,
          cancel_requested: 0,
          lease_owner: leaseOwner,
          lease_until: sql<number>`${clock} + ${leaseMs}`,
          created_at: now(),
          once_key: once?.key ?? null,
          body_hash: once?.bodyHash ?? null,
        })
        .onConflict((conflict) => conflict.column('once_key').doNothing())
        .returningAll()
        .executeTakeFirst();
      return row && runOf(row, vault);
    },
    async update(id, fence, { phase, memo, targets, once }) {
      const ended = phase === 'ended';
      const { numUpdatedRows } = await db
        .updateTable('task_runs')
        .set({
          fence,
          ...(phase !== undefined && { phase }),
          ...(memo !== undefined && { memo: JSON.stringify(memo) }),
          ...(targets !== undefined && { targets: JSON.stringify(targets) }),
          ...(once === null && { once_key: null, body_hash: null }),
          // Nothing is left to do: the secrets of the body need not stay.
          ...(ended && { body: null, lease_owner: null, lease_until: 0 }),
        })
        .where('id', '=', id)
        .where('fence', '=', fence)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    async requestCancel(id) {
      const { numUpdatedRows } = await db
        .updateTable('task_runs')
        .set({ cancel_requested: 1 })
        .where('id', '=', id)
        .where('phase', '<>', 'ended')
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    async remove(id) {
      await send(db, db.deleteFrom('task_runs').where('id', '=', id));
    },
  };
}

export function createTaskStore(database: Database, vault: Vault): TaskStore {
  const { flavour, read, write } = database;
  const clock = databaseNow(flavour);
  return {
    async get(id) {
      const row = await read.selectFrom('task_runs').selectAll().where('id', '=', id).executeTakeFirst();
      return row && runOf(row, vault);
    },
    async byKey(key) {
      const found = read.selectFrom('task_runs').selectAll().where('once_key', '=', key).where('created_at', '>', keyFloor());
      const row = await found.executeTakeFirst();
      return row && runOf(row, vault);
    },
    async endedBefore(before, limit) {
      const old = read.selectFrom('task_runs').select('id').where('phase', '=', sql.lit('ended')).where('created_at', '<', before);
      const rows = await old.orderBy('created_at').orderBy('id').limit(limit).execute();
      return rows.map(({ id }) => id);
    },
    async renew(owner, ids, leaseMs) {
      if (ids.length === 0) return new Set();
      const rows = await write
        .updateTable('task_runs')
        .set({ lease_until: sql<number>`${clock} + ${leaseMs}` })
        .where('id', 'in', textRows(flavour, ids).$castTo<string>())
        .where('lease_owner', '=', owner)
        .where('phase', '<>', 'ended')
        .returning('id')
        .execute();
      return new Set(rows.map(({ id }) => id));
    },
    async takeOver(owner, leaseMs, limit) {
      // Two replicas must not wait for each other's rows, nor take the same ones.
      const skip = flavour === 'postgres' ? sql`for update skip locked` : sql``;
      const { rows } = await sql<TaskRunRow>`
        update task_runs set lease_owner = ${owner}, lease_until = ${clock} + ${leaseMs}, fence = fence + 1
        where phase <> 'ended' and id in (
          select id from task_runs where phase <> 'ended' and (lease_until < ${clock} or lease_until > ${clock} + ${LONGEST_LEASE_MS}) order by lease_until, id limit ${limit} ${skip}
        )
        returning *`.execute(write);
      return rows.map((row) => runOf(row, vault)).sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
    },
    async release(owner) {
      await write
        .updateTable('task_runs')
        .set({ lease_owner: null, lease_until: 0 })
        .where('lease_owner', '=', owner)
        .where('phase', '<>', 'ended')
        .execute();
    },
  };
}
