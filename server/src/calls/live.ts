import type { Does } from '@gantry/contract/wire/call';
import { GantryError } from '@gantry/contract/wire/errors';
import { actorOf } from '../access/caller.ts';
import type { Row } from '../port/store/rows.ts';
import { param, type AuthorisedRequest } from './call-request.ts';
import { asSeen } from './entity.ts';
import type { CallOptions } from './port.ts';
import { visible } from './reads.ts';
import { assertRule } from './target.ts';

/** Milliseconds an engine has for a live read. */
const TIME_LIMIT = 10_000;

type Deps = Pick<CallOptions, 'store' | 'platform' | 'log'>;

/** What a live read answers. */
export const live = async (
  request: AuthorisedRequest,
  does: Extract<Does, { by: 'live' }>,
  deps: Deps,
  timeLimit?: number,
): Promise<unknown> => (await askEngine(request, does, deps, timeLimit)).answer;

/** Asks the engine of the target, with the caller's own right; gives up when the time is over or the client has gone. */
export async function askEngine(
  request: AuthorisedRequest,
  does: Extract<Does, { by: 'live' | 'ticket' }>,
  deps: Deps,
  timeLimit = TIME_LIMIT,
): Promise<{ target: Row; answer: unknown }> {
  const { caller } = request;
  const row = await visible(request, does, param(request, does.id), deps);
  // The engine tells no more of it than the caller sees.
  const target: Row = { ...row, document: asSeen(does.kind, row, row.document, request.visibility) };
  const read = deps.platform.live(target.engine, does.live);
  if (!read) throw new GantryError('not_supported');
  assertRule(does.rule, target, request.query);
  const limit = AbortSignal.timeout(timeLimit);
  const signal = AbortSignal.any([limit, request.signal]);
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => reject(new GantryError('engine_unavailable', { cause: signal.reason }));
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    const { store } = deps;
    const log = deps.log.child({ requestId: request.requestId });
    const context = { credential: caller.credential, actor: actorOf(caller), store, log, requestId: request.requestId, signal };
    const answer = await Promise.race([read(context, target, (request.query ?? {}) as Readonly<Record<string, unknown>>), ended]);
    return { target, answer };
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
