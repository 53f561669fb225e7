/** What must be true of a store at rest, however often the server that wrote it was killed. Each check returns what is not. */
import { isEnded, type Task } from '@gantry/contract/nouns/tasks/entity';
import type { LogEntry } from '../../../src/port/store/changes.ts';
import type { Store } from '../../../src/port/store/store.ts';
import type { TaskActor } from '../../../src/port/store/tasks.ts';
import { systemClock } from '../../../src/port/clock.ts';
import type { ServerDocument } from '../../../src/engines/embedded/platform/documents.ts';
import type { HistoryEntry, Journal } from '../../../src/engines/embedded/platform/records.ts';
import { all, Caller, createEngine, RECORDS } from '../../engines/embedded/support/platform.ts';
import { violations } from '../../engines/embedded/support/invariants.ts';
import { AROUND, isAccepted, isDeletion, type Deed, type Ledger } from './ledger.ts';

const EVERY = { limit: 1_000_000 };
/** Reads of the platform need somebody who asks. */
const NOBODY: TaskActor = { userId: '', userName: '', domainId: '', scope: { type: 'system' }, sessionHash: null, scopeTokenHash: null };

/** Sums, addresses, states and leftovers of the embedded platform. */
export async function platformAtRest(store: Store): Promise<string[]> {
  const engine = await createEngine(store, systemClock);
  const wrong = await violations(store, new Caller(engine, store, NOBODY));
  const moving = (await store.records.list(RECORDS, 'transitions', EVERY)).map(({ key }) => `server ${key} never came to rest`);
  return [...wrong, ...moving];
}

async function tasksOf(store: Store): Promise<Task[]> {
  const found: Task[] = [];
  for await (const chunk of store.read.sweep('gantry', 'task')) found.push(...chunk.map(({ document }) => document as Task));
  return found;
}

/** Every task has ended, on both its sides, and one that did not succeed says why. */
export async function tasksEnded(store: Store): Promise<string[]> {
  const wrong: string[] = [];
  for (const task of await tasksOf(store)) {
    const run = await store.tasks.get(task.id);
    if (!isEnded(task) || run?.phase !== 'ended') wrong.push(`${task.name} ${task.id} is ${task.state}, its run ${run?.phase}`);
    if (task.state !== 'success' && !task.error) wrong.push(`${task.name} ${task.id} is ${task.state} and does not say why`);
    for (const item of task.items)
      if (item.state !== 'success' && !item.error) wrong.push(`an item of ${task.name} ${task.id} is ${item.state} and does not say why`);
  }
  return wrong;
}

/** The log tells each thing's life without a gap: made, changed step by step, gone; and ends where the store is. */
export async function logIsWhole(store: Store): Promise<string[]> {
  const wrong: string[] = [];
  const last = new Map<string, LogEntry>();
  let seq = 0;
  for (;;) {
    const { entries, truncated } = await store.changes.since(seq, 5000);
    if (truncated) wrong.push(`the log does not reach back to ${seq}`);
    if (entries.length === 0) break;
    for (const entry of entries) {
      const key = `${entry.kind} ${entry.id}`;
      const before = last.get(key);
      if (entry.seq <= seq) wrong.push(`number ${entry.seq} follows ${seq}`);
      const isNew = !before || before.operation === 'deleted';
      // A task of which nothing could be done has failed in the moment it is made.
      const begins = entry.operation === 'created' || (isNew && entry.kind === 'task' && entry.operation === 'failed');
      if (isNew !== begins) wrong.push(`${key}: ${entry.operation} after ${before?.operation ?? 'nothing'}`);
      if (before && entry.operation !== 'created' && entry.revision !== before.revision + 1)
        wrong.push(`${key}: revision ${entry.revision} after ${before.revision}`);
      last.set(key, entry);
      seq = entry.seq;
    }
  }
  for (const entry of last.values()) {
    const engine = entry.kind === 'task' ? 'gantry' : 'embedded';
    const row = await store.read.get({ engine, kind: entry.kind, id: entry.id });
    const told = entry.operation === 'deleted' ? undefined : entry.revision;
    if (row?.revision !== told) wrong.push(`${entry.kind} ${entry.id} is at revision ${row?.revision}, the log says ${told}`);
  }
  return wrong;
}

