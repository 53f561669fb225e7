/** What became of a request that got no answer, or whose process ended before it had stored one. */
import { setTimeout as delay } from 'node:timers/promises';
import { GantryError } from '@gantry/contract/wire/errors';
import { steadyClock } from '../port/clock.ts';
import type { Acceptance, Command } from '../port/engine.ts';
import { abandoned, recovered } from './engine-requests.ts';
import type { Items } from './items.ts';
import { until } from './limits.ts';
import { fromEngine, NotNow } from './record.ts';

/** How long an engine that is silent after a crash is asked again what it accepted, in milliseconds since the task began. */
const RECOVERABLE = 3_600_000;
/** Longest time between two looks for what an engine did without an answer, in milliseconds. */
const LOOK = 2_000;

/** What is known of a request whose process ended before it had stored the answer. */
const INTERRUPTED = 'the server ended while it was asking; the request may have been lost on its way';

/**
 * After a crash the engine may have accepted, or do so yet: a request may still be on its way to it. Only what does no harm is requested
 * again, as long as nothing newer has changed the row; for all else it is asked, and what it knows nothing of is in doubt.
 */
export async function recoverItem(items: Items, index: number): Promise<void> {
  const command = items.command(index);
  if (!command.recover) {
    const target = await items.targetOf(index);
    const { revision } = items.at(index);
    if (target && revision !== undefined && target.revision !== revision) throw new GantryError('overtaken');
    await items.accept(index, target);
  } else {
    const acceptance = await found(items, index, command);
    if (acceptance) await items.storeAcceptance(index, acceptance);
    else await items.record.step(index, { doubt: INTERRUPTED, interrupted: true }, { state: 'running' });
  }
}

/**
 * Looks for what the engine gave no answer to, until it is there, or long enough was not although the engine could tell: the time begins anew
 * with each process, and after each silence. Throws what is not known then; NotNow where the engine stays silent.
 */
export async function lookFor(items: Items, index: number): Promise<Acceptance> {
  const { doubtLimit } = items.options;
  const { doubt, interrupted = false } = items.at(index);
  const command = items.command(index);
  for (const since = steadyClock.now(); ; await until(items.stops.left, delay(Math.min(LOOK, doubtLimit / 5), undefined, { ref: false }))) {
    const isOver = steadyClock.now() - since > doubtLimit;
    const acceptance = await found(items, index, command);
    if (acceptance) {
      await items.storeAcceptance(index, acceptance);
      return acceptance;
    }
    if (isOver) await abandon(items, index, command);
    if (isOver) throw new GantryError(interrupted ? 'interrupted' : 'engine_unavailable', { ...(doubt && { detail: doubt }) });
  }
}

async function found(items: Items, index: number, command: Command<never>): Promise<Acceptance | undefined> {
  const { engine, revision } = items.at(index);
  const engineRequest = await items.engineRequest(index, command);
  const { context, id } = engineRequest;
  const requested = id === null || revision === undefined ? undefined : { engine, kind: items.record.entity, id, revision };
  try {
    return await fromEngine(recovered({ ...engineRequest, context: { ...context, ...(requested && { requested }) } }));
  } catch (error) {
    const age = items.options.clock.now() - Date.parse(items.run.createdAt);
    if (error instanceof GantryError && error.code === 'engine_unavailable' && age < RECOVERABLE) throw new NotNow(error);
    throw error;
  }
}

/** Nothing has come of it: what was made on the way goes as well. */
async function abandon(items: Items, index: number, command: Command<never>): Promise<void> {
  if (!command.abandon) return;
  const engineRequest = await items.engineRequest(index, command);
  await abandoned(engineRequest).catch((err: unknown) =>
    items.options.log.warn({ err, task: items.run.id }, 'what a command left could not be taken away'),
  );
}
