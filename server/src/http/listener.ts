import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { BODY_BYTES } from '@gantry/contract/constants';
import { GantryError } from '@gantry/contract/wire/errors';
import { RECONFIGURATION_HEADER, REQUEST_ID_HEADER } from '@gantry/contract/wire/headers';
import { isTornBetweenHosts } from '../access/host.ts';
import { leaveUnread } from '../access/unread.ts';
import { createAudit } from './audit.ts';
import { charge } from './budget.ts';
import { compress } from './compress.ts';
import { endConnections } from './connections.ts';
import { serveConsole } from './console.ts';
import { mountDocs } from './docs.ts';
import { mountDownloads } from './downloads/mount.ts';
import { asGantryError, errorBody } from './errors.ts';
import { isText } from './input.ts';
import { createRequestLog } from './request-log.ts';
import { mountCalls } from './mount.ts';
import { mountOperations } from './operations.ts';
import type { ListenerOptions } from './port.ts';
import { withoutPrefix } from './prefix.ts';
import { protect } from './protection.ts';
import { mountS3Proxy } from './s3proxy.ts';
import { CONNECTION_LIMITS, limitConnections } from './connection-timeouts.ts';
import { stateOf } from './state.ts';

/**
 * A client's request id is kept where it is harmless in logs and headers, and has a UUID in it: so that it is no one else's by chance, and
 * in a form that the cloud's services take over. Who asked is told by the session, never by this id.
 */
const SANE_ID = /^(?=.*[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})[\w.:-]{1,128}$/i;

/** Milliseconds until a connection must be encrypted. An orderly stop waits for those that are not yet. */
const HANDSHAKE_LIMIT = 8_000;

/** Seconds a client is asked to wait after too many tries. */
const RETRY_AFTER = 60;

/** One of the two HTTP servers, with all routes, not yet listening. */
export async function createListener(options: ListenerOptions): Promise<FastifyInstance> {
  const { store, log, tls } = options;
  const audit = createAudit({ store, refusals: options.refusals, log });
  const follow = createRequestLog(log, options.operations, options.proxies);

  async function fail(thrown: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const error = asGantryError(thrown);
    const { id: requestId } = request;
    const state = stateOf(request);
    const { call } = state;
    state.error = error;
    if (call) await audit({ ...state, call, requestId }, error.status, error);
    leaveUnread(request.raw, reply.raw);
    if (error.status === 429) reply.header('retry-after', error.retryAfter ?? RETRY_AFTER);
    return reply
      .code(error.status)
      .header(REQUEST_ID_HEADER, requestId)
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(errorBody(error, requestId, state.taskId)));
  }

  const connections = { ...CONNECTION_LIMITS, ...options.connections };
  const rounds = { connectionsCheckingInterval: connections.round };
  const app = Fastify({
    ...(tls ? { https: { ...tls, ...rounds, handshakeTimeout: HANDSHAKE_LIMIT } } : { http: rounds, https: null }),
    logger: false,
    bodyLimit: BODY_BYTES,
    forceCloseConnections: false,
    return503OnClosing: false,
    rewriteUrl: withoutPrefix,
    requestIdHeader: false,
    // Its `protocol` and `host` go by the same proxies; where a request comes from is in its state.
    trustProxy: (address: string) => options.proxies.trusts(address),
    genReqId: ({ headers }) => {
      const given = headers[REQUEST_ID_HEADER];
      return typeof given === 'string' && SANE_ID.test(given) ? given : randomUUID();
    },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 512 },
    frameworkErrors: (error, request, reply) => {
      follow(request, reply);
      void fail(error, request, reply);
    },
  });

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.addHook('onRequest', async (request, reply) => {
    follow(request, reply);
    reply.header(REQUEST_ID_HEADER, request.id);
    const reconfiguration = options.reconfiguration();
    if (reconfiguration !== undefined) reply.header(RECONFIGURATION_HEADER, reconfiguration);
    if (isTornBetweenHosts(request.raw)) throw new GantryError('malformed_request');
    await charge(request, reply, stateOf(request).address, options.budgets);
    if (!isText(request.originalUrl)) throw new GantryError('malformed_request');
  });
  limitConnections(app.server, connections);
  const end = endConnections(app.server);
  app.addHook('preClose', async () => end());
  app.addHook('onSend', compress);
  app.setErrorHandler(fail);
  await protect(app);
  mountCalls(app, options, audit);
  mountS3Proxy(app, options);
  mountDownloads(app, options);
  mountDocs(app, options);
  mountOperations(app, options);
  await serveConsole(app, options);
  await app.ready();
  return app;
}
