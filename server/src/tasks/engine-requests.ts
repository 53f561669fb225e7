import { GantryError } from '@gantry/contract/wire/errors';
import type { Acceptance, CalledOff, Command, CommandContext } from '../port/engine.ts';
import type { Unanswered } from '../port/unanswered.ts';
import type { Row } from '../port/store/rows.ts';
import { until } from './limits.ts';
import { storable } from './memo.ts';

/** One request to an engine: the command and its arguments. */
export interface EngineRequest {
  command: Command<never>;
  /** Stored JSON that has passed the call's schema; the engine's command of that name knows its shape. */
  body: unknown;
  /** Id of what the command works on; null when creating. */
  id: string | null;
  context: CommandContext;
  /** Milliseconds. */
  limit: number;
}

/** Longest wait for `recover`, in milliseconds. */
const RECOVER_LIMIT = 10_000;

/** The engine's silence beyond our limit. */
class NoAnswer extends GantryError implements Unanswered {
  readonly unanswered = true;

  constructor(limit: number) {
    super('engine_unavailable', { detail: `no answer within ${limit / 1000} s` });
  }
}

/** Whether another command has called this one off. */
export const isCalledOff = (error: unknown): error is CalledOff =>
  error instanceof Error && 'calledOff' in error && error.calledOff === true;

const bounded = async <T>(context: CommandContext, limit: number, ask: (context: CommandContext) => Promise<T>): Promise<T> => {
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(new NoAnswer(limit)), limit);
  const signal = AbortSignal.any([context.signal, over.signal]);
  try {
    return await until(signal, ask({ ...context, signal }));
  } catch (error) {
    // A command that lets go at the limit may say so in words of its own; only a refusal is certain.
    throw over.signal.aborted && !(error instanceof GantryError) ? new NoAnswer(limit) : error;
  } finally {
    clearTimeout(timer);
  }
};

/** What the engine already accepted for this task, if anything. */
export async function recovered({ command, context, id, body, limit }: EngineRequest): Promise<Acceptance | undefined> {
  if (!command.recover) return undefined;
  const found = await bounded(context, Math.min(limit, RECOVER_LIMIT), (bound) => command.recover!(bound, id, body as never));
  return found && storable(found);
}

/** Removes what the engine may have created for a request that failed half-way. */
export const abandoned = ({ command, context, body, limit }: EngineRequest): Promise<void> =>
  bounded(context, Math.min(limit, RECOVER_LIMIT), async (bound) => command.abandon?.(bound, body as never));

/** Whether the engine may have carried out a request that it did not accept: a refusal is certain, a timeout or a defect is not. */
const isUncertain = (error: unknown): boolean => !(error instanceof GantryError) || error.code === 'engine_unavailable';

/**
 * Sends the command to the engine, with the row it works on. Where the answer got lost, the result is looked up once by the task's mark, so that a command
 * that was accepted is not reported as failed. Throws the engine's refusal as it is; engine_unavailable after the limit: `isUnanswered` says whether it
 * may still be carried out.
 */
export async function accepted(request: EngineRequest, target: Row | null): Promise<Acceptance> {
  const { command, context, body, limit } = request;
  try {
    return storable(await bounded(context, limit, (bound) => command.accept(bound, target, body as never)));
  } catch (error) {
    if (context.signal.aborted || !isUncertain(error)) throw error;
    const found = await recovered(request).catch((cause: unknown) => {
      context.log.warn({ err: cause }, 'could not find out whether the engine accepted');
      return undefined;
    });
    if (found) return found;
    throw error;
  }
}
