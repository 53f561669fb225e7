import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server as HttpServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Actions } from './actions.ts';
import { Cloud } from './cloud.ts';
import { computeRoutes } from './compute.ts';
import { control, type Counts } from './control.ts';
import { Events } from './events.ts';
import { emptied, Faults, type Fault } from './faults.ts';
import { identityRoutes } from './identity.ts';
import { Lifecycle } from './lifecycle.ts';
import type { ReplayOptions } from './options.ts';
import { GLANCE_NOTHING, imageRoutes, KEPT_BYTES, type Arrived } from './images.ts';
import { networkRoutes, volumeRoutes } from './others.ts';
import { placementRoutes } from './placement.ts';
import { qosRoutes } from './qos.ts';
import { answerTo, CLOUD } from './recorded.ts';
import { Refusal, unrecorded, type Question, type Reply, type Route } from './reply.ts';
import { volumeSnapshotRoutes } from './volume-snapshots.ts';
import { volumeTypeRoutes } from './volume-types.ts';

const UNAUTHORIZED = answerTo('POST', /auth\/tokens$/, 401);
/** Ids in a path, for counting. */
const IDS = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}|[\da-f]{32}/g;
/** Highest microversion of the recorded compute service. */
const HIGHEST = 93;

/** The replayed cloud on a port of 127.0.0.1, its services side by side below paths of their names: `/identity`, `/compute`. */
export class Replay {
  readonly cloud: Cloud;
  readonly events = new Events();
  readonly faults = new Faults();
  readonly #services: Readonly<Record<string, readonly Route[]>>;
  readonly #counts: Counts = { services: {}, places: {} };
  readonly #http: HttpServer;
  #url = '';
  #asked = 0;

