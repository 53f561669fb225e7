/** Charges each request to a budget before anything is done for it, and lets it be worked on when its turn has come. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Work } from '../access/account.ts';
import type { Budgets } from '../access/budgets.ts';
import type { Caller } from '../access/caller.ts';
import { onBehalfOf } from '../turns/owner.ts';
import { Place } from './place.ts';
import { credentialIn, presentedBy } from './presented.ts';
import { stateOf } from './state.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a request of this route takes of a budget; a weight of 1 where absent. `free`: nothing, and it is never refused. */
    charge?: 'free' | ((query: unknown) => { weight: number; work: Work });
  }
}

/**
 * To be called with each request before its session is looked for and its body is read. Throws too_many_requests where the budget is used
 * up; else waits for a place.
 */
export async function charge(request: FastifyRequest, reply: FastifyReply, address: string, budgets: Budgets): Promise<void> {
  const { charge: charged } = request.routeOptions.config;
  if (charged === 'free') return;
  const { weight, work } = charged?.(request.query) ?? { weight: 1, work: 'read' as const };
  const account = budgets.user(credentialIn(presentedBy(request))) ?? budgets.network(address);
  account.spend(weight);
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  const place = new Place(account, work, weight, await account.enter(work, gone.signal));
  stateOf(request).place = place;
  if (gone.signal.aborted) place.release();
  else gone.signal.addEventListener('abort', () => place.release(), { once: true });
}

/**
 * The caller of a request has been found: what was charged to the network because nobody knew the session is the user's. Throws
 * too_many_requests where that one's budget is used up.
 */
export function chargeCaller(request: FastifyRequest, caller: Caller, budgets: Budgets): void {
  const { place } = stateOf(request);
  const account = budgets.know(caller);
  if (!place || place.account === account) return;
  place.account.refund(place.weight);
  account.spend(place.weight);
}

/** Does a request's work, reading in turn with what others read. Who goes away meanwhile keeps the place until the work has ended. */
export async function worked<T>(request: FastifyRequest, budgets: Budgets, work: () => Promise<T>): Promise<T> {
  const { place } = stateOf(request);
  if (!place) return work();
  place.hold();
  try {
    return await onBehalfOf(place.account, () => budgets.inTurn(place.account, place.work, work));
  } finally {
    place.release();
  }
}
