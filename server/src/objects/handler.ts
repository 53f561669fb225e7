/** The object store over HTTP: who asks, what is asked for, and the answer in S3's form. */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Account } from '../access/account.ts';
import type { Budgets } from '../access/budgets.ts';
import type { Proxies } from '../access/address.ts';
import { isFull, isOutOfHandles, StoreUnavailable } from '../store/faults/unavailable.ts';
import type { S3Accounts, S3Key } from '../port/accounts.ts';
import type { Operate } from './internal-requests.ts';
import { S3Error } from './errors.ts';
import type { Answer, Author, Exchange } from './exchange.ts';
import { claimedKeyOf, verify } from './signature/verify.ts';
import { bodyOf, type Protection } from './wire/body.ts';
import { headersOf, targetOf, type Target } from './wire/request.ts';
import { errorDocument } from './wire/xml.ts';

/** Milliseconds that a client has to read its refusal before the rest of its body is cut off. */
const LINGER = 5_000;
/** Of a user's budget: a list reads a thousand rows, all else one or two. */
const WEIGHTS = { list: 1, other: 0.2 } as const;

export interface HandlerOptions {
  operate: Operate;
  now(): number;
  accounts: Pick<S3Accounts, 'find'>;
  budgets: Budgets;
  proxies: Pick<Proxies, 'addressOf'>;
  log: Logger;
  /** The body of a request may take its time from now on: it is known whose it is. */
  mayTakeLong(message: IncomingMessage): void;
}

