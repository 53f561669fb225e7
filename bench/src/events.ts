import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { io, type Socket } from 'socket.io-client';
import type { ChangeEvent, LoginAnswer } from '@gantry/contract/wire/events';
import type { Committed, Order } from './changes.ts';
import { now } from './clock.ts';
import { plain, quantile, type Figure } from './figures.ts';
import { NODE_OPTIONS } from '../../tools/lib/product.ts';
import type { Session } from '../../tools/lib/session.ts';

const BUDGET_MS = 250;
const PER_SECOND = 50;

/** A server that changes its own rows on demand; see changes.ts. */
export interface ChangingServer {
  url: string;
  adminUrl: string;
  pid: number;
  /** Makes changes and returns when each of them was committed. */
  change(order: Order): Promise<Committed[]>;
  stop(): Promise<void>;
}

/** Starts it on a data folder that already holds servers. */
export async function startChanging(env: Readonly<Record<string, string>>): Promise<ChangingServer> {
  const child = fork(fileURLToPath(new URL('changes.ts', import.meta.url)), {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: NODE_OPTIONS,
  });
  const urls = await answerOf<{ url: string; adminUrl: string }>(child);
  const { pid } = child;
  if (pid === undefined) throw new Error('the changing server has no process');
  return {
    ...urls,
    pid,
    change: (order) => {
      child.send(order);
      return answerOf<Committed[]>(child);
    },
    stop: async () => {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}

async function answerOf<T>(child: ChildProcess): Promise<T> {
  const over = new AbortController();
  const message = once(child, 'message', over).then(([answer]) => answer as T);
  const death = once(child, 'exit', over).then(([code]) => Promise.reject(new Error(`the changing server ended with ${String(code)}`)));
  try {
    return await Promise.race([message, death]);
  } finally {
    over.abort();
    await Promise.allSettled([message, death]);
  }
}

/** Opens sockets, a few at a time, spread over the sessions, and logs each in. */
export async function openSockets(url: string, sessions: readonly Session[], count: number): Promise<Socket[]> {
  const sockets: Socket[] = [];
  for (let first = 0; first < count; first += 50) {
    const batch = Array.from({ length: Math.min(50, count - first) }, (_, index) => open(url, sessions[(first + index) % sessions.length]));
    sockets.push(...(await Promise.all(batch)));
  }
  return sockets;
}

async function open(url: string, session: Session | undefined): Promise<Socket> {
  if (!session) throw new Error('no session to open sockets with');
  const socket = io(url, {
    path: '/ws',
    addTrailingSlash: false,
    forceNew: true,
    reconnection: false,
    transports: ['websocket'],
    auth: session.headers,
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  const { code }: LoginAnswer = await socket.emitWithAck('login', { all_tenants: true });
  if (code !== 200) throw new Error(`a socket login was answered with ${code}`);
  return socket;
}

/** Notes what arrives at sockets from now on. */
export function noteArrivals(sockets: readonly Socket[]) {
  const arrivals = new Map<string, number[]>();
  let cut = 0;
  for (const socket of sockets) {
    socket.on('disconnect', () => (cut += 1));
    socket.on('compute', ({ changes }: ChangeEvent) => {
      const at = now();
      for (const { id, revision } of changes) {
        const known = arrivals.get(`${id} ${revision}`);
        if (known) known.push(at);
        else arrivals.set(`${id} ${revision}`, [at]);
      }
    });
  }
  return {
    /** Sockets that were cut so far. */
    cut: () => cut,
    /** Milliseconds from the commit of each change to each of its arrivals. */
    delays: (committed: readonly Committed[]): number[] =>
      committed.flatMap(({ id, revision, at }) => (arrivals.get(`${id} ${revision}`) ?? []).map((arrival) => arrival - at)),
    /** Changes that reached nobody. */
    unseen: (committed: readonly Committed[]): number => committed.filter(({ id, revision }) => !arrivals.has(`${id} ${revision}`)).length,
  };
}

/** Makes 50 changes a second and times each from its commit to its arrival at every socket that may see it. */
export async function measureEvents(
  what: string,
  server: ChangingServer,
  sessions: readonly Session[],
  { sockets: count, seconds, spread }: { sockets: number; seconds: number; spread: boolean },
): Promise<Figure[]> {
  const sockets = await openSockets(server.url, sessions, count);
  const noted = noteArrivals(sockets);
  const committed = await server.change({ perSecond: PER_SECOND, seconds, spread });
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const lost = noted.cut();
  for (const socket of sockets) socket.disconnect();
  const delays = noted.delays(committed);
  const unseen = noted.unseen(committed);
  return [
    punctual(`${what}: committed → event at ${count} sockets`, delays, unseen === 0 && lost === 0),
    plain(`${what}: changes`, committed.length, `in ${seconds} s, ${delays.length} deliveries`),
    plain(`${what}: changes that reached nobody`, unseen, ''),
    plain(`${what}: sockets cut`, lost, ''),
  ];
}

/** The figure of delays, judged by their 95th percentile. `whole`: nothing was lost beside. */
export function punctual(what: string, delays: readonly number[], whole: boolean): Figure {
  const p95 = quantile(delays, 0.95);
  return {
    what,
    measured: `p50 ${quantile(delays, 0.5).toFixed(0)}, p95 ${p95.toFixed(0)}, most ${greatest(delays).toFixed(0)} ms`,
    budget: `p95 ≤ ${BUDGET_MS} ms`,
    kept: p95 <= BUDGET_MS && whole,
  };
}

/** The greatest of millions of numbers, too many for the arguments of one call. */
const greatest = (numbers: readonly number[]): number => numbers.reduce((most, number) => Math.max(most, number), 0);
