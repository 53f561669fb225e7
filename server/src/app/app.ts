/** Puts the server together: store, engines, tasks, socket, two HTTP servers. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { Server as TlsServer } from 'node:tls';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { kinds } from '@gantry/contract';
import { SELF_SERVICE_PORT } from '@gantry/contract/constants';
import { createAccess, type AccessOptions } from '../access/access.ts';
import { createBudgets } from '../access/budgets.ts';
import { createProxies } from '../access/address.ts';
import { followCertificate, type FollowedCertificate } from './certificate.ts';
import { keysFor, openDataFolder } from './data-folder.ts';
import { closeListener, listen, tryPorts } from './ports.ts';
import { createEngines, type EngineDeps, type Engines } from './engines.ts';
import { keepHouse } from './housekeeping.ts';
import { createS3Listener, openObjectStore, reachObjects, type ObjectStoreOptions } from './object-store.ts';
import { watchReconfiguration } from './reconfiguration.ts';
import { Stack } from './stack.ts';
import { watchStore } from './watch-store.ts';
import type { Clock } from '../port/clock.ts';
import type { Config } from './config.ts';
import { commandNamed, type Engine } from '../port/engine.ts';
import { collectCapacity } from '../nouns/capacity/handler/collector.ts';
import { createHandlers } from '../nouns/handlers.ts';
import { createListener } from '../http/listener.ts';
import { collectRefusals } from '../http/refusals.ts';
import { silentWithin, type ConnectionLimits } from '../http/connection-timeouts.ts';
import { createDisk, freeBytesOf } from '../ops/free-space.ts';
import { handlesMax, silentConnectionsOf } from '../ops/handles.ts';
import { createLogger } from '../ops/logger.ts';
import { createOperations } from '../ops/operations.ts';
import { createRealtime } from '../realtime/index.ts';
import type { RealtimeOptions } from '../realtime/port.ts';
import { createScreens } from '../screens/index.ts';
import type { ScreenLimits } from '../screens/port.ts';
import { openStore } from '../store/open.ts';
import { createMisfits } from '../store/rows/misfits.ts';
import type { Store } from '../port/store/store.ts';
import { lookAtStore } from '../store/look.ts';
import { createAccountService } from '../accounts/account-service.ts';
import { usageReaderOf } from '../accounts/usage.ts';
import { followUsers } from '../accounts/user-follower.ts';
import { REGION } from '../objects/signature/verify.ts';
import { createAccessOf } from '../accounts/account-access.ts';
import { createTaskRunner } from '../tasks/index.ts';

const MINUTE = 60_000;
/** A lease is prolonged this many times before it would run out. */
const HEARTBEATS = 3;

const consoleFolder = fileURLToPath(new URL('../../../console/dist', import.meta.url));
const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string };

export interface AppOptions {
  log?: Logger | undefined;
  /** Called once when a program of another version has opened the store: this one can do nothing more and is to be stopped. */
  onOutdated?: (() => void) | undefined;
  /** Bytes that the data folder's file system has left, instead of what the system says. */
  freeBytes?: (() => Promise<number>) | undefined;
  /** Drives the embedded platform instead of the real time. */
  embeddedClock?: Clock | undefined;
  /** Built console to serve instead of the own one. */
  consoleFolder?: string | undefined;
  /** Milliseconds, and the time sessions go by; for tests that cannot wait for minutes. */
  session?: Partial<AccessOptions['times']> | undefined;
  sessionClock?: Clock | undefined;
  throttle?: AccessOptions['throttle'];
  /** Milliseconds that budgets of requests go by. */
  budgetClock?: (() => number) | undefined;
  /** Milliseconds whose refused sign-ins are one entry of the audit. */
  refusalPeriod?: number | undefined;
  /** Milliseconds of the sockets' rounds. */
  realtime?: RealtimeOptions['times'];
  screens?: Partial<ScreenLimits> | undefined;
  connections?: Partial<ConnectionLimits> | undefined;
  /** Of the port of the object store; those of the others where absent. */
  objectConnections?: Partial<ConnectionLimits> | undefined;
}

export interface App {
  selfServiceUrl: string;
  adminUrl: string;
  /** Where S3 clients find the embedded platform's objects; absent where there is no such platform. */
  s3Url?: string | undefined;
  store: Store;
  engines: readonly Engine[];
  /** Looks at the files of the own TLS now, not only at the next round; absent where TLS is not its own. */
  reloadCertificate?: (() => void) | undefined;
  /** Orderly stop: sockets are notified, requests finish, tasks are handed over, the store is closed. */
  close(): Promise<void>;
  /** The part that `close` waits for, as it stands in a sentence. */
  stopping(): string | undefined;
}