  constructor(options: ReplayOptions) {
    this.cloud = new Cloud(options);
    const { cloud } = this;
    this.#services = {
      identity: identityRoutes(cloud.people, cloud.tokens),
      compute: computeRoutes(cloud, new Lifecycle(cloud), new Actions(cloud)),
      network: networkRoutes(cloud),
      volume: [...volumeRoutes(cloud), ...volumeSnapshotRoutes(cloud), ...volumeTypeRoutes(cloud), ...qosRoutes(cloud)],
      image: imageRoutes(cloud),
      placement: placementRoutes(cloud.nodes),
    };
    this.#http = createServer((request, response) => {
      this.#serve(request, response).catch((error: unknown) => {
        console.error('replay:', error);
        response.destroy();
      });
    });
  }

  /** Starts to answer; returns the address, without a slash at its end. */
  async start(): Promise<string> {
    await new Promise<void>((resolve, reject) => {
      this.#http.once('error', reject);
      this.#http.listen(this.cloud.options.port, '127.0.0.1', resolve);
    });
    this.#url = `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}`;
    return this.#url;
  }

  async stop(): Promise<void> {
    this.cloud.close();
    this.#http.closeAllConnections();
    await new Promise((resolve) => this.#http.close(resolve));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', CLOUD);
    const method = request.method ?? 'GET';
    const body = await bodyOf(request);
    const [, service = '', ...rest] = url.pathname.split('/');
    if (service === 'control') return this.#control(response, { method, path: url.pathname, query: url.searchParams, body });
    const path = `/${rest.join('/')}`;
    this.#count(`${method} ${service}${path.replace(IDS, '*')}${url.searchParams.has('changes-since') ? '?changes-since' : ''}`, service);
    const given = request.headers['x-auth-token'];
    const version = request.headers['openstack-api-version'];
    const question: Question = {
      method,
      path,
      url: `${CLOUD}/${service}${path}`,
      query: url.searchParams,
      body,
      version: typeof version === 'string' ? version.split(' ').at(-1) : undefined,
      token: this.cloud.tokens.find(typeof given === 'string' ? given : undefined),
      headers: request.headers,
      requestId: `req-${this.cloud.chance.uuid('request', ++this.#asked)}`,
    };
    await this.#answer(response, service, question);
  }

  async #answer(response: ServerResponse, service: string, question: Question): Promise<void> {
    const { method, path } = question;
    const fault = this.faults.strike(service, method, path);
    if (fault && !fault.done) this.events.add({ what: 'fault', service, method, path, action: null, serverId: null, mark: null });
    if (fault?.effect === 'hold') await this.faults.gone(fault);
    if (fault && !fault.done && (await spoiled(response, fault))) return;
    const reply = fault?.effect === 'status' && !fault.done ? { status: fault.status ?? 500, body: {} } : this.#reply(service, question);
    const accepted = reply.accepted && { action: reply.accepted.action, serverId: reply.accepted.serverId, mark: reply.accepted.mark };
    const nothing = { action: null, serverId: null, mark: null };
    if (fault?.done) this.events.add({ what: 'fault', service, method, path, ...(accepted ?? nothing) });
    if (fault?.done && (await spoiled(response, fault))) return;
    await this.#wait(reply.items ?? 0);
    if (accepted) response.once('finish', () => this.events.add({ what: 'accepted', service, method, path, ...accepted }));
    this.#send(response, question, fault?.effect === 'empty' ? { ...reply, body: emptied(reply.body) } : reply, fault);
  }

  #send(response: ServerResponse, { requestId }: Question, reply: Reply, fault: Fault | undefined): void {
    const text = reply.body === undefined ? '' : JSON.stringify(reply.body).replaceAll(CLOUD, this.#url);
    const bytes = reply.bytes ?? Buffer.from(text);
    const status = fault?.effect === 'status' && fault.done ? (fault.status ?? 500) : (reply.status ?? 200);
    response.writeHead(status, {
      'content-type': reply.bytes ? 'application/octet-stream' : 'application/json',
      'content-length': bytes.length,
      'x-openstack-request-id': requestId,
      ...reply.headers,
    });
    if (fault?.effect !== 'half') response.end(bytes);
    else response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
  }

  #reply(service: string, question: Question): Reply {
    try {
      return this.#route(service, question);
    } catch (error) {
      if (error instanceof Refusal) return { status: error.status, body: error.body };
      throw error;
    }
  }

  #route(service: string, question: Question): Reply {
    const { method, path, token } = question;
    for (const route of this.#services[service] ?? []) {
      const found = route.method === method ? route.path.exec(path) : null;
      if (!found) continue;
      if (!token && !route.open) throw new Refusal(401, UNAUTHORIZED);
      if (route.versions) checkVersion(question, route.versions);
      return route.answer(question, ...found.slice(1));
    }
    if (service === 'image' && path === '/v2/') throw new Refusal(404, GLANCE_NOTHING);
    throw unrecorded(`${service} ${method} ${path}`);
  }

  async #wait(items: number): Promise<void> {
    const { latency, perThousand } = this.cloud.options;
    const ms = latency + (items * perThousand) / 1000;
    if (ms > 0) await sleep(ms);
  }

  #count(place: string, service: string): void {
    const { services, places } = this.#counts;
    services[service] = (services[service] ?? 0) + 1;
    places[place] = (places[place] ?? 0) + 1;
  }

  async #control(response: ServerResponse, asked: Parameters<typeof control>[0]): Promise<void> {
    const { cloud, events, faults } = this;
    const answer = await control(asked, { cloud, events, faults, counts: this.#counts }).catch((error: unknown) => ({
      error: String(error),
    }));
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

/** A shape is known for the versions it was recorded in; a higher one than the service has is refused as Nova does. */
function checkVersion({ version, method, path }: Question, [lowest, highest]: readonly [string, string]): void {
  const minor = (text: string): number => Number(text.split('.')[1]);
  const asked = minor(version ?? '2.1');
  if (asked > HIGHEST)
    throw new Refusal(406, { itemNotAcceptable: { code: 406, message: `Version ${version} is not supported by the API.` } });
  if (asked < minor(lowest) || asked > minor(highest)) throw unrecorded(`${method} ${path} in microversion ${version ?? '2.1'}`);
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
