/** What operators may ask of a running server: whether it lives, whether it can serve, and its figures. */
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Engine } from '../port/engine.ts';
import type { Store, StoreFigures } from '../port/store/store.ts';
import type { EndedTask } from '../tasks/port.ts';
import { watchEventLoop } from './event-loop.ts';
import { diskState, type DiskState } from './free-space.ts';
import { createMetrics } from './metrics.ts';

/** Milliseconds the store has to answer; who asks gives up soon after. */
const STORE_LIMIT = 2_000;

export interface OperationsOptions {
  store: Pick<Store, 'ping' | 'figures' | 'hasRoom'>;
  /** Bytes that the file system of the data folder has left. */
  freeBytes: () => Promise<number>;
  /** Whether the store is in that folder. */
  storeInFolder: boolean;
  engines: readonly Pick<Engine, 'id' | 'type' | 'mirrors' | 'health'>[];
  log: Logger;
  /** This process, as it signs leases. */
  owner: string;
  version: string;
}

/** What one engine is like: instants in ISO 8601, null where there is nothing to say. */
export interface EngineState {
  id: string;
  type: string;
  reachable: boolean;
  down_since: string | null;
  /** When its rows were last in step with the cloud; null where the store is the truth, or never. */
  as_of: string | null;
  /** What is not in order, and since when. Why is in the log: it may hold names of the inside. */
  services: readonly { name: string; problem: string; down_since: string }[];
  /** Kinds whose rows are kept although the cloud's answers cannot be believed. */
  doubts: readonly { kind: string; problem: string; since: string }[];
}