/** Ports that are going to be listened at. Objects that are kept here have one of their own. */
const portsOf = (config: Config, { objects, platform }: Engines): [variable: string, port: number][] => [
  ...(!objects && platform.offers('object_storage.switch_domain') ? [['GANTRY_S3_PORT', config.s3Port] as [string, number]] : []),
  ['GANTRY_PORT', config.port],
  ['GANTRY_ADMIN_PORT', config.adminPort],
];

const leaseOf = ({ leaseSeconds }: Config): number => leaseSeconds * 1000;

async function openEngines(
  config: Config,
  parts: Pick<EngineDeps, 'store' | 'log' | 'owner' | 'disk'>,
  clock: Clock | undefined,
  stack: Stack,
): Promise<Engines> {
  const engines = await createEngines(config, {
    ...parts,
    lease: leaseOf(config),
    folder: config.dataFolder,
    program: () => ({ version, node: process.version, up_seconds: Math.round(process.uptime()) }),
    embeddedClock: clock,
  });
  await tryPorts(config, portsOf(config, engines));
  for (const engine of engines.all) {
    stack.push(`the engine ${engine.id}`, () => engine.stop());
    await engine.start();
  }
  return engines;
}

function follow(files: NonNullable<Config['tls']>, log: Logger, stack: Stack): FollowedCertificate {
  const certificate = followCertificate(files, log);
  stack.push('the certificate', () => certificate.stop());
  return certificate;
}

/** Object storage: one elsewhere, or that of the embedded platform, and where that is found once it listens. */
async function openObjects(
  config: Config,
  { objects: remote, identity }: Pick<Engines, 'objects' | 'identity'>,
  parts: Pick<ObjectStoreOptions, 'store' | 'budgets' | 'proxies' | 'log' | 'disk'>,
  stack: Stack,
) {
  const accounts = createAccountService(parts.store, createAccessOf(identity), remote?.users);
  const keeping = usageReaderOf(parts.store.objects, remote?.users);
  stack.push(
    'the users of the object storage',
    await followUsers({ ...parts, accounts, keeping, tells: remote?.users.keyring !== undefined }),
  );
  if (remote) {
    const { endpoint: url, region } = remote;
    return {
      accounts,
      keeping,
      endpoint: { url, port: null, region },
      ...reachObjects({ ...parts, accounts, service: remote }),
      revocable: remote.users.shared === undefined,
      listens: false,
    };
  }
  const shared = config.databaseUrl !== undefined;
  const { stop, ...access } = await openObjectStore({
    ...parts,
    accounts,
    folder: config.dataFolder,
    shared,
    isPublicAllowed: config.s3Public,
  });
  stack.push('the object storage', stop);
  const endpoint: { url: string | null; port: number | null; region: string } = { url: config.s3Url ?? null, port: null, region: REGION };
  return { accounts, keeping, endpoint, ...access, revocable: true, listens: true };
}