/** A request whose user is known otherwise than by its signature. */
export interface KnownRequest {
  /** Path and query, as they came, below the root of the object store. */
  url: string;
  key: S3Key;
  author: Author;
  /** What an object is told with, instead of its own headers. */
  adapt(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>>;
}

export interface S3Handler {
  /** Answers a request that has to be signed. Never rejects. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Answers one whose user is known. Never rejects. */
  serve(request: IncomingMessage, response: ServerResponse, known: KnownRequest): Promise<void>;
  /** Answers with what is made for it. Never rejects. */
  deliver(request: IncomingMessage, response: ServerResponse, make: (signal: AbortSignal) => Promise<Answer> | Answer): Promise<void>;
}

/** Requests that wait to be told to go on before they send their body. */
const expecting = new WeakMap<IncomingMessage, ServerResponse>();

/** To be called where a client wants to be told whether it may send its body. */
export function expectsContinue(request: IncomingMessage, response: ServerResponse): void {
  expecting.set(request, response);
}

/** Does work in one of an account's places. */
async function within<T>(account: Account, signal: AbortSignal, does: () => Promise<T>): Promise<T> {
  const leave = await account.enter('act', signal);
  try {
    return await does();
  } finally {
    leave();
  }
}

async function* chunksOf(request: IncomingMessage): AsyncGenerator<Buffer> {
  const waiting = expecting.get(request);
  expecting.delete(request);
  waiting?.writeContinue();
  try {
    // Ended early it stays open: who sends it gets an answer.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) yield chunk as Buffer;
  } catch {
    throw new S3Error('IncompleteBody');
  }
}

/** What needs no more than the right to read. */
const READS = new Set(['GET', 'HEAD']);

/** Any failure in S3's words. */
function asS3Error(error: unknown): S3Error {
  if (error instanceof S3Error) return error;
  if (isOutOfHandles(error)) return new S3Error('SlowDown');
  if (isFull(error)) return new S3Error('InsufficientStorage');
  if (error instanceof StoreUnavailable) return new S3Error('ServiceUnavailable');
  if (error instanceof GantryError && error.status === 429) return new S3Error('SlowDown');
  if (error instanceof GantryError && error.code === 'engine_unavailable') return new S3Error('ServiceUnavailable');
  return new S3Error('InternalError');
}

export function createHandler({ operate, now, accounts, budgets, proxies, log, mayTakeLong }: HandlerOptions): S3Handler {
  async function answered(
    request: IncomingMessage,
    response: ServerResponse,
    work: (target: (found: Target) => void, signal: AbortSignal, id: string) => Promise<Answer>,
  ): Promise<void> {
    const id = randomBytes(8).toString('hex').toUpperCase();
    response.setHeader('x-amz-request-id', id);
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    let target: Target | undefined;
    try {
      await send(request, response, await work((found) => (target = found), gone.signal, id));
    } catch (thrown) {
      const error = asS3Error(thrown);
      if (gone.signal.aborted) return;
      if (error.code === 'InternalError')
        log.error({ err: thrown, method: request.method, path: target?.path }, 'a request to the object store failed');
      if (response.headersSent) response.destroy();
      else refuse(request, response, error, { Resource: target?.path ?? '', RequestId: id });
    }
  }

  async function done(
    request: IncomingMessage,
    target: Target,
    { key, author, ...protection }: Protection & { key: S3Key; author: Author },
    signal: AbortSignal,
  ): Promise<Answer> {
    if (key.readOnly && !READS.has(request.method ?? 'GET')) throw new S3Error('AccessDenied');
    const headers = headersOf(request);
    const exchange: Exchange = {
      method: request.method ?? 'GET',
      query: new Map(target.query),
      headers,
      key,
      author,
      signal,
      body(most) {
        mayTakeLong(request);
        return bodyOf(chunksOf(request), headers, protection, most);
      },
    };
    return operate(exchange, target);
  }

  return {
    handle: (request, response) =>
      answered(request, response, async (found, signal, requestId) => {
        const { method = 'GET', url = '/' } = request;
        const address = proxies.addressOf(request);
        const headers = headersOf(request);
        const claimed = claimedKeyOf(headers['authorization'], url);
        const stranger = budgets.claimant(address, claimed);
        stranger.spend(WEIGHTS.other);
        const target = targetOf(url);
        found(target);
        const { key, payload, ...signing } = await within(stranger, signal, () =>
          verify({ method, path: target.path, query: target.query, headers }, accounts, now()),
        );
        stranger.refund(WEIGHTS.other);
        budgets.knowSigner(address, key.accessKeyId);
        const account = budgets.holder(key.user.id);
        account.spend(method === 'GET' && target.key === undefined ? WEIGHTS.list : WEIGHTS.other);
        const leave = await account.enter('act', signal);
        // Who has gone meanwhile closes nothing any more.
        if (signal.aborted) leave();
        else signal.addEventListener('abort', leave, { once: true });
        const { userId, name: userName, domainId, projectId } = key.user;
        const body = { access_key: key.accessKeyId };
        const author = { userId, userName, domainId, projectId, requestId, address, personalToken: null, body };
        return done(request, target, { key, author, payload, signing }, signal);
      }),
    deliver: (request, response, make) => answered(request, response, async (_found, signal) => make(signal)),
    serve: (request, response, { url, key, author, adapt }) =>
      answered(request, response, async (found, signal) => {
        const target = targetOf(url);
        found(target);
        const payload = headersOf(request)['x-amz-content-sha256'] ?? 'UNSIGNED-PAYLOAD';
        const answer = await done(request, target, { key, author, payload, signing: undefined }, signal);
        const tellsObject = target.key !== undefined && typeof answer.body !== 'string';
        return tellsObject ? { ...answer, headers: adapt(answer.headers ?? {}) } : answer;
      }),
  };
}

/** Writes an answer, as fast as it is read. Bytes that cannot be had are noticed before anything is said. */
async function send(request: IncomingMessage, response: ServerResponse, { status, headers = {}, body }: Answer): Promise<void> {
  const isText = typeof body === 'string';
  const text = isText ? { 'content-type': 'application/xml', 'content-length': String(Buffer.byteLength(body)) } : {};
  if (body === undefined || isText) {
    leave(request, response);
    response.writeHead(status, { ...headers, ...text }).end(body);
    return;
  }
  const chunks = body[Symbol.asyncIterator]();
  const first = await chunks.next();
  response.writeHead(status, headers);
  if (first.done) {
    response.end();
    return;
  }
  try {
    for (let next: IteratorResult<Buffer> = first; !next.done; next = await chunks.next())
      if (!response.write(next.value)) await drained(response);
    response.end();
  } finally {
    await chunks.return?.();
  }
}

/** Waits until a client has taken what was written. Rejects where it has gone. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      response.off('drain', settle).off('close', settle);
      if (response.destroyed) reject(new S3Error('IncompleteBody'));
      else resolve();
    };
    response.on('drain', settle).on('close', settle);
    if (response.destroyed) settle();
  });
}

function refuse(request: IncomingMessage, response: ServerResponse, error: S3Error, where: Record<string, string>): void {
  leave(request, response);
  if (error.code === 'SlowDown') response.setHeader('retry-after', '1');
  if (request.method === 'HEAD') {
    response.writeHead(error.status).end();
    return;
  }
  const body = errorDocument({ Code: error.code, Message: error.message, ...error.details, ...where });
  response.writeHead(error.status, { 'content-type': 'application/xml', 'content-length': Buffer.byteLength(body) }).end(body);
}

/** Where a body is not read to its end, the connection ends with the answer, once the client had time to read that. */
function leave(request: IncomingMessage, response: ServerResponse): void {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers;
  if (request.complete || (length === '0' && encoding === undefined)) return;
  response.setHeader('connection', 'close');
  request.on('error', () => undefined).resume();
  setTimeout(() => request.destroy(), LINGER).unref();
}