/** Ready is who can serve from the store: lists and sign-ins go on while a cloud is silent, so a silent cloud makes nobody unready. */
export interface Readiness {
  ready: boolean;
  store: { reachable: boolean };
  disk: DiskState;
  stopping: boolean;
  engines: readonly EngineState[];
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  const limit = new AbortController();
  // The delay ends by abort as soon as the store has answered.
  const late = delay(STORE_LIMIT, undefined, { signal: limit.signal }).then(() => {
    throw new Error(`the store did not answer within ${STORE_LIMIT} ms`);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    limit.abort();
    // Whichever of the two lost has nobody else to take its failure.
    void Promise.allSettled([work, late]);
  }
}

const seconds = (instant: string): number => Date.parse(instant) / 1000;

export function createOperations({ store, freeBytes, storeInFolder, engines, log, owner, version }: OperationsOptions) {
  const metrics = createMetrics();
  const loop = watchEventLoop();
  let stopping = false;
  let inFlight = 0;
  let live: () => { sockets: number; tasks: number; screens: number } = () => ({ sockets: 0, tasks: 0, screens: 0 });
  metrics.build.set([version], 1);
  metrics.started.set([], Math.floor(performance.timeOrigin / 1000));

  function setStore(figures: StoreFigures | undefined): void {
    metrics.storeUp.set([], figures ? 1 : 0);
    for (const gauge of [metrics.tasksOpen, metrics.leases, metrics.storeBytes, metrics.logHead, metrics.logFloor]) gauge.clear();
    if (!figures) return;
    metrics.storeBytes.set([], figures.bytes);
    metrics.logHead.set([], figures.logHead);
    metrics.logFloor.set([], figures.logFloor);
    for (const [phase, count] of Object.entries(figures.openTasks)) metrics.tasksOpen.set([phase], count);
    for (const { name, owner: holder } of figures.leases) metrics.leases.set([name], holder === owner ? 1 : 0);
  }

  function setEngines(): void {
    for (const gauge of [metrics.engineDownSince, metrics.serviceDownSince, metrics.engineSync, metrics.engineLag]) gauge.clear();
    for (const { id, type, reachable, down_since: downSince, as_of: asOf, services } of states()) {
      metrics.engineUp.set([id, type], reachable ? 1 : 0);
      if (downSince !== null) metrics.engineDownSince.set([id], seconds(downSince));
      for (const service of services.filter(({ problem }) => problem !== 'missing'))
        metrics.serviceDownSince.set([id, service.name], seconds(service.down_since));
      if (asOf === null) continue;
      metrics.engineSync.set([id], seconds(asOf));
      metrics.engineLag.set([id], Math.max(0, Date.now() / 1000 - seconds(asOf)));
    }
  }

  function setProcess(): void {
    const { user, system } = process.cpuUsage();
    const { rss, heapUsed } = process.memoryUsage();
    const { p50, p99, max } = loop.read();
    metrics.cpu.set([], (user + system) / 1e6);
    metrics.rss.set([], rss);
    metrics.heap.set([], heapUsed);
    metrics.loopDelay.set(['0.5'], p50);
    metrics.loopDelay.set(['0.99'], p99);
    metrics.loopDelay.set(['1'], max);
    metrics.loopBusy.set([], performance.eventLoopUtilization().active / 1000);
    const { sockets, tasks, screens } = live();
    metrics.screens.set([], screens);
    metrics.sockets.set([], sockets);
    metrics.tasksRunning.set([], tasks);
    metrics.requestsOpen.set([], inFlight);
  }

  const free = (): Promise<number | null> =>
    freeBytes().catch((err: unknown) => {
      log.warn({ err }, 'the free space of the data folder is not known');
      return null;
    });

  const states = (): EngineState[] =>
    engines.map((engine) => {
      const { reachable, downSince, asOf, services, doubts } = engine.health();
      return {
        id: engine.id,
        type: engine.type,
        reachable,
        down_since: downSince,
        as_of: asOf,
        services: services.map((service) => ({ name: service.name, problem: service.problem, down_since: service.downSince })),
        doubts: doubts.map(({ kind, problem, since }) => ({ kind, problem, since })),
      };
    });

  return {
    /** Never rejects. */
    async readiness(): Promise<Readiness> {
      let [reachable, hasRoom] = [true, true];
      try {
        await inTime(store.ping());
        hasRoom = await inTime(store.hasRoom());
      } catch (err) {
        log.warn({ err }, 'not ready: the store does not answer');
        reachable = false;
      }
      const disk = diskState(await free(), storeInFolder, hasRoom);
      if (disk.full) log.warn({ disk }, 'not ready: the disk is full');
      return { ready: reachable && !disk.full && !stopping, store: { reachable }, disk, stopping, engines: states() };
    },
    /** All figures in Prometheus' text format 0.0.4. Never rejects: a silent store is a figure, too. */
    async figures(): Promise<string> {
      const figures = await inTime(store.figures()).catch((err: unknown) => {
        log.warn({ err }, 'figures of the store could not be read');
        return undefined;
      });
      setStore(figures);
      metrics.diskFree.clear();
      const bytes = await free();
      if (bytes !== null) metrics.diskFree.set([], bytes);
      setEngines();
      setProcess();
      return metrics.registry.text();
    },
    requestBegan(): void {
      inFlight += 1;
    },
    requestEnded(call: string, status: number, took: number): void {
      inFlight -= 1;
      metrics.requests.add([call, String(status)]);
      metrics.requestSeconds.observe([call], took);
    },
    taskEnded({ id, command, state, requestId, seconds: took }: EndedTask): void {
      metrics.tasksEnded.add([command, state]);
      metrics.taskSeconds.observe([command], took);
      log.info({ taskId: id, requestId, command, state, seconds: took }, 'task ended');
    },
    eventsSent(channel: string, count: number): void {
      metrics.events.add([channel], count);
    },
    screenEnded(kind: string, end: string): void {
      metrics.screensEnded.add([kind, end]);
    },
    /** Where the numbers of sockets, tasks and screens come from. */
    watch(source: typeof live): void {
      live = source;
    },
    /** From here on nobody new should be sent here. */
    stopping(): void {
      stopping = true;
    },
    close: () => loop.stop(),
  };
}
