import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { calls } from '@gantry/contract';
import { meant, sharedPlaces } from '@gantry/contract/wire/actions';
import type { Call } from '@gantry/contract/wire/call';
import { AUTH_TOKEN_HEADER, IDEMPOTENCY_HEADER, SESSION_HEADER } from '@gantry/contract/wire/headers';
import type { Presented } from '../access/access.ts';
import type { Caller } from '../access/caller.ts';
import { authorise } from '../access/rights.ts';
import type { Asked } from './asked.ts';
import type { createAudit } from './audit.ts';
import { createHandlers } from './handlers/index.ts';
import { bodyOf, readInput } from './input.ts';
import { perform } from './perform.ts';
import type { HttpOptions } from './port.ts';
import { stateOf } from './state.ts';

/** A header's one value; a repeated header counts as its joined text. */
const headerOf = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
};

/** Session and scope token as they came. */
const presentedBy = (request: FastifyRequest): Presented => ({
  sessionId: headerOf(request, SESSION_HEADER),
  authToken: headerOf(request, AUTH_TOKEN_HEADER),
});

/** A signal that aborts when the client goes away before it has its answer. */
function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort(new Error('the client has gone'));
  });
  return gone.signal;
}

/** Mounts every call of the contract: who asks, may they, are the values right, do it, answer by the schema. */
export function mountCalls(app: FastifyInstance, options: HttpOptions, audit: ReturnType<typeof createAudit>): void {
  const { access, platform } = options;
  const handlers = createHandlers(options);

  const mayAsk = (call: Call, caller: Caller | undefined): void => authorise(call, caller, (name) => platform.offers(name));

  async function admit(call: Call, request: FastifyRequest): Promise<void> {
    const state = stateOf(request);
    state.call = call;
    if (call.permission.audience === 'public') return;
    state.params = request.params;
    state.caller = await access.authenticate(presentedBy(request));
    mayAsk(call, state.caller);
  }

  async function answer(place: readonly Call[], request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const state = stateOf(request);
    const json = bodyOf(request);
    const call = meant(place, request.query, json);
    if (call !== state.call) {
      state.call = call;
      mayAsk(call, state.caller);
    }
    const input = readInput(call, request, json);
    Object.assign(state, { params: input.params, body: input.body });
    const { id: requestId, ip: address } = request;
    const identified = (caller: Caller): void => void (state.caller = caller);
    const idempotencyKey = headerOf(request, IDEMPOTENCY_HEADER);
    const where = { requestId, address, ...presentedBy(request), idempotencyKey, signal: goneSignal(reply), identified };
    const asked = { ...input, ...where, call, caller: state.caller } as Asked;
    const result = await perform(asked, options, handlers);
    const body: unknown = call.answer.parse(result);
    if (typeof body === 'object' && body !== null && 'task_id' in body && typeof body.task_id === 'string') state.taskId = body.task_id;
    const status = call.status ?? 200;
    await audit({ call, caller: state.caller, params: input.params, body: input.body, requestId, address }, status);
    reply.code(status).header('cache-control', 'no-store');
    return status === 204 ? reply.send() : reply.type('application/json; charset=utf-8').send(JSON.stringify(body));
  }

  for (const place of sharedPlaces(calls)) {
    const { method, path } = place[0]!;
    app.route({
      method,
      url: path.replace(/\{(\w+)\}/g, ':$1'),
      onRequest: (request) => admit(meant(place, request.query), request),
      handler: (request, reply) => answer(place, request, reply),
    });
  }
}
