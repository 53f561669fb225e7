import { fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { serverCalls } from '@gantry/contract/nouns/servers/calls';
import { PASSWORD } from '../../../tools/lib/product.ts';
import { plain, quantile, type Figure } from '../figures.ts';
import type { Seen } from '../probe.ts';
import { startReplay, type ReplayProcess } from '../../../fakes/openstack/process.ts';
import { Look, startProbed, type Probed } from './probed.ts';

/** Servers that the product asks for at once. */
const PAGE = 200;
/** Milliseconds that the event loop may be away, and that a list may take inside the server. */
const BLOCKED_MS = 20;
const LIST_MS = 15;

export interface SyncSize {
  servers: number;
  projects: number;
  /** Seconds in which nothing changes, and of the storm. */
  calm: number;
  storm: number;
  /** Changes a second. */
  perSecond: number;
}

/** What the replayed cloud takes for its answers: a fast one. A real Nova takes some 2.5 s for a thousand servers. */
const CLOUD = { latency: 5, perThousand: 100 };

/** A replayed cloud that stands for other machines, as the client does: where the processor is short, what is measured goes first. */
async function startCloud(size: Pick<SyncSize, 'servers' | 'projects'>): Promise<ReplayProcess> {
  const cloud = await startReplay({ servers: size.servers, projects: size.projects, password: PASSWORD, ...CLOUD });
  setPriority(cloud.pid, constants.priority.PRIORITY_LOW);
  return cloud;
}

/** Does the work with lists being requested meanwhile; answers how long each took the client, in milliseconds. */
async function underLists<T>(base: string, work: () => Promise<T>): Promise<{ result: T; times: number[] }> {
  const client = fork(fileURLToPath(new URL('client.ts', import.meta.url)), [base], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [],
  });
  if (client.pid !== undefined) setPriority(client.pid, constants.priority.PRIORITY_LOW);
  const times = new Promise<number[]>((resolve, reject) => {
    client.once('message', (said) => resolve(said as number[]));
    client.once('exit', (code) => reject(new Error(`the client ended by itself with ${code}`)));
  });
  // Where the work fails, that is what is told.
  times.catch(() => undefined);
  try {
    const result = await Promise.race([work(), times.then(() => Promise.reject(new Error('lists ended by themselves')))]);
    client.send('enough');
    return { result, times: await times };
  } finally {
    client.kill();
  }
}

/** Milliseconds between two looks: each of them counts what is in the store, and takes the processor from what is measured. */
const LOOK_MS = 500;

/** Waits until something is so, looking from time to time; answers the seconds it took. */
async function until(isSo: () => boolean | Promise<boolean>, limitS = 900): Promise<number> {
  const started = performance.now();
  while (!(await isSo())) {
    if (performance.now() - started > limitS * 1000) throw new Error(`not reached within ${limitS} s: ${isSo.toString()}`);
    await sleep(LOOK_MS);
  }
  return (performance.now() - started) / 1000;
}

/**
 * Waits until each server has the status that it truly has; answers the seconds it took. All are looked at first and last, else those that
 * were behind: looking at all of them again and again would take the processor from what is measured.
 */
function untilInStep(look: Look, truth: ReadonlyMap<string, string>): Promise<number> {
  const behindAmong = (statuses: Iterable<[string, string]>): string[] =>
    [...statuses].flatMap(([id, status]) => (truth.get(id) === status ? [] : [id]));
  let behind: readonly string[] | undefined;
  return until(() => {
    if (behind) behind = behindAmong(look.statusesOf(behind));
    if (behind === undefined || behind.length === 0) behind = behindAmong(look.statuses());
    return behind.length === 0;
  });
}

/** Whether the store has every resource that the cloud has. */
async function isComplete(look: Look, cloud: ReplayProcess): Promise<boolean> {
  const { sizes } = await cloud.state();
  return Object.entries(sizes).every(([kind, size]) => look.rows(kind) === size);
}

const within = (what: string, value: number, limit: number, more = ''): Figure => ({
  what,
  measured: `${value.toFixed(1)} ms${more}`,
  budget: `≤ ${limit} ms`,
  kept: value <= limit,
});

/** The figures every phase has: event loop, memory, lists. */
function health(phase: string, seen: Seen, times: readonly number[], memory: { peak: number }): Figure[] {
  const { delay, busy, longest, collected } = seen;
  const lists = seen.answers.filter(({ path }) => path.startsWith(`${serverCalls.list.path}?`));
  const inside = lists.map(({ ms }) => ms);
  const waiting = Math.max(0, longest.ms - longest.busy).toFixed(1);
  return [
    within(`${phase}: longest block of the event loop`, busy.max, BLOCKED_MS, `; ${busy.over} turns over ${BLOCKED_MS} ms`),
    plain(
      `${phase}: longest delay, with waiting for the processor`,
      delay.max,
      `ms, p99 ${delay.p99.toFixed(1)}; of the longest turn, waiting ${waiting}; garbage ${collected.max.toFixed(1)}`,
    ),
    ...(inside.length > 0
      ? [
          within(
            `${phase}: list calls inside the server, p95`,
            quantile(inside, 0.95),
            LIST_MS,
            ` of ${lists.length}; computing meanwhile ${quantile(
              lists.map(({ busy }) => busy),
              0.95,
            ).toFixed(1)}`,
          ),
          plain(`${phase}: list calls seen by a client, p95`, quantile(times, 0.95), 'ms'),
        ]
      : []),
    plain(`${phase}: most resident memory`, memory.peak, 'MiB'),
  ];
}

