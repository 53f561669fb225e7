import { randomUUID } from 'node:crypto';
import helmet from '@fastify/helmet';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { REQUEST_ID_HEADER } from '@gantry/contract/wire/headers';
import { createAudit } from './audit.ts';
import { compress } from './compress.ts';
import { endConnections } from './connections.ts';
import { serveConsole } from './console.ts';
import { mountDocs } from './docs.ts';
import { asGantryError, errorBody } from './errors.ts';
import { BODY_LIMIT } from './input.ts';
import { createJournal } from './journal.ts';
import { mountCalls } from './mount.ts';
import { mountOperations, type Side } from './operations.ts';
import type { HttpOptions } from './port.ts';
import { withoutPrefix } from './prefix.ts';
import { stateOf } from './state.ts';

/** Everything from our own origin, nothing inline. Pages may not be framed. */
const POLICY = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'base-uri': ["'self'"],
  'form-action': ["'self'"],
  'object-src': ["'none'"],
  'frame-ancestors': ["'none'"],
};

/**
 * A client's request id is kept where it is harmless in logs and headers, and has a UUID in it: so that it is no one else's by chance, and
 * in a form that the cloud's services take over. Who asked is told by the session, never by this id.
 */
const SANE_ID = /^(?=.*[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})[\w.:-]{1,128}$/i;

/** Seconds a client is asked to wait after too many tries. */
const RETRY_AFTER = 60;

/** One of the two HTTP servers, with all routes, not yet listening. */
export async function createListener(options: HttpOptions, side: Side): Promise<FastifyInstance> {
  const { store, log } = options;
  const audit = createAudit(store.audit, log);
  const follow = createJournal(log, options.operations);

  async function fail(thrown: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const error = asGantryError(thrown);
    const { id: requestId, ip: address } = request;
    const state = stateOf(request);
    const { call, caller, params, body } = state;
    state.error = error;
    if (call) await audit({ call, caller, params, body, requestId, address }, error.status, error);
    if (error.code === 'too_many_requests') reply.header('retry-after', RETRY_AFTER);
    return reply
      .code(error.status)
      .header(REQUEST_ID_HEADER, requestId)
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(errorBody(error, requestId)));
  }

  const app = Fastify({
    logger: false,
    bodyLimit: BODY_LIMIT,
    forceCloseConnections: false,
    return503OnClosing: false,
    rewriteUrl: withoutPrefix,
    requestIdHeader: false,
    genReqId: ({ headers }) => {
      const given = headers[REQUEST_ID_HEADER];
      return typeof given === 'string' && SANE_ID.test(given) ? given : randomUUID();
    },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 512 },
    frameworkErrors: (error, request, reply) => {
      follow(request, reply);
      void fail(error, request, reply);
    },
    ...(options.trustProxy !== undefined && { trustProxy: options.trustProxy }),
  });

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.addHook('onRequest', async (request, reply) => {
    follow(request, reply);
    reply.header(REQUEST_ID_HEADER, request.id);
  });
  const end = endConnections(app.server);
  app.addHook('preClose', async () => end());
  app.addHook('onSend', compress);
  app.setErrorHandler(fail);
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: POLICY },
    strictTransportSecurity: false,
    xFrameOptions: { action: 'deny' },
  });
  mountCalls(app, options, audit);
  mountDocs(app, options.settings.version);
  mountOperations(app, options, side);
  await serveConsole(app, options.consoleFolder, side);
  await app.ready();
  return app;
}