async function start(config: Config, options: AppOptions, stack: Stack): Promise<App> {
  const log = options.log ?? createLogger(config.logLevel);
  const owner = `${hostname()} ${process.pid} ${randomUUID()}`;
  const place = { url: config.databaseUrl, file: openDataFolder(config.dataFolder, log) };
  const { keys, opened } = keysFor(config, await lookAtStore(place));
  const [secretKey = Buffer.of(), ...formerSecretKeys] = keys.map((key) => Buffer.from(key));
  const misfits = createMisfits(log);
  const store = await openStore({ ...place, secretKey, formerSecretKeys, kinds, log, owner, misfits });
  stack.push('the store', () => store.close());
  opened();
  stack.push('the watch over the store', watchStore(store, log, options.onOutdated));
  const freeBytes = options.freeBytes ?? (() => freeBytesOf(config.dataFolder));
  const disk = createDisk(freeBytes);
  const engines = await openEngines(config, { store, log, owner, disk }, options.embeddedClock, stack);
  const operations = createOperations({
    store,
    freeBytes,
    storeInFolder: config.databaseUrl === undefined,
    engines: engines.all,
    log,
    owner,
    version,
  });
  stack.push('the operation figures', () => operations.close());
  const absolute = config.session.hours * 60 * MINUTE;
  const idle = (config.session.idleMinutes ?? config.session.hours * 60) * MINUTE;
  const times = { idle, absolute, ...options.session };
  const { throttle, sessionClock } = options;
  const now = sessionClock && (() => sessionClock.now());
  const access = createAccess({ store, identity: engines.identity, times, throttle, now });
  const tasks = createTaskRunner({
    store,
    log,
    owner,
    command: (engine, name) => commandNamed(engines.get(engine), name),
    credentialFor: (actor) => access.credentialFor(actor),
    onEnded: (task) => operations.taskEnded(task),
    times: { lease: leaseOf(config), heartbeat: leaseOf(config) / HEARTBEATS, doubt: config.doubtSeconds * 1000 },
  });
  stack.push('the tasks', () => tasks.stop());
  await tasks.start();
  stack.push('the housekeeping', keepHouse(store, { auditDays: config.auditDays, idle: times.idle }, log));
  stack.push('the figures of capacity', collectCapacity({ store, platform: engines.platform, log, owner }));

  const proxies = createProxies(config.trustProxy);
  const screens = createScreens({
    store,
    log,
    access,
    live: (engine, name) => engines.platform.live(engine, name),
    trustOf: (engine) => engines.get(engine)?.screenTrust,
    proxies,
    onEnded: (kind, end) => operations.screenEnded(kind, end),
    limits: options.screens,
  });
  const reconfiguration = watchReconfiguration(config.dataFolder, log);
  stack.push('the watch over the settings', () => reconfiguration.stop());
  const refusals = collectRefusals(store.audit, log, options.refusalPeriod);
  stack.push('the collected refusals', () => refusals.close());
  const budgets = createBudgets(config.budget, options.budgetClock);
  const offersObjects = engines.platform.offers('object_storage.switch_domain');
  const objectStorage = offersObjects ? await openObjects(config, engines, { store, budgets, proxies, log, disk }, stack) : undefined;
  const silent = silentWithin(silentConnectionsOf(handlesMax()));
  const http = {
    store,
    access,
    budgets,
    tasks,
    tickets: screens,
    handlers: createHandlers,
    objectStorage,
    refusals,
    misfits,
    platform: engines.platform,
    log,
    owner,
    settings: {
      version,
      idleMinutes: config.session.idleMinutes,
      // One that the system chooses is known to nobody before.
      selfServicePort: config.port || SELF_SERVICE_PORT,
      features: config.features,
      languageChange: config.languageChange,
      signInDomain: engines.all.find(({ sampleDomain }) => sampleDomain)?.sampleDomain ?? null,
    },
    consoleFolder: options.consoleFolder ?? consoleFolder,
    proxies,
    connections: { silent, ...options.connections },
    metricsToken: config.metricsToken,
    dashboards: config.grafanaUrl,
    operations,
    reconfiguration: () => reconfiguration.state(),
  };
  const realtime = createRealtime({
    store,
    log,
    access,
    budgets,
    engines: engines.all,
    proxies,
    times: options.realtime,
    onSent: (channel, sockets) => operations.eventsSent(channel, sockets),
  });
  operations.watch(() => ({ sockets: realtime.sockets, tasks: tasks.running, screens: screens.open }));
  const certificate = config.tls && follow(config.tls, log, stack);
  const own = { ...http, tls: certificate?.context };
  const listeners = [
    await createListener({ ...own, side: 'self-service' }),
    await createListener({ ...own, side: 'administration' }),
  ] as const;
  const urls: string[] = [];
  let s3Url: string | undefined;
  if (objectStorage?.listens) {
    const limits = { silent, ...(options.objectConnections ?? options.connections) };
    const listener = createS3Listener(objectStorage.handler, limits, certificate?.context);
    if (listener.server instanceof TlsServer) certificate?.serve(listener.server);
    stack.push('the port of the object storage', () => closeListener(listener));
    s3Url = await listen(listener, config.host, 'GANTRY_S3_PORT', config.s3Port);
    objectStorage.endpoint.port = Number(new URL(s3Url).port);
  }
  for (const [index, listener] of listeners.entries()) {
    realtime.attach(listener.server);
    screens.attach(listener.server);
    if (listener.server instanceof TlsServer) certificate?.serve(listener.server);
    stack.push(`the port of the ${index === 0 ? 'self-service' : 'administration'}`, () => closeListener(listener));
    const [variable, port] = index === 0 ? (['GANTRY_PORT', config.port] as const) : (['GANTRY_ADMIN_PORT', config.adminPort] as const);
    urls.push(await listen(listener, config.host, variable, port));
  }
  stack.push('the live updates', () => realtime.stop());
  await realtime.start();
  stack.push('the screens of virtual machines', () => screens.stop());
  screens.start();
  stack.push('the operation figures', () => operations.stopping());
  const [selfServiceUrl = '', adminUrl = ''] = urls;
  const reloadCertificate = certificate && (() => certificate.reload());
  return {
    selfServiceUrl,
    adminUrl,
    s3Url,
    store,
    engines: engines.all,
    reloadCertificate,
    close: () => stack.unwind(),
    stopping: () => stack.stopping,
  };
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
