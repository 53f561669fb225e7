import { randomUUID } from 'node:crypto';
import helmet from '@fastify/helmet';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { REQUEST_ID_HEADER } from '@gantry/contract/wire/headers';
import { createAudit } from './audit.ts';
import { compress } from './compress.ts';
import { endConnections } from './connections.ts';
import { serveConsole, type Side } from './console.ts';
import { mountDocs } from './docs.ts';
import { asGantryError, errorBody, logError } from './errors.ts';
import { BODY_LIMIT } from './input.ts';
import { mountCalls } from './mount.ts';
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

/** A client's request id is kept where it is harmless in logs and headers. */
const SANE_ID = /^[\w.:-]{1,128}$/;

/** Seconds a client is asked to wait after too many tries. */
const RETRY_AFTER = 60;

/** One of the two HTTP servers, with all routes, not yet listening. */
export async function createListener(options: HttpOptions, side: Side): Promise<FastifyInstance> {
  const { store, log } = options;
  const audit = createAudit(store.audit, log);

  async function fail(thrown: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const error = asGantryError(thrown);
    const { id: requestId, ip: address } = request;
    const { call, caller, params, body } = stateOf(request);
    logError(log, error, { requestId, call: call?.id ?? `${request.method} ${request.url.split('?', 1)[0]}` });
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
    frameworkErrors: (error, request, reply) => void fail(error, request, reply),
    ...(options.trustProxy !== undefined && { trustProxy: options.trustProxy }),
  });

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.addHook('onRequest', async (request, reply) => void reply.header(REQUEST_ID_HEADER, request.id));
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
  await serveConsole(app, options.consoleFolder, side);
  await app.ready();
  return app;
}