/** Each acknowledged request is written down once. */
export async function auditIsWhole(store: Store, ledger: Ledger): Promise<string[]> {
  const counts = new Map<string, number>();
  for (const { requestId, status } of await store.audit.list(EVERY))
    if (status === 202) counts.set(requestId, (counts.get(requestId) ?? 0) + 1);
  return ledger.acknowledged.flatMap((id) => (counts.get(id) === 1 ? [] : [`request ${id} is ${counts.get(id) ?? 0} times in the audit`]));
}

/** What people were told is what is: nothing acknowledged is lost, nothing was done twice, nothing refused was done. */
export async function ledgerHolds(store: Store, ledger: Ledger): Promise<string[]> {
  const wrong: string[] = [];
  const servers = await all(store, 'server');
  const tasks = await tasksOf(store);
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const histories = new Map<string, HistoryEntry[]>();
  for (const { key, value } of await store.records.list(RECORDS, 'journals', EVERY)) histories.set(key, (value as Journal).history);

  const called = Map.groupBy(servers, ({ metadata }) => metadata?.['ledger'] ?? 'a stranger');
  const made = Map.groupBy(
    tasks.filter(({ name, state }) => name === 'server.create' && state === 'success'),
    ({ kwargs }) => (kwargs['metadata'] as { ledger?: string } | undefined)?.ledger ?? 'a stranger',
  );
  const deletions = new Set(ledger.deeds.flatMap(({ action, ids }) => (isDeletion(action) ? ids : [])));
  for (const stranger of called.get('a stranger') ?? []) wrong.push(`nobody asked for server ${stranger.id}`);
  for (const { name, outcome } of ledger.creations.values()) {
    const [there, times] = [called.get(name) ?? [], made.get(name)?.length ?? 0];
    const id = isAccepted(outcome) ? outcome.accepted.id : null;
    if (times > 1 || there.length > 1) wrong.push(`${name} was made ${times} times, ${there.length} are there`);
    if (id === null && (times > 0 || there.length > 0)) wrong.push(`${name} was ${JSON.stringify(outcome)}, and is there`);
    if (id === null) continue;
    if (times !== 1) wrong.push(`${name} was acknowledged as ${id} and made ${times} times`);
    if (there.some((server) => server.id !== id)) wrong.push(`${name} was acknowledged as ${id} and is ${there[0]?.id}`);
    if (there.length === 0 && !deletions.has(id)) wrong.push(`${name} was acknowledged and is gone`);
  }
  for (const deed of ledger.deeds) wrong.push(...deedHolds(deed, byId, new Map(servers.map((server) => [server.id, server])), histories));
  for (const [id, history] of histories) {
    const requests = history.map(({ request_id: request }) => request);
    if (new Set(requests).size !== requests.length) wrong.push(`server ${id} did something twice: ${requests.join(' ')}`);
  }
  wrong.push(...namesHold(ledger, servers));
  return wrong;
}

