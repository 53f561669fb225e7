/**
 * /s3proxy/: the object store for the console, under the console's own origin and its session (S0 §7). The client signs with made-up keys; what
 * counts is the session, and the server acts with the hidden pair of its user (decisions J1 and §12 J).
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { allows } from '@gantry/contract/access/roles';
import { PREVIEW_QUERY, previewOf } from '@gantry/contract/nouns/object-storage/previews';
import { GantryError } from '@gantry/contract/wire/errors';
import { domainOf, standingOf, type Caller } from '../access/caller.ts';
import { archive } from '../objects/archive/archive.ts';
import { redeemArchive } from '../objects/archive-tickets.ts';
import { cookieOf, hiddenCookie } from './cookies.ts';
import { chargeCaller } from './budget.ts';
import type { ListenerOptions } from './port.ts';
import { presentedBy } from './presented.ts';
import { rootOf } from './prefix.ts';
import { asGantryError } from './errors.ts';
import { S3Error } from '../objects/errors.ts';
import type { Author } from '../objects/exchange.ts';
import { SANDBOX } from '../objects/shown.ts';
import { assertInTime, isPresigned } from '../objects/signature/verify.ts';
import { OBJECTS } from '../accounts/account-access.ts';
import { targetOf } from '../objects/wire/request.ts';
import { errorDocument } from '../objects/wire/xml.ts';
import { stateOf } from './state.ts';

/** First segment of its paths. */
export const S3_PROXY = 's3proxy';
const METHODS = ['GET', 'HEAD', 'PUT', 'POST', 'DELETE'] as const;
/** What the cookie is sealed for. */
const ABOUT = 's3proxy cookie';

/** What was stored may be anything. It is read again each time, so that nobody sees it from a cache who has signed out. */
const STORED = {
  'content-security-policy': SANDBOX,
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'private, no-cache',
} as const;

/** Shown by itself a picture or a film is a page with one, whose source is the object itself. */
const PREVIEWED = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; media-src 'self' data:";

const isSafe = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD';

const cookieName = (side: ListenerOptions['side']): string => `gantry-s3-${side}`;

type ResponseHeaders = Readonly<Record<string, string>>;

/** A download of the browser's own: what was stored is saved, not shown, whatever its name says. */
function asDownload(headers: ResponseHeaders): ResponseHeaders {
  const said = headers['content-disposition'];
  return { ...headers, 'content-disposition': said !== undefined && /^attachment\b/i.test(said) ? said : 'attachment', ...STORED };
}

/** Shown in the browser, where that is harmless; else a download. A script or a style sheet is neither: nobody's page takes it for one. */
function asPreview(key: string, headers: ResponseHeaders): ResponseHeaders {
  const preview = previewOf({ key, contentType: headers['content-type'] });
  if (!preview) return asDownload(headers);
  const { 'content-disposition': _said, ...others } = headers;
  return { ...others, ...STORED, 'content-type': preview.type, 'content-disposition': 'inline', 'content-security-policy': PREVIEWED };
}

/** Without bytes there is nothing to run: what is told of an object is what was stored with it. */
const asFound = (headers: ResponseHeaders): ResponseHeaders => ({ ...headers, 'x-content-type-options': 'nosniff' });

const adapterOf = (method: string, isPreview: boolean, key: string | undefined): ((headers: ResponseHeaders) => ResponseHeaders) => {
  if (method === 'HEAD') return asFound;
  return isPreview && key !== undefined ? (headers) => asPreview(key, headers) : asDownload;
};

/** The address without the members of the query that are the proxy's own. */
function withoutOwn(url: string): string {
  const cut = url.indexOf('?');
  if (cut < 0) return url;
  const query = url.slice(cut + 1).split('&');
  const left = query.filter((pair) => pair.split('=', 1)[0] !== PREVIEW_QUERY);
  return left.length === 0 ? url.slice(0, cut) : `${url.slice(0, cut)}?${left.join('&')}`;
}

/** Path and query below /s3proxy, as they came. */
function urlOf({ raw }: FastifyRequest): string {
  const below = (raw.url ?? '').slice(`/${S3_PROXY}`.length);
  return below.startsWith('/') ? below : `/${below}`;
}

/** The ticket of a ZIP file; only what a browser opens has one. */
function ticketOf(request: FastifyRequest): string | undefined {
  const { bucket, query } = targetOf(urlOf(request));
  return request.method === 'GET' && bucket === undefined ? new Map(query).get('archive') : undefined;
}

/** From now on the answer is written by whoever has the bytes. */
function takeOver(reply: FastifyReply): void {
  for (const [header, value] of Object.entries(reply.getHeaders())) if (value !== undefined) reply.raw.setHeader(header, value);
  reply.hijack();
}

