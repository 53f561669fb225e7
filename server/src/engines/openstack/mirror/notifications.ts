import { connect, type Channel, type ChannelModel } from 'amqplib';
import type { Logger } from 'pino';
import type { Trust } from '../../../port/trust.ts';
import { certificateProblem } from '../client/trust.ts';
import type { Settings } from '../settings.ts';
import type { Touched } from './notice.ts';
import type { TouchedBy } from './notices.ts';
import { pause } from './pause.ts';

/** Milliseconds between two tries to reach the bus. */
const RECONNECT_MS = 2000;
/** Milliseconds between two signs of life asked from it, and how long one may take: one that hangs is seen within five seconds. */
const LIFE_MS = 1000;
const LIFE_LIMIT_MS = 2500;
/** Milliseconds that an orderly end of the connection may take. */
const CLOSE_LIMIT_MS = 1000;
/** Seconds between two heartbeats: they end a connection that was given up. */
const HEARTBEAT_S = 10;
/** What comes within this many milliseconds is looked at once. */
const GATHER_MS = 50;
/** A bus that does not answer a new connection. */
const CONNECT_LIMIT_MS = 3000;

const TOPICS = ['versioned_notifications', 'notifications'];
const PRIORITIES = ['info', 'warn', 'error'];

export interface NotificationsOptions {
  settings: NonNullable<Settings['notifications']>;
  /** Certificates that the cloud's clouds.yaml names: they count for `amqps://`. */
  trust: Trust;
  log: Logger;
  touchedBy: TouchedBy;
  /** Something changed. */
  touched(what: Touched): void;
  /** Whether messages of all services that have ever sent any arrive from now on. After a gap everything may have changed. */
  arriving(yes: boolean): void;
  /** Why the bus is out of reach; null: it is there. */
  lost(reason: string | null): void;
}

/** Exchanges that there were in this term. After a restart of the bus they come back one by one, when their service sends something. */
type Known = Set<string>;

/** Listens to the services' notifications until the signal aborts; connects again by itself. Never throws on behalf of the bus. */
export async function listen(options: NotificationsOptions, signal: AbortSignal): Promise<void> {
  const known: Known = new Set();
  while (!signal.aborted) {
    try {
      await listenOnce(options, signal, known);
    } catch (cause) {
      if (signal.aborted) return;
      const error = await certificateProblem(options.settings.url, cause, options.trust);
      options.log.debug({ err: error }, 'notifications do not arrive: changes are polled for until they do');
      options.lost(error instanceof Error && error.message ? error.message : String(error));
    } finally {
      options.arriving(false);
    }
    // the pause ends early when the engine stops, and so does the loop
    if (!signal.aborted) await pause(RECONNECT_MS, signal).catch(() => undefined);
  }
}

async function listenOnce(
  { settings, trust, log, touchedBy, touched, ...tell }: NotificationsOptions,
  signal: AbortSignal,
  known: Known,
): Promise<void> {
  const url = new URL(settings.url);
  url.searchParams.set('heartbeat', String(HEARTBEAT_S));
  const connection = await connect(url.href, { ...trust, timeout: CONNECT_LIMIT_MS });
  const gatherer = new Gatherer(touched);
  const ended = Promise.withResolvers<void>();
  // it may end before anyone waits for it; whoever waits below still gets the reason
  ended.promise.catch(() => undefined);
  const stop = () => ended.resolve();
  signal.addEventListener('abort', stop, { once: true });
  connection.on('error', (error: unknown) => ended.reject(error));
  connection.on('close', () => ended.reject(new Error('connection closed')));
  try {
    const channel = await connection.createChannel();
    channel.on('error', (error: unknown) => ended.reject(error));
    await channel.prefetch(200);
    const { queue } = await channel.assertQueue('', { exclusive: true, autoDelete: true, durable: false });
    await channel.consume(queue, (message) => {
      if (!message) return ended.reject(new Error('queue deleted'));
      gatherer.add(touchedBy(message.content.toString('utf8')));
      channel.ack(message);
    });
    const bound = new Set<string>();
    const bind = async (): Promise<void> => {
      const added = await bindAll(connection, channel, queue, settings.exchanges, bound);
      if (added.length === 0) return;
      for (const exchange of added) known.add(exchange);
      log.info({ exchanges: [...bound] }, 'notifications arrive');
      tell.arriving([...known].every((exchange) => bound.has(exchange)));
    };
    tell.lost(null);
    while (!signal.aborted) {
      await bind();
      await Promise.race([ended.promise, within(LIFE_LIMIT_MS, channel.checkQueue(queue))]);
      await Promise.race([ended.promise, pause(LIFE_MS, signal)]);
    }
  } finally {
    signal.removeEventListener('abort', stop);
    gatherer.stop();
    await within(CLOSE_LIMIT_MS, connection.close()).catch((error: unknown) =>
      log.debug({ err: error }, 'bus connection not closed in order'),
    );
  }
}

/** Rejects when the work takes longer; it goes on all the same. */
async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const limit = Promise.withResolvers<never>();
  const timer = setTimeout(() => limit.reject(new Error('no answer within the time limit')), ms);
  try {
    return await Promise.race([work, limit.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Exchanges belong to the services: they are looked up, never made. A look-up of one that does not exist ends its channel. Answers those added. */
async function bindAll(
  connection: ChannelModel,
  channel: Channel,
  queue: string,
  exchanges: readonly string[],
  bound: Set<string>,
): Promise<string[]> {
  const added: string[] = [];
  for (const exchange of exchanges) {
    // Asked before each sign of life while one is missing: a bus that hangs must not hold this up.
    if (bound.has(exchange) || !(await within(LIFE_LIMIT_MS, exists(connection, exchange)))) continue;
    const patterns = TOPICS.flatMap((topic) => PRIORITIES.map((priority) => `${topic}.${priority}`));
    await within(LIFE_LIMIT_MS, Promise.all(patterns.map((pattern) => channel.bindQueue(queue, exchange, pattern))));
    bound.add(exchange);
    added.push(exchange);
  }
  return added;
}

async function exists(connection: ChannelModel, exchange: string): Promise<boolean> {
  const probe = await connection.createChannel();
  probe.on('error', () => undefined); // the answer itself rejects below
  try {
    await probe.checkExchange(exchange);
    await probe.close();
    return true;
  } catch (error) {
    if (typeof error === 'object' && error !== null && 'code' in error && error.code === 404) return false;
    throw error;
  }
}

/** Puts together what comes in a burst: creating one server sends a dozen messages. */
class Gatherer {
  readonly #touched: (what: Touched) => void;
  readonly #gathered = new Map<string, Touched>();
  #timer: NodeJS.Timeout | undefined;

  constructor(touched: (what: Touched) => void) {
    this.#touched = touched;
  }

  add(all: readonly Touched[]): void {
    for (const what of all) this.#gathered.set(`${what.kind} ${what.id ?? ''}`, what);
    if (this.#gathered.size > 0) this.#timer ??= setTimeout(() => this.#flush(), GATHER_MS);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #flush(): void {
    this.#timer = undefined;
    const all = [...this.#gathered.values()];
    this.#gathered.clear();
    for (const what of all) this.#touched(what);
  }
}
