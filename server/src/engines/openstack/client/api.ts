import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { GantryError } from '@gantry/contract/wire/errors';
import { isBackground, takeTurn } from '../../../turns/turns.ts';
import type { Readable } from 'node:stream';
import type { ByteRange, Incoming } from '../../../port/engine.ts';
import { addressOf, placeFor, queryOf, type Query } from './address.ts';
import { getBytes, putBytes } from './bytes.ts';
import { endpointOf } from './catalogue.ts';
import type { Connections } from './connections.ts';
import { isElsewhere, isOutage, isUnknown, markUnanswered, ServiceError, unreadable, type ServiceName } from './errors.ts';
import { globalRequestId, send, type HttpAnswer, type HttpRequest } from './http.ts';
import { RequestBudget } from './request-budget.ts';
import type { LeftOut } from './left-out.ts';
import type { ServiceAccount, Token } from './tokens.ts';
import { documentUrl, highestMicroversion, includes, MICROVERSION_NAME, versioned } from './versions.ts';

/** A user's scoped token, as far as a request needs it. */
export interface UserToken {
  id: string;
  projectId: string | null;
}

export interface ApiRequest<S extends z.ZodType> {
  method?: HttpRequest['method'];
  /** Below the major version: `/servers/detail`. */
  path: string;
  query?: Query;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  /** Lowest microversion in which the service does what is asked. Nothing higher is ever requested. */
  needs?: string;
  /** Whose right; the service account's where absent. */
  as?: UserToken | undefined;
  answer: S;
  /** The answer is text, not JSON. */
  text?: true;
  /** Id of the request that made us ask. */
  requestId?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Milliseconds; the configured limit where absent. */
  timeLimit?: number;
}

export interface ApiAnswer<T> {
  body: T;
  requestId: string | undefined;
  headers: Headers;
}

/** Called with every service after each request: null when it answered, else why not; and after how many milliseconds. */
export type Observer = (service: ServiceName, outage: GantryError | null, took: number) => void;

/** Spares a silent service the requests that would only wait for their time limit. Probes are always sent. */
export interface Breaker {
  /** Why the service is not asked at the moment; undefined: it is. */
  closed(service: ServiceName): GantryError | undefined;
  /** Aborts, with that reason, when the service falls silent: reads under way end, commands keep their own time limit. */
  ending(service: ServiceName): AbortSignal;
  /** Something of an answer has come. */
  heard(service: ServiceName): void;
  /**
   * Milliseconds that a request may take which is given `limit` as a rule: longer where the service is slow lately, and for reads short while
   * it is just back, when its first processes may take a request and not answer it.
   */
  patience(service: ServiceName, limit: number, reads: boolean): number;
}

export interface ApiOptions {
  account: ServiceAccount;
  authUrl: string;
  region: string | undefined;
  interface: string;
  /** Milliseconds */
  timeLimit: number;
  /** Requests of the mirror's own work (`inBackground`) under way at the same time; any number where absent. */
  mirrorRequests?: number;
  observer: Observer;
  breaker?: Breaker;
  /** How services are reached; see `HttpRequest`. */
  connections?: Connections;
  leftOut?: LeftOut;
}

/** A probe ends when whoever sent it gives it up; this is for none to stay for ever. */
const PROBE_LIMIT_MS = 3_600_000;
/** Milliseconds that a probe which found nobody waits for the catalogue: an outage must be told at once. */
const MOVED_MS = 1000;

/** All services of one region, by their catalogue. */
export class Api {
  readonly #options: ApiOptions;
  readonly #microversions = new Map<ServiceName, string | undefined>();
  readonly #mirrorBudget: RequestBudget;

  constructor(options: ApiOptions) {
    this.#options = options;
    this.#mirrorBudget = new RequestBudget(options.mirrorRequests ?? Infinity);
  }