const requestsOf = ({ requests }: { requests: { services: Record<string, number> } }): string =>
  Object.entries(requests.services)
    .map(([service, count]) => `${service} ${count}`)
    .join(', ');

/** The mirror of a large cloud: first sync, a kill in its middle, calm, storm. `data`: two empty folders. */
export async function measureSync(size: SyncSize, [first, second]: readonly [string, string]): Promise<Figure[]> {
  const cloud = await startCloud(size);
  try {
    return [...(await firstSync(size, cloud, first)), ...(await calmAndStorm(size, cloud, first)), ...(await killed(size, second))];
  } finally {
    await cloud.stop();
  }
}

/** Does the work with the product on the cloud, and stops it whatever comes of it. */
async function onCloud<T>(cloud: ReplayProcess, data: string, work: (probed: Probed, look: Look) => Promise<T>): Promise<T> {
  const probed = await startProbed(data, cloud.authUrl, PASSWORD);
  const look = new Look(data);
  try {
    return await work(probed, look);
  } finally {
    look.close();
    await probed.product.stop();
  }
}

const firstSync = (size: SyncSize, cloud: ReplayProcess, data: string): Promise<Figure[]> =>
  onCloud(cloud, data, async (probed, look) => {
    const { times, result } = await underLists(probed.product.selfService, () => until(() => isComplete(look, cloud)));
    const asked = requestsOf(await cloud.state());
    return [
      plain(`first sync of ${size.servers} servers with ports, volumes and all else`, result, `s; cloud asked: ${asked}`),
      ...health('first sync', await probed.seen(), times, probed.memory()),
    ];
  });

/** A start on what is stored: a complete sweep that finds nothing new, then calm, then a storm. */
const calmAndStorm = (size: SyncSize, cloud: ReplayProcess, data: string): Promise<Figure[]> =>
  onCloud(cloud, data, async (probed, look) => {
    const logged = look.logged();
    await cloud.resetCounts();
    const pages = Math.ceil(size.servers / PAGE);
    const sweep = await until(async () => ((await cloud.state()).requests.places['GET compute/v2.1/servers/detail'] ?? 0) >= pages);
    await sleep(3000);
    return [
      plain('second complete sweep, nothing changed', sweep, `s, ${look.logged() - logged} rows in the log`),
      ...health('second sweep', await probed.seen(), [], probed.memory()),
      ...(await calm(size, cloud, probed, look)),
      ...(await stormed(size, cloud, probed, look)),
    ];
  });

async function calm(size: SyncSize, cloud: ReplayProcess, probed: Probed, look: Look): Promise<Figure[]> {
  const [logged, cpu] = [look.logged(), probed.cpuSeconds()];
  await cloud.resetCounts();
  await probed.seen();
  await sleep(size.calm * 1000);
  const used = ((probed.cpuSeconds() - cpu) / size.calm) * 100;
  const rows = look.logged() - logged;
  const state = await cloud.state();
  const perMinute = (Object.values(state.requests.services).reduce((sum, count) => sum + count, 0) * 60) / size.calm;
  return [
    { what: `nothing changes for ${size.calm} s: rows in the log`, measured: `${rows}`, budget: '0', kept: rows === 0 },
    plain('nothing changes: requests a minute', perMinute, `(${requestsOf(state)})`),
    plain('nothing changes: processor', used, '% of one'),
    ...health('nothing changes', await probed.seen(), [], probed.memory()),
  ];
}

async function stormed(size: SyncSize, cloud: ReplayProcess, probed: Probed, look: Look): Promise<Figure[]> {
  const logged = look.logged();
  await cloud.resetCounts();
  await probed.seen();
  const { result, times } = await underLists(probed.product.selfService, async () => {
    const changed = await cloud.storm(size.perSecond, size.storm);
    const truth = await cloud.statuses();
    const behind = await untilInStep(look, truth);
    return { changed, behind };
  });
  return [
    plain(
      `storm of ${size.perSecond} changes a second for ${size.storm} s: in step after its end`,
      result.behind,
      `s; ${result.changed} changes, ${look.logged() - logged} rows in the log, cloud asked: ${requestsOf(await cloud.state())}`,
    ),
    ...health('storm', await probed.seen(), times, probed.memory()),
  ];
}

/** Killed when half of the servers are stored, and started again: it goes on where it was. */
async function killed(size: SyncSize, data: string): Promise<Figure[]> {
  const servers = Math.ceil(size.servers / 5);
  const cloud = await startCloud({ servers, projects: size.projects });
  try {
    const victim = await startProbed(data, cloud.authUrl, PASSWORD);
    const look = new Look(data);
    await until(() => look.rows('server') > servers / 2);
    await victim.kill();
    const stored = look.rows('server');
    look.close();
    await cloud.resetCounts();
    const { seconds, pages } = await onCloud(cloud, data, async (_heir, seen) => ({
      seconds: await until(() => isComplete(seen, cloud)),
      pages: (await cloud.state()).requests.places['GET compute/v2.1/servers/detail'] ?? 0,
    }));
    const [all, left] = [Math.ceil(servers / PAGE), Math.ceil((servers - stored) / PAGE)];
    return [
      {
        what: `killed with ${stored} of ${servers} servers stored: pages of servers asked after the start`,
        measured: `${pages} of ${all}, complete after ${seconds.toFixed(1)} s`,
        budget: `≤ ${left + 2}`,
        kept: pages <= left + 2,
      },
    ];
  } finally {
    await cloud.stop();
  }
}
