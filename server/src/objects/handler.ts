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
import { ANYONE } from './anyone.ts';
import type { Operate } from './internal-requests.ts';
import { corsHeaders, preflight, VARY } from './cors/answers.ts';
import type { CorsRule, ReadCors } from './cors/rules.ts';
import { S3Error } from './errors.ts';
import type { Answer, Author, Exchange } from './exchange.ts';
import { guarded } from './shown.ts';
import { claimedKeyOf, isPresigned, verify } from './signature/verify.ts';
import { assertPayload, bodyOf, type Protection } from './wire/body.ts';
import { TRANSFER_LIMITS, Transfers, type TransferLimits } from './transfers.ts';
import { assertSingle, headersOf, targetOf, type Target } from './wire/request.ts';
import { refuse, send } from './wire/respond.ts';

/** Milliseconds that a request waits for the work of others of its user: less than a connection may be silent. */
const PATIENCE = 10_000;
/** Of a user's budget: a list reads a thousand rows, all else one or two. */
const WEIGHTS = { list: 1, other: 0.2 } as const;

export interface HandlerOptions {
  operate: Operate;
  now(): number;
  accounts: Pick<S3Accounts, 'find'>;
  budgets: Budgets;
  /** Which pages of other origins may ask at the object store's own address; absent: none. */
  cors?: ReadCors | undefined;
  proxies: Pick<Proxies, 'addressOf'>;
  log: Logger;
  /** The body of a request may take its time from now on: it is known whose it is. */
  mayTakeLong(message: IncomingMessage): void;
  /** Who does not sign reads what is open to everybody. */
  isPublicAllowed?: boolean;
  /** Of uploads, and the same of downloads. */
  transfers?: TransferLimits;
}

/** A request whose user is known otherwise than by its signature. */
export interface KnownRequest {
  /** Path and query, as they came, below the root of the object store. */
  url: string;
  key: S3Key;
  author: Author;
  /** What an object is told with, instead of its own headers. */
  adapt(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>>;
  /** Leaves the request's place for work. */
  leave(): void;
}

/** Whose request it is. */
type Served = Pick<KnownRequest, 'key' | 'leave'> & { author?: Author };

/** Who gets the bytes of an answer. */
interface Download {
  user: string;
  signal: AbortSignal;
  leave(): void;
}

export interface S3Handler {
  /** Answers a request that has to be signed. Never rejects. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Answers one whose user is known. Never rejects. */
  serve(request: IncomingMessage, response: ServerResponse, known: KnownRequest): Promise<void>;
  /** Answers with what is made for a user. Never rejects. */
  deliver(
    request: IncomingMessage,
    response: ServerResponse,
    by: Omit<Download, 'signal'>,
    make: (signal: AbortSignal) => Promise<Answer> | Answer,
  ): Promise<void>;
}

/** Requests that wait to be told to go on before they send their body. */
const expecting = new WeakMap<IncomingMessage, ServerResponse>();

/** To be called where a client wants to be told whether it may send its body. */
export function expectsContinue(request: IncomingMessage, response: ServerResponse): void {
  expecting.set(request, response);
}

/** Takes one of an account's places. Throws too_many_requests where none becomes free. */
const enter = (account: Account, signal: AbortSignal): Promise<() => void> =>
  account.enter('act', AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]));

/** Does work in one of an account's places. */
async function within<T>(account: Account, signal: AbortSignal, does: () => Promise<T>): Promise<T> {
  const leave = await enter(account, signal);
  try {
    return await does();
  } finally {
    leave();
  }
}

/** A place is left once, by whoever comes first. */
function onlyOnce(leave: () => void): () => void {
  let hasLeft = false;
  return () => {
    if (hasLeft) return;
    hasLeft = true;
    leave();
  };
}

