/** Whether work goes on: leases that nobody can take, and tasks that do not end. */
import { sql } from 'kysely';
import { isEnded, type Task } from '@gantry/contract/nouns/tasks/entity';
import { databaseNow } from '../store/sql/database.ts';
import { LONGEST_LEASE_MS } from '../store/tasks/leases.ts';
import { parseDocument } from '../store/sql/rows.ts';
import { rowsOf, some, type Finding, type StoreUnderCheck } from './finding.ts';

const HOUR = 3_600_000;
/** A task that nobody has held for so long is not being worked on. */
const STUCK = HOUR;

type TaskState = Pick<Task, 'state'>;

/** Leases and tasks, by the database's clock. */
export async function examineWork(checked: StoreUnderCheck): Promise<Finding[]> {
  const { db, flavour } = checked;
  const findings: Finding[] = [];
  const { rows: clock } = await sql<{ now: number }>`select ${databaseNow(flavour)} as now`.execute(db);
  const now = clock[0]!.now;
  for (const { name, owner, until } of await db.selectFrom('leases').selectAll().orderBy('name').execute()) {
    const mend = `stop all servers and run "delete from leases where name = '${name}'" in the database`;
    if (until > now + LONGEST_LEASE_MS)
      findings.push({
        weight: 'error',
        what: `the lease ${name} is held until ${new Date(until).toISOString()}: the clock was ahead`,
        mend,
      });
    else if (until < now - HOUR)
      findings.push({
        weight: 'note',
        what: `the lease ${name} ran out at ${new Date(until).toISOString()} and nobody took it (${owner})`,
        mend: 'start a server; where one runs, see gantry_lease_held in /metrics and its log',
      });
  }
  const runs = await db.selectFrom('task_runs').selectAll().execute();
  const open = runs.filter(({ phase }) => phase !== 'ended');
  const far = open.filter((run) => run.lease_until > now + LONGEST_LEASE_MS).map(({ id }) => id);
  if (far.length > 0)
    findings.push({
      weight: 'error',
      what: `${far.length} tasks are held beyond any lease, the clock was ahead (${some(far)})`,
      mend: `stop all servers and run "update task_runs set lease_owner = null, lease_until = 0 where phase <> 'ended'" in the database`,
    });
  const stuck = open.filter((run) => run.lease_until < now - STUCK && Date.parse(run.created_at) < now - STUCK).map(({ id }) => id);
  if (stuck.length > 0)
    findings.push({
      weight: 'error',
      what: `${stuck.length} tasks have not ended and nobody works on them (${some(stuck)})`,
      mend: 'start a server: it takes them over; where one runs already, its log says why it cannot',
    });
  return [...findings, ...(await unequal(checked, new Map(runs.map(({ id, phase }) => [id, phase]))))];
}

/** What people see of a task, and what carries it on, belong together. */
async function unequal(checked: StoreUnderCheck, runs: ReadonlyMap<string, string>): Promise<Finding[]> {
  const [shown, endless] = [new Set<string>(), [] as string[]];
  for await (const rows of rowsOf(checked, 'task'))
    for (const { id, document } of rows) {
      shown.add(id);
      if (!isEnded(parseDocument(document) as TaskState) && (runs.get(id) ?? 'ended') === 'ended') endless.push(id);
    }
  const unseen = [...runs].flatMap(([id, phase]) => (phase === 'ended' || shown.has(id) ? [] : id));
  const findings: Finding[] = [];
  if (endless.length > 0)
    findings.push({
      weight: 'error',
      what: `${endless.length} tasks are shown as going on, and nothing carries them on (${some(endless)})`,
      mend: 'restore a backup from before; else they are shown so until they are forgotten after 30 days',
    });
  if (unseen.length > 0)
    findings.push({
      weight: 'error',
      what: `${unseen.length} tasks go on and are shown nowhere (${some(unseen)})`,
      mend: `stop all servers and run "update task_runs set phase = 'ended', body = null, lease_owner = null, lease_until = 0 where id in (${unseen.map((id) => `'${id}'`).join(', ')})" in the database`,
    });
  return findings;
}
