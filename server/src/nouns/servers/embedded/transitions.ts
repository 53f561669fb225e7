/** How a server goes from state to state. Each step is a transaction of its own, and nothing else moves a server. */
import { SHUTDOWN_SECONDS } from '@gantry/contract/constants';
import { isRunning } from '@gantry/contract/nouns/servers/rules';
import type { Instant } from '../../../port/store/rows.ts';
import type { Writer } from '../../../port/store/writer.ts';
import { instantOf } from '../../../port/clock.ts';
import { endAccepted } from '../../../engines/embedded/platform/accepted.ts';
import type { ServerDocument } from '../../../engines/embedded/platform/documents.ts';
import { EFFECTS } from './effects.ts';
import { failsAt, isStuckAt } from './faults.ts';
import { firstBoot } from './first-boot.ts';
import { isStubborn, putRested } from './guests.ts';
import { closeEntry, openEntry } from './journal.ts';
import { endStatus, planOf, stateIn, stepTime, type Action, type Plan } from '../../../engines/embedded/platform/plans.ts';
import type { Work } from '../../../engines/embedded/platform/work.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import type { HistoryStep, Transition } from '../../../engines/embedded/platform/records.ts';
import { removeServer } from './removal.ts';
import { release } from './reservations.ts';
import { putServer } from '../../../engines/embedded/platform/rows.ts';

/** How often a server on a node that is down is looked at. Milliseconds. */
const WAIT_MS = 1000;

interface Begin {
  server: ServerDocument;
  action: Action;
  /** Key of the accepted command. */
  accepted: string;
  requestId: string;
  userId: string;
  /** Image that is made, or that is booted or written over the disk. */
  imageId?: string | undefined;
  /** Seconds that a guest which is asked has, -1 for as long as it takes. */
  timeout?: number | undefined;
}

/** Sets a server on its way: first step of the plan, entry in the history, and when the step ends. */
export async function beginAction(
  platform: Platform,
  writer: Writer,
  { server, action, accepted, imageId, timeout, ...who }: Begin,
): Promise<void> {
  const plan = planOf(action);
  const ignored = plan.asks === true && server.status === 'ACTIVE' && !followsIn(platform, server, plan, timeout);
  const transition: Transition = {
    action,
    step: 0,
    accepted,
    before: server.status,
    ...(imageId !== undefined && { imageId }),
    ...(ignored && { ignored, ...(timeout !== undefined && { timeout }) }),
    begun: [platform.now()],
  };
  await putServer(platform, writer, inStep(platform, server, transition));
  await openEntry(platform, writer.records, server.id, { action: plan.history, request_id: who.requestId, user_id: who.userId });
  await schedule(platform, writer, server.id, transition, platform.clock.now());
}

/** Whether a guest does what it is asked within the time it has; one that reacts takes the usual time for it. */
const followsIn = (platform: Platform, { metadata }: ServerDocument, plan: Plan, timeout: number | undefined): boolean =>
  !isStubborn(metadata) &&
  (timeout === undefined || timeout === SHUTDOWN_SECONDS.endless || stepTime(plan, platform.guests) <= timeout * 1000);

/**
 * Ends what a server is going through, if anything, before its time: the waiting task and the history hear `why`, what was reserved for it
 * is given back. `how`: the task ends cancelled instead of failed. Returns the server as it was before that, not written yet.
 */
export async function giveUp(
  platform: Platform,
  writer: Writer,
  server: ServerDocument,
  why: string,
  how?: 'called off',
): Promise<ServerDocument> {
  const transition = await platform.buckets.transitions.get(writer.records, server.id);
  if (!transition) return server;
  await platform.buckets.transitions.remove(writer.records, server.id);
  const message = `${planOf(transition.action).history} was given up: ${why}`;
  await endAccepted(platform, writer, transition.accepted, {
    id: server.id,
    outcome: { ok: false, message, ...(how && { calledOff: true }) },
  });
  const ended = { at: platform.now(), message };
  await closeEntry(platform, writer.records, server.id, { ...ended, result: 'failed', steps: stepsOf(transition, ended) });
  const left = { ...server, status: transition.before, task_state: null };
  return (await EFFECTS[transition.action]?.undone?.(platform, writer, left, transition)) ?? left;
}

/** Takes a server to the end of what it is going through, whatever was left of it. Nothing where it is going through nothing. */
export async function endNow(platform: Platform, writer: Writer, server: ServerDocument): Promise<void> {
  const transition = await platform.buckets.transitions.get(writer.records, server.id);
  if (!transition) return;
  await platform.buckets.transitions.remove(writer.records, server.id);
  await finish(platform, writer, server, transition);
}

/** Carries a server over the end of its present step, unless another process has done so. */
async function advance(platform: Platform, serverId: string, seen: Transition, due: string): Promise<void> {
  await platform.change(async (writer) => {
    const { transitions } = platform.buckets;
    const transition = await transitions.get(writer.records, serverId);
    if (transition?.accepted !== seen.accepted || transition.step !== seen.step) return;
    const row = await platform.row(writer, 'server', serverId);
    if (!row) throw new Error(`server ${serverId} has a transition and no row`);
    const server = row.document;
    const { action, step, before } = transition;
    const plan = planOf(action);
    if (server.host_status === 'DOWN' && plan.remote !== true) {
      const later = instantOf(platform.clock.now() + WAIT_MS);
      return transitions.put(writer.records, serverId, transition, later);
    }
    if (step + 1 < plan.steps.length) {
      const begun = transition.begun && { begun: [...transition.begun, platform.now()] };
      const next = { ...transition, step: step + 1, ...begun };
      const changed = (await EFFECTS[action]?.after?.[plan.steps[step]!]?.(platform, writer, server, transition)) ?? server;
      await putServer(platform, writer, inStep(platform, changed, next));
      return schedule(platform, writer, serverId, next, Date.parse(due));
    }
    // Without a time it is never due again.
    if (isStuckAt(server.metadata, action, before)) return transitions.put(writer.records, serverId, transition);
    await transitions.remove(writer.records, serverId);
    await finish(platform, writer, server, transition);
  });
}

