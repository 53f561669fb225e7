import type { Answer, Call } from '@gantry/contract/wire/call';
import type { CallRequest } from './call-request.ts';

/** A call that needs code of its own, and that code. */
export interface Handler {
  call: Call;
  run(request: CallRequest): Promise<unknown>;
}

/** Ties a function to a call; parameters, body and answer are those of the call. */
export function handle<C extends Call>(call: C, run: (request: CallRequest<C>) => Promise<Answer<C>> | Answer<C>): Handler {
  return { call, run: async (request) => run(request as CallRequest<C>) };
}

/** Handlers by call id. Throws where one is missing, superfluous or double, so that the server does not start with a hole. */
export function byCall(handlers: readonly Handler[], calls: readonly Call[]): ReadonlyMap<string, Handler> {
  const found = new Map(handlers.map((handler) => [handler.call.id, handler]));
  const wanted = new Set(calls.filter(({ does }) => does.by === 'handle').map(({ id }) => id));
  const missing = [...wanted].filter((id) => !found.has(id));
  const superfluous = [...found.keys()].filter((id) => !wanted.has(id));
  if (missing.length > 0 || superfluous.length > 0 || found.size !== handlers.length)
    throw new Error(`handlers and contract differ: missing [${missing.join(', ')}], superfluous or double [${superfluous.join(', ')}]`);
  return found;
}