/** What stands around servers is what people were told: once, or not at all. */
export async function surroundingsHold(store: Store, ledger: Ledger): Promise<string[]> {
  const wrong: string[] = [];
  const states = new Map((await tasksOf(store)).map(({ id, state }) => [id, state]));
  for (const kind of AROUND) {
    const called = Map.groupBy(await all(store, kind), ({ name }) => name);
    for (const { name, outcome, deletions, of } of ledger.around.filter((one) => one.kind === kind)) {
      const there = called.get(name) ?? [];
      const asked = [...deletions, ...(of?.deletions ?? [])];
      const isGone = asked.some((one) => isAccepted(one) && states.get(one.accepted.task_id) === 'success');
      if (there.length > 1) wrong.push(`${kind} ${name} is there ${there.length} times`);
      if (isGone && there.length > 0) wrong.push(`the deletion of ${kind} ${name} succeeded, and it is still there`);
      if (outcome === 'lost') continue;
      if (!isAccepted(outcome)) {
        if (there.length > 0) wrong.push(`${kind} ${name} was ${JSON.stringify(outcome)}, and is there`);
      } else if (there.length === 0 && asked.length === 0) wrong.push(`${kind} ${name} was acknowledged and is gone`);
      else if (there.some(({ id }) => id !== outcome.accepted.id)) wrong.push(`${kind} ${name} is not ${outcome.accepted.id}`);
    }
  }
  return wrong;
}

/** Codes by which an item of an acknowledged task may fail: somebody else was first. */
const FIRST: ReadonlySet<string> = new Set(['state_conflict', 'not_found']);

function deedHolds(
  { action, ids, request, outcome }: Deed,
  tasks: ReadonlyMap<string, Task>,
  servers: ReadonlyMap<string, ServerDocument>,
  histories: ReadonlyMap<string, readonly HistoryEntry[]>,
): string[] {
  if (!isAccepted(outcome)) return [];
  const what = `${action} of ${ids.join(', ')} (${request})`;
  const task = tasks.get(outcome.accepted.task_id);
  if (!task) return [`${what} was acknowledged and its task is gone`];
  const single = outcome.accepted.id !== null;
  return ids.flatMap((id) => {
    const item = task.items.find((one) => one.id === id);
    if (!item) return [`${what}: its task knows nothing of ${id}`];
    if (item.state !== 'success') {
      const wasLate = !single && FIRST.has(item.error?.code ?? '');
      return item.state === 'failed' && (wasLate || wasReplaced(action, request, item, histories.get(id)))
        ? []
        : [`${what}: ${id} ended ${item.state} with ${item.error?.code}`];
    }
    if (isDeletion(action)) return servers.has(id) ? [`${what} succeeded, and ${id} is still there`] : [];
    const times = histories.get(id)?.filter(({ request_id: by }) => by === request).length;
    const expected = action === 'rename' ? 0 : 1;
    return times === undefined || times === expected ? [] : [`${what} was done ${times} times`];
  });
}

/** Whether a hard reboot took the place of one that was going on: it says so, and the other one stands in the history, as long as there is one. */
function wasReplaced(action: string, request: string, { error }: Task['items'][number], history?: readonly HistoryEntry[]): boolean {
  if (action !== 'reboot' || !error?.detail?.endsWith('hardReboot took its place')) return false;
  const own = history?.find((entry) => entry.request_id === request);
  const isOther = (entry: HistoryEntry): boolean => entry.action === 'reboot' && entry.request_id !== request;
  return !history || (own !== undefined && history.some((entry) => isOther(entry) && entry.started_at >= own.started_at));
}

/**
 * A server has the name it was given last: of renamings that were under way at the same time any may have been, and one that nobody heard of
 * may have come through later.
 */
function namesHold(ledger: Ledger, servers: readonly ServerDocument[]): string[] {
  const renamings = Map.groupBy(
    ledger.deeds.filter(({ action }) => action === 'rename'),
    ({ ids }) => ids[0] ?? '',
  );
  return servers.flatMap((server) => {
    const all = renamings.get(server.id) ?? [];
    const accepted = all.filter(({ outcome }) => isAccepted(outcome));
    const last = accepted.filter((one) => !accepted.some(({ sent }) => sent > one.answered));
    const known = last.length > 0 ? last.map(({ to }) => to) : [server.metadata?.['ledger']];
    const allowed = [...known, ...all.filter(({ outcome }) => outcome === 'lost').map(({ to }) => to)];
    return allowed.includes(server.name) ? [] : [`server ${server.id} is called ${server.name}, not ${allowed.join(' or ')}`];
  });
}
