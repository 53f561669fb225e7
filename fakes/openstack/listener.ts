/** The door of a fake cloud, and what a test may ask of it and change in it: the answers themselves are its heirs'. */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server as HttpServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Counts } from './control.ts';
import { Events } from './events.ts';
import { emptied, Faults, type Fault } from './faults.ts';
import { KEPT_BYTES, type Arrived } from './images.ts';
import { answerTo, CLOUD, idOf } from './recorded.ts';
import { normalPath } from './recording.ts';
import { Refusal, type Reply } from './reply.ts';

export const UNAUTHORIZED = answerTo('POST', /auth\/tokens$/, 401);
/** Ids in a path, for counting. */
const IDS = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}|[\da-f]{32}/g;
const NOTHING = { action: null, serverId: null, mark: null };

/** A request, as a test sees it. */
export interface Asked {
  /** Whose token: `alice@project:acme-prod-id`; null where none was given, or one that is not good. */
  as: string | null;
  method: string;
  /** Service, path and query in one order, without what differs each time: `/compute/v2.1/servers?limit=500`. */
  path: string;
  service: string;
  /** Below the service, without query: `/v2.1/servers`. */
  place: string;
  /** As it was sent. */
  query: URLSearchParams;
  /** As it was sent: `compute 2.93`. */
  version: string | null;
  /** Parsed JSON, or what is kept of bytes; null where there is nothing. */
  sent: unknown;
  headers: IncomingMessage['headers'];
  /** Id of this request, as the answer will name it. */
  requestId: string;
}

/** What a test lets it answer. `answer`: JSON, or text that is sent as it is; null or absent: an empty body. */
export interface Told {
  status?: number;
  answer?: unknown;
  headers?: Readonly<Record<string, string>>;
  /** The connection ends after so many bytes of the body, although more were announced. */
  cutAfter?: number;
}

/** `usual`: does what is asked, as if nobody had said otherwise, and tells the answer to it. */
export type Handler = (asked: Asked, usual: () => Told & { status: number }) => Told | Promise<Told>;

interface Override {
  method: string;
  path: RegExp;
  handler: Handler;
}

/** A cloud on a port of 127.0.0.1, its services side by side below paths of their names: `/identity`, `/compute`. */
export abstract class Listener {
  readonly events = new Events();
  readonly faults = new Faults();
  protected readonly counts: Counts = { services: {}, places: {} };
  /** Every request so far, in order. */
  readonly asked: Asked[] = [];
  /** Services that drop the connection instead of answering. */
  readonly silent = new Set<string>();
  /** Services that take requests and answer none. */
  readonly hanging = new Set<string>();
  /** Id of something that the recording gives a name to. Throws where it has no such name. */
  readonly id = idOf;
  readonly #overrides: Override[] = [];
  readonly #http: HttpServer;
  readonly #port: number;
  readonly #keeps: boolean;
  #url = '';
  #requests = 0;

