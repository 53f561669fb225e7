import { isErrored, isInProgress, type ServerState } from '@gantry/contract/nouns/servers/rules';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Document } from '../../../../port/store/rows.ts';
import type { CommandContext } from '../../../../port/engine.ts';
import { faultCode } from '../../../../engines/openstack/client/errors.ts';
import { outcomeNow } from './outcome.ts';
import type { Parts } from '../../../../engines/openstack/commands/parts.ts';
import { lookAt, untilDone } from '../../../../engines/openstack/commands/wait.ts';

export type Arrival = 'arrived' | 'under way' | 'resting';

/** A server as those who wait for it see it. */
export interface Seen extends ServerState {
  /** Node it is on. */
  host: string | null;
}

export interface Journey {
  id: string;
  /** Id of the request that the compute service accepted. */
  requestId?: string | undefined;
  /** Where the server is on its way; `null`: it is gone. */
  look(server: Seen | null): Arrival;
  /** The server ends as it began, also where the cloud failed: only its history tells. */
  endsInHistory?: boolean;
}

/**
 * Waits until a server is where its command sends it; each look also brings its row in step. An outage is waited out.
 * Throws what the server's fault or its history says, or engine_refused when it stays elsewhere or takes too long.
 */
export function settle(parts: Parts, context: CommandContext, journey: Journey): Promise<void> {
  return untilDone(parts, context, journey.requestId, async () => {
    const document = await lookAt(parts, 'server', journey.id);
    const failure = failureOf(document, journey);
    if (failure) throw failure;
    const looks = document === undefined ? 'under way' : journey.look(document && seen(document));
    const arrival = await whetherDone(parts, context, journey, looks);
    if (arrival === 'arrived') return 'done';
    if (arrival === 'under way') return arrival;
    return { resting: `the server stays ${[document?.['status'], document?.['host']].filter(Boolean).join(' on ')}` };
  });
}

/** What the history says about a server that rests, or whose state alone proves nothing. Throws what the action failed with. */
async function whetherDone(parts: Parts, context: CommandContext, journey: Journey, arrival: Arrival): Promise<Arrival> {
  const { id, requestId, endsInHistory } = journey;
  const asks = arrival === 'resting' || (arrival === 'arrived' && endsInHistory === true);
  if (!asks || requestId === undefined) return arrival;
  switch (await outcomeNow(parts, context, id, requestId)) {
    case 'running':
      return 'under way';
    case 'not begun':
      return 'resting';
    case 'success':
    case 'unknown':
      return arrival;
  }
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const seen = ({ status, task_state: taskState, host }: Document): Seen => ({
  status: String(status),
  task_state: textOrNull(taskState),
  host: textOrNull(host),
});

/** An errored server with nothing going on has failed, whatever it was meant to do. */
function failureOf(document: Document | null | undefined, journey: Journey): GantryError | undefined {
  if (!document) return undefined;
  const state = seen(document);
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

/** Arrived in one of these; a server that is elsewhere with nothing going on rests. */
export const arriveIn =
  (hasArrived: (server: Seen) => boolean) =>
  (server: Seen | null): Arrival => {
    if (!server) return 'resting';
    if (hasArrived(server)) return 'arrived';
    return isInProgress(server) ? 'under way' : 'resting';
  };