  /** Whether the catalogue has the service. Throws engine_unavailable where Keystone does not answer. */
  async has(service: ServiceName): Promise<boolean> {
    return (await this.#find(service)) !== undefined;
  }

  /** Highest microversion; undefined where the service has none, or has not been asked yet. */
  knownMicroversion(service: ServiceName): string | undefined {
    return this.#microversions.get(service);
  }

  /** The user by whose account the cloud is read; undefined where it has not been asked yet. */
  get reader(): Token['user'] | undefined {
    return this.#options.account.last?.user;
  }

  /** Tells what cannot be read of an answer that counts all the same. */
  leftOut: LeftOut = (service, path, wrong) => this.#options.leftOut?.(service, path, wrong);

  /** Extensions of services that the cloud was found without when it was last asked: `vpnaas`. */
  readonly lacking = new Set<string>();

  /** Whether the catalogue that was last read has the service; undefined where none could be read yet. */
  catalogued(service: ServiceName): boolean | undefined {
    const token = this.#options.account.last;
    return token && this.#endpoint(service, token) !== undefined;
  }

  /**
   * Asks for the version document on a new connection: the cheapest sign of life. Any answer is one, also a refusal. Needs no valid token;
   * services whose address is not known are not asked: then it answers false. Throws engine_unavailable, or what the signal says.
   */
  async probe(service: ServiceName, signal: AbortSignal): Promise<boolean> {
    const token = this.#options.account.last;
    const endpoint = service === 'identity' ? this.#options.authUrl : token && this.#endpoint(service, token);
    if (endpoint === undefined) return false;
    try {
      await this.#discover(service, endpoint, token, { knocks: true, signal, timeLimit: PROBE_LIMIT_MS });
    } catch (error) {
      if (isElsewhere(error) && (await this.#hasMoved(service, endpoint))) return this.probe(service, signal);
      if (!(error instanceof ServiceError) || error.httpStatus === 0 || error.httpStatus >= 500) throw error;
    }
    return true;
  }

  /** Whether a service does what needs this microversion. Throws engine_unavailable. */
  async offers(service: ServiceName, needed: string): Promise<boolean> {
    const endpoint = await this.#find(service);
    if (endpoint === undefined) return false;
    const token = await this.#token();
    if (!this.#microversions.has(service)) await this.#observed(service, () => this.#discover(service, endpoint, token));
    const highest = this.#microversions.get(service);
    return highest !== undefined && includes(highest, needed);
  }

  /** One request. Throws ServiceError, or not_supported where the cloud lacks the service or the microversion. */
  async ask<S extends z.ZodType>(service: ServiceName, request: ApiRequest<S>): Promise<ApiAnswer<z.output<S>>> {
    if (request.needs && !(await this.offers(service, request.needs)))
      throw new GantryError('not_supported', { detail: `${service}: microversion ${request.needs} is not offered` });
    const answer = request.as
      ? await this.#send(service, request, request.as)
      : await this.#asService(service, request as ApiRequest<z.ZodType>);
    await takeTurn();
    const parsed = await request.answer.safeParseAsync(answer.body);
    if (!parsed.success) throw unreadable(service, request.path, z.prettifyError(parsed.error), answer.requestId);
    return { body: parsed.data, requestId: answer.requestId, headers: answer.headers };
  }

  /** Puts bytes with a user's right. Returns the service's id of the request. Throws ServiceError, and what the bytes ended with. */
  async put(
    service: ServiceName,
    {
      path,
      as,
      bytes,
      requestId,
      signal,
      timeLimit,
    }: Required<Pick<ApiRequest<z.ZodType>, 'path' | 'signal' | 'timeLimit'>> & {
      as: UserToken;
      bytes: Incoming;
      requestId: string;
    },
  ): Promise<string | undefined> {
    const endpoint = await this.#place(service);
    const global = globalRequestId(requestId);
    const headers = { 'x-auth-token': as.id, ...(global !== undefined && { 'x-openstack-request-id': global }) };
    const { connections } = this.#options;
    return putBytes({ service, connections, url: addressOf(service, endpoint, path), headers, bytes, timeLimit, signal: signal! });
  }

  /** Opens bytes with a user's right, all of them or those of a range. Throws ServiceError; `undefined`: the service has none there. */
  async stream(
    service: ServiceName,
    {
      path,
      as,
      range,
      requestId,
      signal,
    }: { path: string; as: UserToken; range: ByteRange | null; requestId: string; signal: AbortSignal },
  ): Promise<Readable | undefined> {
    const endpoint = await this.#place(service);
    const global = globalRequestId(requestId);
    const headers = { 'x-auth-token': as.id, ...(global !== undefined && { 'x-openstack-request-id': global }) };
    const { connections } = this.#options;
    return getBytes({ service, connections, url: addressOf(service, endpoint, path), headers, range, signal });
  }

  async #asService(service: ServiceName, request: ApiRequest<z.ZodType>): Promise<HttpAnswer> {
    const token = await this.#token();
    const as = (given: Token): UserToken => ({ id: given.id, projectId: given.projectId ?? null });
    try {
      return await this.#send(service, request, as(token));
    } catch (error) {
      if (!(error instanceof ServiceError) || error.httpStatus !== 401) throw error;
      this.#options.account.forget(token);
      const renewed = await this.#token();
      return await this.#send(service, request, as(renewed)).catch((second: unknown) => {
        if (second instanceof ServiceError && second.httpStatus === 401)
          throw new ServiceError(service, 401, 'engine_unavailable', {
            detail: `${service}: the service account is refused`,
            cause: second,
          });
        throw second;
      });
    }
  }

  async #send(service: ServiceName, request: ApiRequest<z.ZodType>, as: UserToken): Promise<HttpAnswer> {
    const endpoint = await this.#place(service);
    const name = MICROVERSION_NAME[service];
    const method = request.method ?? 'GET';
    const { breaker } = this.#options;
    const limit = request.timeLimit ?? this.#options.timeLimit;
    const ending = method === 'GET' ? breaker?.ending(service) : undefined;
    const signals = [request.signal, ending].filter((signal) => signal !== undefined);
    const sent = (): Promise<HttpAnswer> =>
      send({
        service,
        method,
        url: addressOf(service, placeFor(endpoint, as), request.path) + queryOf(request.query),
        headers: {
          ...request.headers,
          'x-auth-token': as.id,
          ...(request.needs && name && { 'openstack-api-version': `${name} ${request.needs}` }),
        },
        ...(request.body !== undefined && { body: request.body }),
        text: request.text,
        timeLimit: breaker?.patience(service, limit, method === 'GET') ?? limit,
        globalRequestId: request.requestId === undefined ? undefined : globalRequestId(request.requestId),
        connections: this.#options.connections,
        heard: () => breaker?.heard(service),
        signal: signals.length === 0 ? undefined : AbortSignal.any(signals),
      }).catch((error: unknown) => {
        if (method !== 'GET') markUnanswered(error);
        throw error;
      });
    const observed = (): Promise<HttpAnswer> => this.#observed(service, sent);
    return isBackground() ? this.#mirrorBudget.run(service, observed) : observed();
  }