/** A server as it looks during a step. */
const inStep = (platform: Platform, server: ServerDocument, { action, step, before }: Transition): ServerDocument => ({
  ...server,
  ...stateIn(planOf(action), step, before),
  updated: platform.now(),
});

async function schedule(platform: Platform, writer: Writer, serverId: string, transition: Transition, from: number): Promise<void> {
  const isRequested = transition.ignored === true && transition.step === 0;
  // Without a time it is never due: a guest that does not react is waited for without end.
  const isEndless = isRequested && transition.timeout === SHUTDOWN_SECONDS.endless;
  const due = instantOf(from + (isRequested ? graceOf(platform, transition) : stepTime(planOf(transition.action), platform.guests)));
  await platform.buckets.transitions.put(writer.records, serverId, transition, isEndless ? undefined : due);
}

/** Milliseconds that a guest has which is asked and does not react. */
const graceOf = ({ guests }: Platform, { timeout }: Transition): number => (timeout === undefined ? guests.takes('grace') : timeout * 1000);

async function finish(platform: Platform, writer: Writer, server: ServerDocument, transition: Transition): Promise<void> {
  const { action, before, accepted } = transition;
  const plan = planOf(action);
  if (failsAt(server.metadata, action, before)) {
    const failure = `${plan.history} failed: fault injected by metadata`;
    await endAccepted(platform, writer, accepted, { id: server.id, outcome: { ok: false, message: failure } });
    return fail(platform, writer, server, transition, failure);
  }
  await endAccepted(platform, writer, accepted, { id: server.id, outcome: { ok: true } });
  if (plan.end === 'gone') return removeServer(platform, writer, server);
  const done = (await EFFECTS[action]?.done?.(platform, writer, server, transition)) ?? server;
  const at = platform.now();
  const arrived: ServerDocument = { ...done, status: endStatus(plan, before), task_state: null, fault: null, updated: at };
  await closeEntry(platform, writer.records, server.id, {
    at,
    result: 'success',
    message:
      transition.ignored === true ? `the guest did not react within ${graceOf(platform, transition) / 1000} s: its power was cut` : null,
    written: writtenAtEnd(platform, arrived, transition, at),
    steps: stepsOf(transition, { at, message: null }),
  });
  if (action === 'create') await firstBoot(platform, writer, arrived);
  await putRested(platform, writer, arrived);
}

async function fail(platform: Platform, writer: Writer, server: ServerDocument, transition: Transition, failure: string): Promise<void> {
  const { action, before } = transition;
  const undone = (await EFFECTS[action]?.undone?.(platform, writer, server, transition)) ?? server;
  // Without a node there is nothing that could be in error: it stays shelved.
  const isError = planOf(action).failure === 'ERROR' && undone.host !== null;
  const left = isError ? { status: 'ERROR', fault: { message: failure } } : { status: before };
  // From ERROR there is no way back to another node or flavor.
  const kept = isError ? await release(platform, writer, undone) : undone;
  const settled = { ...kept, task_state: null, updated: platform.now() };
  const ended = { at: platform.now(), message: failure };
  await closeEntry(platform, writer.records, server.id, { ...ended, result: 'failed', steps: stepsOf(transition, ended) });
  const error = { code: 'engine_refused', name: server.name, detail: failure };
  await putRested(platform, writer, { ...settled, ...left }, { operation: 'failed', error });
}

/** What a server has gone through so far; the last step goes on, unless it has ended. `message`: why it failed. */
export function stepsOf({ action, begun = [] }: Transition, ended?: { at: Instant; message: string | null }): HistoryStep[] {
  const last = begun.length - 1;
  const outcome = ended === undefined ? 'running' : ended.message === null ? 'success' : 'failed';
  return begun.map((started_at, place) => ({
    step: planOf(action).steps[place]!,
    started_at,
    finished_at: begun[place + 1] ?? ended?.at ?? null,
    result: place < last ? 'success' : outcome,
    message: place < last ? null : (ended?.message ?? null),
  }));
}

/** What appears on the console at the end of an action. */
function writtenAtEnd({ guests }: Platform, server: ServerDocument, { action, before, imageId, ignored }: Transition, at: string): string {
  const ran = before === 'PAUSED' || isRunning({ status: before, task_state: null });
  const writings = (planOf(action).console ?? []).map((writing) => (writing === 'halt' && ignored === true ? 'cut' : writing));
  return guests.console(writings, server, { at, ran, imageId });
}

/** How far a command is that a server is going through; undefined where that is something else. */
export async function progressOf({ buckets, store }: Platform, serverId: string, accepted: string): Promise<number | undefined> {
  const transition = await buckets.transitions.get(store.records, serverId);
  return transition?.accepted === accepted ? transition.step / planOf(transition.action).steps.length : undefined;
}

/** What servers go through, for the driver. */
export const transitionsOf = (platform: Platform): Work => ({
  due: async (now, limit) => {
    const due = await platform.buckets.transitions.due(platform.store.records, now, limit);
    return due.map((one) => () => advance(platform, one.key, one.value, one.due));
  },
  nextDue: () => platform.buckets.transitions.nextDue(platform.store.records),
});
