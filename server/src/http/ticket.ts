import type { Does } from '@gantry/contract/wire/call';
import { signedIn, type Asked } from './asked.ts';
import { askEngine } from './live.ts';
import type { HttpOptions } from './port.ts';

/** Asks the engine for what a ticket leads to, and hands out the ticket only. */
export async function ticket(
  asked: Asked,
  does: Extract<Does, { by: 'ticket' }>,
  deps: Pick<HttpOptions, 'store' | 'platform' | 'log' | 'tickets'>,
): Promise<unknown> {
  const caller = signedIn(asked);
  const { target, answer } = await askEngine(asked, does, deps);
  const { requestId, address } = asked;
  return deps.tickets.issue({ caller, target, found: answer, requestId, address });
}