  /** Address of a service that can be asked. Throws not_supported, engine_unavailable. */
  async #place(service: ServiceName): Promise<string> {
    const endpoint = await this.#find(service);
    if (endpoint === undefined) throw new GantryError('not_supported', { detail: `${service}: not in the catalogue of this region` });
    this.#throwIfSilent(service);
    return endpoint;
  }

  /** Address of a service. One that is missing is looked for again: it may be there by now. Throws engine_unavailable. */
  async #find(service: ServiceName): Promise<string | undefined> {
    return this.#endpoint(service, await this.#token()) ?? this.#endpoint(service, await this.#renewed());
  }

  /** Whether the catalogue now has another address for a service, or none. An answer that takes long is left to the next one who asks. */
  async #hasMoved(service: ServiceName, from: string): Promise<boolean> {
    if (service === 'identity') return false;
    const late = new AbortController();
    const renewed = this.#renewed().catch((error: unknown) => {
      if (isUnknown(error)) return undefined;
      throw error;
    });
    const token = await Promise.race([renewed, sleep(MOVED_MS, undefined, { signal: late.signal, ref: false })]);
    late.abort();
    return token !== undefined && this.#endpoint(service, token) !== from;
  }

  #throwIfSilent(service: ServiceName): void {
    const silence = this.#options.breaker?.closed(service);
    if (silence) throw silence;
  }

  /** Only a failure is evidence of the identity service's state: a token is mostly at hand already. */
  async #token(): Promise<Token> {
    const { account, breaker } = this.#options;
    return this.#suspecting(() => {
      if (!account.isFresh) this.#throwIfSilent('identity');
      return account.token(breaker?.ending('identity'));
    });
  }

  #renewed(): Promise<Token> {
    return this.#suspecting(() => {
      this.#throwIfSilent('identity');
      return this.#options.account.renew();
    });
  }

  async #suspecting<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (isOutage(error)) this.#options.observer('identity', error as GantryError, 0);
      throw error;
    }
  }

  async #observed<T>(service: ServiceName, work: () => Promise<T>): Promise<T> {
    const { observer } = this.#options;
    const requestedAt = performance.now();
    try {
      const result = await work();
      observer(service, null, performance.now() - requestedAt);
      return result;
    } catch (error) {
      const took = performance.now() - requestedAt;
      if (isOutage(error)) observer(service, error as GantryError, took);
      else if (error instanceof ServiceError) observer(service, null, took);
      throw error;
    }
  }

  #endpoint(service: ServiceName, token: Token): string | undefined {
    if (service === 'identity') return this.#options.authUrl;
    const url = endpointOf(token.catalogue, service, this.#options, token.projectId);
    return url === undefined ? undefined : versioned(service, url);
  }

  async #discover(
    service: ServiceName,
    endpoint: string,
    token: Token | undefined,
    how: Partial<Pick<HttpRequest, 'knocks' | 'signal' | 'timeLimit'>> = {},
  ): Promise<void> {
    const headers = token ? { 'x-auth-token': token.id } : {};
    const { timeLimit, connections, breaker } = this.#options;
    const heard = (): void => breaker?.heard(service);
    const answer = await send({ service, method: 'GET', url: documentUrl(endpoint), headers, timeLimit, connections, heard, ...how });
    this.#microversions.set(service, highestMicroversion(service, answer.body));
  }
}
