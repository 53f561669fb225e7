import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { calls } from '@gantry/contract';
import { selectCall, sharedPlaces } from '@gantry/contract/wire/actions';
import { bodyBytesOf, type Call } from '@gantry/contract/wire/call';
import { GantryError } from '@gantry/contract/wire/errors';
import { IDEMPOTENCY_HEADER } from '@gantry/contract/wire/headers';
import { bodyOfHeaders, BYTES_TYPE, type Upload } from '@gantry/contract/wire/upload';
import { isServedOn } from '@gantry/contract/wire/side';
import type { Locked } from '../access/access.ts';
import type { Caller } from '../access/caller.ts';
import { authorise } from '../access/rights.ts';
import { visibilityOf } from '../access/visibility.ts';
import type { Incoming } from '../port/engine.ts';
import type { Account } from '../port/engine.ts';
import type { CallRequest } from '../calls/call-request.ts';
import type { createAudit } from './audit.ts';
import { chargeCaller, worked } from './budget.ts';
import { bodyOf, readInput } from './input.ts';
import { perform } from '../calls/perform.ts';
import type { ListenerOptions } from './port.ts';
import { credentialIn, headerOf, originOf, presentedBy } from './presented.ts';
import { mayTakeLong } from './connection-timeouts.ts';
import { stateOf } from './state.ts';
import { incoming } from './uploads.ts';
import { weightOf, workOf } from './weight.ts';
import { serialize } from './serialize.ts';

/** A signal that aborts when the client goes away before it has its answer. */
function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort(new Error('the client has gone'));
  });
  return gone.signal;
}

/** Mounts a call whose request is bytes: they are handed on as they come. */
function takeBytes(app: FastifyInstance, route: RouteOptions): void {
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, bytes, parsed) => parsed(null, bytes));
    scope.route(route);
    done();
  });
}

/** The bytes of a request. Throws unsupported_media_type where it calls them something else, or has none. */
function bytesOf(upload: Upload, body: Readonly<Record<string, unknown>>, request: FastifyRequest): Promise<Incoming> {
  const { 'content-type': type, 'content-length': length } = request.headers;
  if (type !== BYTES_TYPE || !(request.body instanceof Readable)) throw new GantryError('unsupported_media_type');
  mayTakeLong(request.raw);
  return incoming(upload, body, request.body, length);
}

/** Mounts the calls of a side: who asks, may they, are the values right, do it, answer by the schema. */
export function mountCalls(app: FastifyInstance, options: ListenerOptions, audit: ReturnType<typeof createAudit>): void {
  const { access, budgets, platform } = options;
  const handlers = options.handlers(options);

  const mayAsk = (call: Call, caller: Caller | undefined): void => authorise(call, caller, (name) => platform.offers(name));

  async function admit(call: Call, request: FastifyRequest): Promise<void> {
    const state = stateOf(request);
    state.call = call;
    if (call.permission.audience === 'public') return;
    state.params = request.params;
    const presented = presentedBy(request);
    try {
      state.caller = await access.authenticate(presented);
    } catch (error) {
      if (error instanceof GantryError && error.status === 401) budgets.forget(credentialIn(presented));
      throw error;
    }
    chargeCaller(request, state.caller, budgets);
    mayAsk(call, state.caller);
  }

  /** A page that is too large with all the names in it is read again, with as many rows as fit: its marker leads to the next one. */
  async function performed(callRequest: CallRequest): Promise<{ result: unknown; text: string }> {
    for (let query: unknown = callRequest.query; ;) {
      const result = await perform({ ...callRequest, query } as CallRequest, options, handlers);
      const { text, fitting } = await serialize(callRequest.call, result, options.misfits);
      if (text !== undefined) return { result, text };
      query = { ...(query as object), limit: fitting };
    }
  }

  async function answer(place: readonly Call[], request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const state = stateOf(request);
    const [{ upload }] = place as [Call];
    const json = upload ? bodyOfHeaders(upload, (name) => headerOf(request, name)) : bodyOf(request);
    const call = selectCall(place, request.query, json);
    if (call !== state.call) {
      state.call = call;
      mayAsk(call, state.caller);
    }
    const input = readInput(call, request, json);
    Object.assign(state, { params: input.params, body: input.body });
    const bytes = upload && (await bytesOf(upload, input.body as Readonly<Record<string, unknown>>, request));
    const { id: requestId } = request;
    const { address } = state;
    const identified = (caller: Caller): void => void (state.caller = caller);
    const sought = (account: Account): void => void (state.account = account);
    const locked = (how: Locked): void => void (state.locked = how);
    const idempotencyKey = headerOf(request, IDEMPOTENCY_HEADER);
    const userAgent = headerOf(request, 'user-agent');
    const begun = (taskId: string): void => void (state.taskId = taskId);
    const named = (names: readonly string[]): void => void (state.names = names);
    const unchanged = (): void => void (state.unchanged = true);
    const late = (): void => state.place?.free();
    const listeners = { identified, sought, locked, late, begun, named, unchanged };
    const origin = originOf(request);
    const where = {
      requestId,
      address,
      origin,
      userAgent,
      ...presentedBy(request),
      idempotencyKey,
      signal: goneSignal(reply),
      ...listeners,
    };
    const { caller } = state;
    const visibility = caller && visibilityOf(caller, call.permission);
    const callRequest = { ...input, bytes, ...where, call, caller, visibility } as CallRequest;
    const { result, text } = await performed(callRequest);
    if (typeof result === 'object' && result !== null && 'task_id' in result && typeof result.task_id === 'string')
      state.taskId = result.task_id;
    const status = call.status ?? 200;
    await audit({ ...state, call, requestId, answer: result }, status);
    reply.code(status).header('cache-control', 'no-store');
    return status === 204 ? reply.send() : reply.type('application/json; charset=utf-8').send(text);
  }

  for (const place of sharedPlaces(calls.filter((call) => isServedOn(options.side, call)))) {
    const { method, path } = place[0]!;
    const route: RouteOptions = {
      method,
      bodyLimit: bodyBytesOf(place),
      url: path.replace(/\{(\w+)\}/g, ':$1'),
      config: {
        charge: (query) => {
          const call = selectCall(place, query);
          return { weight: weightOf(call, query), work: workOf(call, query) };
        },
      },
      onRequest: (request) => admit(selectCall(place, request.query), request),
      handler: (request, reply) => worked(request, budgets, () => answer(place, request, reply)),
    };
    if (place[0]!.upload) takeBytes(app, route);
    else app.route(route);
  }
}
