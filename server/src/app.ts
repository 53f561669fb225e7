/** Puts the server together: store, engines, tasks, socket, two HTTP servers. */
import { randomUUID } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { mkdirSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { kinds } from '@gantry/contract';
import { createAccess, type AccessOptions } from './access/access.ts';
import { createEngines, type Engines } from './app/engines.ts';
import { keepHouse } from './app/housekeeping.ts';
import { secretKeyIn } from './app/secret-key.ts';
import { STORE_FILE } from './app/store-file.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Engine } from './engines/engine.ts';
import { createListener } from './http/listener.ts';
import { createLogger } from './ops/logger.ts';
import { createOperations } from './ops/operations.ts';
import { createRealtime } from './realtime/index.ts';
import type { RealtimeOptions } from './realtime/port.ts';
import { createScreens } from './screens/index.ts';
import type { ScreenLimits } from './screens/port.ts';
import { openStore } from './store/open.ts';
import type { Store } from './store/port.ts';
import { createTaskRunner } from './tasks/index.ts';

const MINUTE = 60_000;
/** A lease is prolonged this many times before it would run out. */
const HEARTBEATS = 3;
/** Milliseconds that requests under way have to finish at an orderly stop. */
const CLOSE_LIMIT = 10_000;

const consoleFolder = fileURLToPath(new URL('../../console/dist', import.meta.url));
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string };

export interface AppOptions {
  log?: Logger | undefined;
  /** Drives the embedded platform instead of the real time. */
  embeddedClock?: Clock | undefined;
  /** Built console to serve instead of the own one. */
  consoleFolder?: string | undefined;
  /** Milliseconds, and the time sessions go by; for tests that cannot wait for minutes. */
  session?: Partial<AccessOptions['times']> | undefined;
  sessionClock?: Clock | undefined;
  throttle?: AccessOptions['throttle'];
  /** Milliseconds of the sockets' rounds. */
  realtime?: RealtimeOptions['times'];
  screens?: Partial<ScreenLimits> | undefined;
}

export interface App {
  selfServiceUrl: string;
  adminUrl: string;
  store: Store;
  engines: readonly Engine[];
  /** Orderly stop: sockets are told, requests finish, tasks are handed over, the store is closed. */
  close(): Promise<void>;
}

/** What has been started, to be stopped in reverse order, whether the start came to its end or not. */
class Stack {
  readonly #steps: (() => Promise<unknown> | void)[] = [];

  push(step: () => Promise<unknown> | void): void {
    this.#steps.push(step);
  }