  /** @param port 0: any free one. @param keeps whether it keeps what it is asked, for tests that look at it */
  constructor(port: number, keeps: boolean) {
    this.#port = port;
    this.#keeps = keeps;
    this.#http = createServer((request, response) => {
      this.#serve(request, response).catch((error: unknown) => {
        console.error('replay:', error);
        response.destroy();
      });
    });
  }

  /** Whose token; null: nobody's. */
  protected abstract holder(token: string): string | null;
  /** Does what is asked. Throws Refusal. */
  protected abstract reply(asked: Asked): Reply;
  /** What `/control` says; undefined where there is no such thing. */
  protected control?(asked: Asked): Promise<unknown>;
  /** Milliseconds that an answer of so many resources takes. */
  protected latency(_items: number): number {
    return 0;
  }

  /** Starts to answer; returns the address, without a slash at its end. */
  async start(): Promise<string> {
    await new Promise<void>((resolve, reject) => {
      this.#http.once('error', reject);
      this.#http.listen(this.#port, '127.0.0.1', resolve);
    });
    this.#url = `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}`;
    return this.#url;
  }

  async stop(): Promise<void> {
    this.#http.closeAllConnections();
    await new Promise((resolve) => this.#http.close(resolve));
  }

  /** What its clouds.yaml would name. */
  get authUrl(): string {
    return `${this.#url}/identity/v3`;
  }

  /** Lets it answer otherwise. The youngest one that fits counts. Returns the way back. */
  on(method: string, path: RegExp, handler: Handler): () => void {
    const override = { method, path, handler };
    this.#overrides.unshift(override);
    return () => void this.#overrides.splice(this.#overrides.indexOf(override), 1);
  }

  /** Lets a service say no. Returns the way back. */
  refuse(method: string, path: RegExp, refusal: Refusal): () => void {
    return this.on(method, path, () => ({ status: refusal.status, answer: refusal.body }));
  }

  /** The way back to how it answers now, as if nothing had been asked. */
  keepAnswers(): () => void {
    const answers = [...this.#overrides];
    return () => {
      this.#overrides.splice(0, Infinity, ...answers);
      this.asked.splice(0);
    };
  }

  /** How often something was asked. */
  count(method: string, path: RegExp): number {
    return this.asked.filter((item) => item.method === method && path.test(item.path)).length;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', CLOUD);
    const [, service = '', ...rest] = url.pathname.split('/');
    const given = request.headers['x-auth-token'];
    const version = request.headers['openstack-api-version'];
    const sent = await bodyOf(request);
    const asked: Asked = {
      as: typeof given === 'string' ? this.holder(given) : null,
      method: request.method ?? 'GET',
      path: normalPath(request.url ?? ''),
      service,
      place: `/${rest.join('/')}`,
      query: url.searchParams,
      version: typeof version === 'string' ? version : null,
      sent,
      headers: request.headers,
      requestId: `req-${String(++this.#requests).padStart(8, '0')}-0000-4000-8000-000000000000`,
    };
    if (service === 'control') await this.#control(response, asked);
    else if (this.silent.has(service)) request.socket.destroy();
    else if (!this.hanging.has(service)) await this.#answer(response, asked);
  }

  async #answer(response: ServerResponse, asked: Asked): Promise<void> {
    const { service, method, place: path } = asked;
    if (this.#keeps) this.asked.push(asked);
    this.#count(asked);
    const fault = this.faults.strike(service, method, path);
    if (fault && !fault.done) this.events.add({ what: 'fault', service, method, path, ...NOTHING });
    if (fault?.effect === 'hold') await this.faults.gone(fault);
    if (fault && !fault.done && (await spoiled(response, fault))) return;
    const reply = fault?.effect === 'status' && !fault.done ? { status: fault.status ?? 500, body: {} } : await this.#told(asked);
    const accepted = reply.accepted && { action: reply.accepted.action, serverId: reply.accepted.serverId, mark: reply.accepted.mark };
    if (fault?.done) this.events.add({ what: 'fault', service, method, path, ...(accepted ?? NOTHING) });
    if (fault?.done && (await spoiled(response, fault))) return;
    const ms = this.latency(reply.items ?? 0);
    if (ms > 0) await sleep(ms);
    if (accepted) response.once('finish', () => this.events.add({ what: 'accepted', service, method, path, ...accepted }));
    this.#send(response, asked, fault?.effect === 'empty' ? { ...reply, body: emptied(reply.body) } : reply, fault);
  }

  #send(response: ServerResponse, { requestId }: Asked, reply: Reply & Pick<Told, 'cutAfter'>, fault: Fault | undefined): void {
    const text = reply.body === undefined ? '' : JSON.stringify(reply.body).replaceAll(CLOUD, this.#url);
    const bytes = reply.bytes ?? Buffer.from(text);
    const status = fault?.effect === 'status' && fault.done ? (fault.status ?? 500) : (reply.status ?? 200);
    response.writeHead(status, {
      'content-type': reply.bytes ? 'application/octet-stream' : 'application/json',
      'content-length': bytes.length,
      'x-openstack-request-id': requestId,
      ...reply.headers,
    });
    const cut = fault?.effect === 'half' ? bytes.length / 2 : reply.cutAfter;
    if (cut === undefined) response.end(bytes);
    else response.write(bytes.subarray(0, cut), () => response.destroy());
  }

  /** What a test says of it, else what it answers by itself. */
  async #told(asked: Asked): Promise<Reply & Pick<Told, 'cutAfter'>> {
    const override = this.#overrides.find(({ method, path }) => method === asked.method && path.test(asked.path));
    if (!override) return this.#reply(asked);
    // Without a good token nobody comes as far as to what is answered otherwise.
    if (asked.headers['x-auth-token'] !== undefined && asked.as === null) return { status: 401, body: UNAUTHORIZED };
    const { answer, ...told } = await override.handler(asked, () => {
      const { body, bytes, status = 200, headers } = this.#reply(asked);
      return { status, answer: bytes?.toString() ?? structuredClone(body) ?? null, ...(headers && { headers }) };
    });
    if (typeof answer !== 'string') return { ...told, body: answer ?? undefined };
    return { ...told, bytes: Buffer.from(answer), headers: { 'content-type': 'application/json', ...told.headers } };
  }

  #reply(asked: Asked): Reply {
    try {
      return this.reply(asked);
    } catch (error) {
      if (error instanceof Refusal) return { status: error.status, body: error.body };
      throw error;
    }
  }

  #count({ method, service, place: path, query }: Asked): void {
    const { services, places } = this.counts;
    const place = `${method} ${service}${path.replace(IDS, '*')}${query.has('changes-since') ? '?changes-since' : ''}`;
    services[service] = (services[service] ?? 0) + 1;
    places[place] = (places[place] ?? 0) + 1;
  }

  async #control(response: ServerResponse, asked: Asked): Promise<void> {
    const answer = await this.control?.(asked).catch((error: unknown) => ({ error: String(error) }));
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? { error: 'unknown' }));
  }
}

/** Waits, breaks or swallows as a fault says; true: there will be no answer. */
async function spoiled(response: ServerResponse, { effect, ms = 0 }: Fault): Promise<boolean> {
  if (effect === 'delay') await sleep(ms);
  if (effect === 'cut') response.destroy();
  return effect === 'cut' || effect === 'hang';
}

/** JSON, or what is kept of bytes; null where there is nothing. */
async function bodyOf(request: IncomingMessage): Promise<unknown> {
  if (request.headers['content-type'] === 'application/octet-stream') return arrived(request);
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return pieces.length === 0 ? null : JSON.parse(Buffer.concat(pieces).toString('utf8'));
}

async function arrived(request: IncomingMessage): Promise<Arrived> {
  const digest = createHash('sha512');
  let bytes = 0;
  let kept: Buffer[] = [];
  for await (const piece of request) {
    digest.update(piece as Buffer);
    bytes += (piece as Buffer).length;
    if (bytes <= KEPT_BYTES) kept.push(piece as Buffer);
    else kept = [];
  }
  return { bytes, sha512: digest.digest('hex'), content: bytes <= KEPT_BYTES ? Buffer.concat(kept) : undefined };
}