/** One of an account's places, which is left by whoever comes first; who has gone meanwhile closes nothing any more. */
async function placeOf(account: Account, signal: AbortSignal): Promise<() => void> {
  const leave = onlyOnce(await enter(account, signal));
  if (signal.aborted) leave();
  else signal.addEventListener('abort', leave);
  return leave;
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

const UNSIGNED = 'UNSIGNED-PAYLOAD';
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

export function createHandler({
  operate,
  now,
  accounts,
  budgets,
  cors,
  proxies,
  log,
  mayTakeLong,
  isPublicAllowed = false,
  transfers = TRANSFER_LIMITS,
}: HandlerOptions): S3Handler {
  const [uploads, downloads] = [new Transfers(transfers), new Transfers(transfers)];

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

  const rulesOf = async ({ bucket }: Target): Promise<readonly CorsRule[] | undefined> =>
    bucket === undefined ? undefined : cors?.(bucket);

  /** Lets the page that asks read the answer, also where that is a refusal, if a rule of the bucket allows it. */
  async function admitOrigin(
    response: ServerResponse,
    target: Target,
    { method, origin }: { method: string; origin: string | undefined },
  ): Promise<void> {
    const allowed = origin === undefined ? {} : corsHeaders(await rulesOf(target), { method, origin });
    for (const [name, value] of Object.entries(allowed)) response.setHeader(name, value);
  }

  /** An answer whose bytes, once they are there, take none of the places for work. Throws SlowDown when the first one is read. */
  function downloaded(answer: Answer, { user, signal, leave }: Download): Answer {
    const { body } = answer;
    if (body === undefined || typeof body === 'string') return answer;
    async function* bytes(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      let hasBegun = false;
      for await (const chunk of source) {
        if (!hasBegun) {
          downloads.begin(user, signal);
          leave();
          hasBegun = true;
        }
        yield chunk;
      }
    }
    return { ...answer, body: bytes(body) };
  }

  async function done(
    request: IncomingMessage,
    target: Target,
    { key, author, leave, ...protection }: Protection & Served,
    signal: AbortSignal,
  ): Promise<Answer> {
    if (key.readOnly && !READS.has(request.method ?? 'GET')) throw new S3Error('AccessDenied');
    assertPayload(protection.payload);
    const headers = headersOf(request);
    const exchange: Exchange = {
      method: request.method ?? 'GET',
      query: new Map(target.query),
      headers,
      key,
      ...(author && { author }),
      signal,
      body(most, wanted) {
        // What has arrived is work like any other.
        if (!request.complete) {
          mayTakeLong(request);
          uploads.begin(key.user.id, signal);
          leave();
        }
        return bodyOf(chunksOf(request), headers, protection, { most, wanted });
      },
    };
    return downloaded(await operate(exchange, target), { user: key.user.id, signal, leave });
  }

  return {
    handle: (request, response) =>
      answered(request, response, async (found, signal, requestId) => {
        assertSingle(request);
        const { method = 'GET', url = '/' } = request;
        const address = proxies.addressOf(request);
        const headers = headersOf(request);
        const claimed = claimedKeyOf(headers['authorization'], url);
        const stranger = budgets.claimant(address, claimed);
        stranger.spend(WEIGHTS.other);
        const target = targetOf(url);
        found(target);
        response.setHeader('vary', VARY);
        if (method === 'OPTIONS') return within(stranger, signal, async () => preflight(await rulesOf(target), headers));
        const admit = (): Promise<void> => admitOrigin(response, target, { method, origin: headers['origin'] });
        if (isPublicAllowed && headers['authorization'] === undefined && !isPresigned(target.query)) {
          await within(stranger, signal, admit);
          if (target.key === undefined) throw new S3Error('AccessDenied');
          const leave = await placeOf(stranger, signal);
          return guarded(await done(request, target, { key: ANYONE, leave, payload: UNSIGNED, signing: undefined }, signal));
        }
        const { key, payload, ...signing } = await within(stranger, signal, async () => {
          await admit();
          return verify({ method, path: target.path, query: target.query, headers }, accounts, now());
        });
        stranger.refund(WEIGHTS.other);
        budgets.knowSigner(address, key.accessKeyId);
        const account = budgets.holder(key.user.id);
        account.spend(method === 'GET' && target.key === undefined ? WEIGHTS.list : WEIGHTS.other);
        const leave = await placeOf(account, signal);
        const { userId, name: userName, domainId, projectId } = key.user;
        const body = { access_key: key.accessKeyId };
        const author = { userId, userName, domainId, projectId, requestId, address, personalToken: null, body };
        return guarded(await done(request, target, { key, author, leave, payload, signing }, signal));
      }),
    deliver: (request, response, by, make) =>
      answered(request, response, async (_found, signal) => downloaded(await make(signal), { ...by, signal })),
    serve: (request, response, { url, key, author, adapt, leave }) =>
      answered(request, response, async (found, signal) => {
        const target = targetOf(url);
        found(target);
        const payload = headersOf(request)['x-amz-content-sha256'] ?? UNSIGNED;
        const answer = await done(request, target, { key, author, leave, payload, signing: undefined }, signal);
        const tellsObject = target.key !== undefined && typeof answer.body !== 'string';
        return tellsObject ? { ...answer, headers: adapt(answer.headers ?? {}) } : answer;
      }),
  };
}
