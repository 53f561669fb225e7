import { isErrored, isInProgress, type ServerState } from '@gantry/contract/nouns/servers/rules';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Document } from '../../../store/port.ts';
import type { CommandContext } from '../../engine.ts';
import { faultCode, isOutage } from '../client/errors.ts';
import { pause } from '../mirror/pause.ts';
import type { Parts } from './parts.ts';

/** Milliseconds between two looks, and how long a server may rest in another state than the expected one before the command has failed. */
const LOOK_MS = 1000;
const REST_MS = 15_000;

export type Arrival = 'arrived' | 'under way' | 'resting';

export interface Journey {
  id: string;
  /** Id of the request that the compute service accepted. */
  requestId?: string | undefined;
  /** Where the server is on its way; `null`: it is gone. */
  look(server: ServerState | null): Arrival;
}

/**
 * Waits until a server is where its command sends it; each look also brings its row in step. An outage is waited out.
 * Throws what the server's fault means, or engine_refused when it stays elsewhere or takes too long.
 */
export async function settle(parts: Parts, context: CommandContext, journey: Journey): Promise<void> {
  const startedAt = Date.now();
  let restingSince: number | undefined;
  for (let tries = 0; ; tries++) {
    await pause(tries === 0 ? LOOK_MS / 4 : LOOK_MS, context.signal);
    const document = await lookAt(parts, journey.id);
    const failure = failureOf(document, journey);
    if (failure) throw failure;
    const arrival = document === undefined ? 'under way' : journey.look(document && stateOf(document));
    if (arrival === 'arrived') return;
    restingSince = arrival === 'resting' ? (restingSince ?? Date.now()) : undefined;
    if (restingSince !== undefined && Date.now() - restingSince > REST_MS)
      throw refused(journey, `the server stays ${String(document?.['status'])}`);
    if (Date.now() - startedAt > parts.commandLimit) throw refused(journey, 'the cloud has not finished within the time limit');
  }
}

/** The server now; null where it is gone, undefined where nobody answers. */
async function lookAt({ mirror }: Parts, id: string): Promise<Document | null | undefined> {
  try {
    return (await mirror.rereads.now('server', id))?.document ?? null;
  } catch (error) {
    if (isOutage(error)) return undefined;
    throw error;
  }
}

function stateOf(document: Document): ServerState {
  const { status, task_state: taskState } = document;
  return { status: String(status), task_state: typeof taskState === 'string' ? taskState : null };
}

/** An errored server with nothing going on has failed, whatever it was meant to do. */
function failureOf(document: Document | null | undefined, journey: Journey): GantryError | undefined {
  if (!document) return undefined;
  const state = stateOf(document);
  if (state.task_state !== null || !isErrored(state) || journey.look(state) === 'arrived') return undefined;
  const { fault } = document;
  const message = typeof fault === 'object' && fault !== null && 'message' in fault ? String(fault.message) : 'the server is in error';
  const code = faultCode(message);
  return new GantryError(code, {
    detail: message,
    ...(code === 'quota_exceeded' && { params: { resource: 'quota' } }),
    ...(journey.requestId && { requestId: journey.requestId }),
  });
}

const refused = ({ requestId }: Journey, detail: string) => new GantryError('engine_refused', { detail, ...(requestId && { requestId }) });

/** Arrived in one of these; a server that is elsewhere with nothing going on rests. */
export const arriveIn =
  (hasArrived: (server: ServerState) => boolean) =>
  (server: ServerState | null): Arrival => {
    if (!server) return 'resting';
    if (hasArrived(server)) return 'arrived';
    return isInProgress(server) ? 'under way' : 'resting';
  };
