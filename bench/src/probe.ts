/**
 * Watches the server from inside: `node --import` this file with BENCH_PROBE naming a Unix socket. Whoever connects gets what was seen since
 * the last one did, as JSON, and the watch begins anew.
 */
import diagnostics from 'node:diagnostics_channel';
import { rmSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:net';
import { monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/** What was seen; times in milliseconds. */
export interface Seen {
  /** How long the event loop was away: the whole time, between two turns of it. */
  delay: { p50: number; p99: number; max: number };
  /** The part of that in which it computed; the rest waited for the disk, or for a processor that others had. `over`: turns above 20 ms. */
  busy: { p99: number; max: number; over: number };
  /** Of the longest turn: all of it, and the part in which it computed. */
  longest: { ms: number; busy: number };
  /** Longest pause for garbage collection, and all of them together. */
  collected: { max: number; sum: number };
  /** MiB: live objects and garbage in the heap, and what is held outside of it. */
  heap: { used: number; outside: number };
  /** `busy`: the milliseconds in which the server's main thread computed meanwhile, for this answer or for others. Each answered GET of the API, from its request's first byte read to its answer's last byte written. */
  answers: { path: string; ms: number; busy: number }[];
}

/** Milliseconds between two looks: the smallest delay that is seen. */
const LOOK_MS = 1;
const LONG_MS = 20;

const socket = process.env['BENCH_PROBE'];
if (isMainThread && socket !== undefined) watch(socket);

function watch(path: string): void {
  const delay = monitorEventLoopDelay({ resolution: LOOK_MS });
  delay.enable();
  let turns: number[] = [];
  let longest = { ms: 0, busy: 0 };
  let collected = { max: 0, sum: 0 };
  let answers: Seen['answers'] = [];

  let cpu = process.threadCpuUsage();
  let looked = performance.now();
  setInterval(() => {
    const busy = spent(process.threadCpuUsage(cpu));
    const ms = performance.now() - looked - LOOK_MS;
    cpu = process.threadCpuUsage();
    looked = performance.now();
    turns.push(busy);
    if (ms > longest.ms) longest = { ms, busy };
  }, LOOK_MS).unref();

  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) collected = { max: Math.max(collected.max, duration), sum: collected.sum + duration };
  }).observe({ entryTypes: ['gc'] });

  const began = new WeakMap<IncomingMessage, { at: number; cpu: NodeJS.CpuUsage }>();
  diagnostics.subscribe('http.server.request.start', (message) => {
    const { request } = message as { request: IncomingMessage };
    began.set(request, { at: performance.now(), cpu: process.threadCpuUsage() });
  });
  diagnostics.subscribe('http.server.response.finish', (message) => {
    const { request } = message as { request: IncomingMessage };
    const start = began.get(request);
    if (start && request.method === 'GET' && request.url?.startsWith('/api/'))
      answers.push({ path: request.url, ms: performance.now() - start.at, busy: spent(process.threadCpuUsage(start.cpu)) });
  });

  const server = createServer((connection) => {
    const seen: Seen = {
      delay: { p50: delay.percentile(50) / 1e6 - LOOK_MS, p99: delay.percentile(99) / 1e6 - LOOK_MS, max: delay.max / 1e6 - LOOK_MS },
      busy: { ...ends(turns), over: turns.filter((turn) => turn > LONG_MS).length },
      longest,
      collected,
      heap: heap(),
      answers,
    };
    delay.reset();
    [turns, longest, collected, answers] = [[], { ms: 0, busy: 0 }, { max: 0, sum: 0 }, []];
    connection.end(JSON.stringify(seen));
  });
  rmSync(path, { force: true });
  server.listen(path);
  server.unref();
}

const spent = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1000;

function heap(): Seen['heap'] {
  const { heapUsed, external } = process.memoryUsage();
  return { used: heapUsed / 2 ** 20, outside: external / 2 ** 20 };
}

function ends(numbers: readonly number[]): { p99: number; max: number } {
  const sorted = Float64Array.from(numbers).sort();
  return { p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0, max: sorted.at(-1) ?? 0 };
}