  /** All steps are taken, also after one fails; the first failure is thrown. */
  async unwind(): Promise<void> {
    const failures: unknown[] = [];
    for (let step = this.#steps.pop(); step; step = this.#steps.pop())
      try {
        await step();
      } catch (error) {
        failures.push(error);
      }
    if (failures.length > 0) throw failures[0];
  }
}

type Listener = Awaited<ReturnType<typeof createListener>>;

/** On one address, also where a name has several: what is attached to the listener's server would be missing from a second one. */
async function listen(listener: Listener, name: string, port: number): Promise<string> {
  const { address: host } = await lookup(name, { order: 'ipv4first' });
  await listener.listen({ host, port });
  const { address, port: actual } = listener.server.address() as AddressInfo;
  return `http://${address.includes(':') ? `[${address}]` : address}:${actual}`;
}

async function closeListener(listener: Listener): Promise<void> {
  const limit = setTimeout(() => listener.server.closeAllConnections(), CLOSE_LIMIT);
  try {
    await listener.close();
  } finally {
    clearTimeout(limit);
  }
}

const leaseOf = ({ leaseSeconds }: Config): number => leaseSeconds * 1000;

async function openEngines(
  config: Config,
  store: Store,
  log: Logger,
  owner: string,
  clock: Clock | undefined,
  stack: Stack,
): Promise<Engines> {
  const engines = await createEngines(config, { store, log, owner, lease: leaseOf(config), embeddedClock: clock });
  for (const engine of engines.all) {
    stack.push(() => engine.stop());
    await engine.start();
  }
  return engines;
}

async function start(config: Config, options: AppOptions, stack: Stack): Promise<App> {
  const log = options.log ?? createLogger(config.logLevel);
  const owner = `${hostname()} ${process.pid} ${randomUUID()}`;
  mkdirSync(config.dataFolder, { recursive: true, mode: 0o700 });
  const [secretKey = secretKeyIn(config.dataFolder), ...formerKeys] = config.secretKeys;
  const store = await openStore({
    url: config.databaseUrl,
    file: join(config.dataFolder, STORE_FILE),
    secretKey: Buffer.from(secretKey),
    formerSecretKeys: formerKeys.map((key) => Buffer.from(key)),
    kinds,
    log,
    owner,
  });
  stack.push(() => store.close());
  const engines = await openEngines(config, store, log, owner, options.embeddedClock, stack);
  const operations = createOperations({ store, engines: engines.all, log, owner, version });
  stack.push(() => operations.close());
  const absolute = config.session.hours * 60 * MINUTE;
  const idle = (config.session.idleMinutes ?? config.session.hours * 60) * MINUTE;
  const times = { idle, absolute, ...options.session };
  const { throttle, sessionClock } = options;
  const now = sessionClock && (() => sessionClock.now());
  const access = createAccess({ sessions: store.sessions, identity: engines.identity, times, throttle, now });
  const tasks = createTaskRunner({
    store,
    log,
    owner,
    command: (engine, name) => engines.get(engine)?.commands[name],
    credentialFor: (actor) => access.credentialFor(actor),
    onEnded: (task) => operations.taskEnded(task),
    times: { lease: leaseOf(config), heartbeat: leaseOf(config) / HEARTBEATS, doubt: config.doubtSeconds * 1000 },
  });
  stack.push(() => tasks.stop());
  await tasks.start();
  stack.push(keepHouse(store, { auditDays: config.auditDays, idle: times.idle }, log));

  const screens = createScreens({
    store,
    log,
    access,
    live: (engine, name) => engines.platform.live(engine, name),
    onEnded: (kind, end) => operations.screenEnded(kind, end),
    limits: options.screens,
  });
  const http = {
    store,
    access,
    tasks,
    tickets: screens,
    platform: engines.platform,
    log,
    owner,
    settings: { version, idleMinutes: config.session.idleMinutes },
    consoleFolder: options.consoleFolder ?? consoleFolder,
    trustProxy: config.trustProxy,
    metricsToken: config.metricsToken,
    operations,
  };
  const realtime = createRealtime({
    store,
    log,
    access,
    engines: engines.all,
    times: options.realtime,
    onSent: (channel, sockets) => operations.eventsSent(channel, sockets),
  });
  operations.watch(() => ({ sockets: realtime.sockets, tasks: tasks.running, screens: screens.open }));
  const listeners = [await createListener(http, 'self-service'), await createListener(http, 'administration')] as const;
  const urls: string[] = [];
  for (const [index, listener] of listeners.entries()) {
    realtime.attach(listener.server);
    screens.attach(listener.server);
    stack.push(() => closeListener(listener));
    urls.push(await listen(listener, config.host, index === 0 ? config.port : config.adminPort));
  }
  stack.push(() => realtime.stop());
  await realtime.start();
  stack.push(() => screens.stop());
  screens.start();
  stack.push(() => operations.stopping());
  const [selfServiceUrl = '', adminUrl = ''] = urls;
  return { selfServiceUrl, adminUrl, store, engines: engines.all, close: () => stack.unwind() };
}

/** Starts the server. Where a step fails, those before it are undone and the failure is thrown (ConfigError, or why a part cannot start). */
export async function startApp(config: Config, options: AppOptions = {}): Promise<App> {
  const stack = new Stack();
  try {
    return await start(config, options, stack);
  } catch (error) {
    await stack.unwind();
    throw error;
  }
}