/** What is refused before the object store was asked is said in its form, which its clients read; the code is ours. */
function refuse(request: FastifyRequest, reply: FastifyReply, thrown: unknown): FastifyReply {
  const error = thrown instanceof S3Error ? thrown : asGantryError(thrown);
  if (error instanceof GantryError) stateOf(request).error = error;
  if (error.status === 429) reply.header('retry-after', (error as GantryError).retryAfter ?? 1);
  const body = errorDocument({ Code: error.code, Message: error.message, RequestId: request.id });
  return reply.code(error.status).header('cache-control', 'no-store').type('application/xml').send(body);
}

function authorOf(request: FastifyRequest, caller: Caller): Author {
  const { principal, scope, personalToken = null } = caller;
  const { userId, userName } = principal;
  const projectId = scope.type === 'project' ? scope.projectId : null;
  const { address } = stateOf(request);
  return { userId, userName, domainId: domainOf(caller), projectId, requestId: request.id, address, personalToken, body: null };
}

/** Mounts it on a side. */
export function mountS3Proxy(app: FastifyInstance, options: ListenerOptions): void {
  const { access, budgets, objectStorage, proxies, side, store } = options;
  if (!objectStorage) return;
  const { accounts, handler, operate } = objectStorage;
  const name = cookieName(side);

  /** Who asks, by the headers of the console; a link of the browser's own cannot have those, and has the cookie. */
  async function callerOf(request: FastifyRequest): Promise<{ caller: Caller; byCookie: boolean }> {
    const presented = presentedBy(request);
    if (presented.sessionId !== undefined) return { caller: await access.authenticate(presented), byCookie: false };
    const sealed = isSafe(request) ? cookieOf(request.headers.cookie, name) : undefined;
    const opened = sealed === undefined ? undefined : store.opaque.open(sealed, ABOUT);
    if (opened === undefined) throw new GantryError('unauthorized');
    return { caller: await access.recall(JSON.parse(opened) as Pick<Caller, 'sessionHash' | 'scopeTokenHash'>), byCookie: true };
  }

  /** Sealed, it opens nothing but this, and ends with the session. */
  function giveCookie(request: FastifyRequest, reply: FastifyReply, { sessionHash, scopeTokenHash }: Caller): void {
    const text = JSON.stringify({ sessionHash, scopeTokenHash });
    const given = cookieOf(request.headers.cookie, name);
    if (given !== undefined && store.opaque.open(given, ABOUT) === text) return;
    const path = `${rootOf(request, proxies)}/${S3_PROXY}`;
    reply.header('set-cookie', hiddenCookie(name, store.opaque.seal(text, ABOUT), path, request.protocol));
  }

  /** A ZIP file, for whoever brings its ticket: the session that it was made in has to stand. */
  async function deliverArchive(request: FastifyRequest, reply: FastifyReply, token: string): Promise<FastifyReply> {
    const ticket = await redeemArchive(store.tickets, token);
    if (!ticket) throw new GantryError('unauthorized');
    const caller = await access.recall(ticket);
    stateOf(request).caller = caller;
    chargeCaller(request, caller, budgets);
    if (!allows(OBJECTS, 'GET', standingOf(caller))) throw new GantryError('forbidden');
    const key = await accounts.hiddenPair(caller.principal.userId, caller.scope);
    takeOver(reply);
    const by = { user: key.user.id, leave: () => stateOf(request).place?.free() };
    await handler.deliver(request.raw, reply.raw, by, (signal) => archive({ operate, key, signal }, ticket.selection));
    return reply;
  }

  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _bytes, parsed) => parsed(null));
    const route = {
      method: [...METHODS],
      exposeHeadRoute: false,
      bodyLimit: Number.MAX_SAFE_INTEGER,
      config: { charge: () => ({ weight: 1, work: 'act' as const }) },
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        try {
          const ticket = ticketOf(request);
          if (ticket !== undefined) return await deliverArchive(request, reply, ticket);
          const { caller, byCookie } = await callerOf(request);
          stateOf(request).caller = caller;
          chargeCaller(request, caller, budgets);
          if (!allows(OBJECTS, isSafe(request) ? 'GET' : 'PUT', standingOf(caller))) throw new GantryError('forbidden');
          const url = urlOf(request);
          const { query, key: object } = targetOf(url);
          const given = new Map(query);
          if (byCookie || isPresigned(query)) assertInTime(given.get('X-Amz-Date'), given.get('X-Amz-Expires'), Date.now());
          const key = await accounts.hiddenPair(caller.principal.userId, caller.scope);
          if (!byCookie) giveCookie(request, reply, caller);
          takeOver(reply);
          const adapt = adapterOf(request.method, given.has(PREVIEW_QUERY), object);
          const leave = (): void => stateOf(request).place?.free();
          await handler.serve(request.raw, reply.raw, { url: withoutOwn(url), key, author: authorOf(request, caller), adapt, leave });
          return reply;
        } catch (thrown) {
          return refuse(request, reply, thrown);
        }
      },
    };
    for (const url of [`/${S3_PROXY}`, `/${S3_PROXY}/*`]) scope.route({ ...route, url });
    done();
  });
}
