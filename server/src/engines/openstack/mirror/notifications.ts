import { connect, type Channel, type ChannelModel } from 'amqplib';
import type { Logger } from 'pino';
import type { Settings } from '../settings.ts';
import { touchedBy, type Touched } from './notices.ts';
import { pause } from './pause.ts';

/** Milliseconds between two tries to reach the bus, and between two looks for exchanges that did not exist. */
const RECONNECT_MS = 3000;
const EXCHANGES_MS = 30_000;
/** What comes within this many milliseconds is looked at once. */
const GATHER_MS = 50;
/** A bus that says nothing while it is asked for a connection. */
const CONNECT_LIMIT_MS = 5000;

const TOPICS = ['versioned_notifications', 'notifications'];
const PRIORITIES = ['info', 'warn', 'error'];

export interface NotificationsOptions {
  settings: NonNullable<Settings['notifications']>;
  log: Logger;
  /** Something changed. */
  touched(what: Touched): void;
  /** Whether messages arrive from now on. After a gap everything may have changed. */
  arriving(yes: boolean): void;
}

/** Listens to the services' notifications until the signal aborts; connects again by itself. Never throws on behalf of the bus. */
export async function listen(options: NotificationsOptions, signal: AbortSignal): Promise<void> {
  let complained = false;
  while (!signal.aborted) {
    try {
      await listenOnce(options, signal, () => (complained = false));
    } catch (error) {
      if (signal.aborted) return;
      if (!complained) options.log.warn({ err: error }, 'notifications do not arrive: changes are polled for until they do');
      complained = true;
    } finally {
      options.arriving(false);
    }
    // the pause ends early when the engine stops, and so does the loop
    if (!signal.aborted) await pause(RECONNECT_MS, signal).catch(() => undefined);
  }
}

async function listenOnce(
  { settings, log, touched, arriving }: NotificationsOptions,
  signal: AbortSignal,
  connected: () => void,
): Promise<void> {
  const url = new URL(settings.url);
  url.searchParams.set('heartbeat', '10');
  const connection = await connect(url.href, { timeout: CONNECT_LIMIT_MS });
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
    await bindAll(connection, channel, queue, settings.exchanges, bound);
    log.info({ exchanges: [...bound] }, 'notifications arrive');
    connected();
    arriving(true);
    const timer = setInterval(() => {
      bindAll(connection, channel, queue, settings.exchanges, bound).catch((error: unknown) => ended.reject(error));
    }, EXCHANGES_MS);
    await ended.promise.finally(() => clearInterval(timer));
  } finally {
    signal.removeEventListener('abort', stop);
    gatherer.stop();
    await connection.close().catch((error: unknown) => log.debug({ err: error }, 'bus connection was already closed'));
  }
}

/** Exchanges belong to the services: they are looked up, never made. A look-up of one that does not exist ends its channel. */
async function bindAll(
  connection: ChannelModel,
  channel: Channel,
  queue: string,
  exchanges: readonly string[],
  bound: Set<string>,
): Promise<void> {
  for (const exchange of exchanges) {
    if (bound.has(exchange) || !(await exists(connection, exchange))) continue;
    for (const topic of TOPICS) for (const priority of PRIORITIES) await channel.bindQueue(queue, exchange, `${topic}.${priority}`);
    bound.add(exchange);
  }
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
