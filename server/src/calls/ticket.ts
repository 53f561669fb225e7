import type { Does } from '@gantry/contract/wire/call';
import type { AuthorisedRequest } from './call-request.ts';
import { askEngine } from './live.ts';
import type { CallOptions } from './port.ts';

/** Asks the engine for what a ticket leads to, and hands out the ticket only. */
export async function ticket(
  request: AuthorisedRequest,
  does: Extract<Does, { by: 'ticket' }>,
  deps: Pick<CallOptions, 'store' | 'platform' | 'log' | 'tickets'>,
): Promise<unknown> {
  const { target, answer } = await askEngine(request, does, deps);
  const { caller, requestId, address } = request;
  return deps.tickets.issue({ caller, target, found: answer, requestId, address });
}
