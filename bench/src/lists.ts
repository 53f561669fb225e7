import { readFileSync } from 'node:fs';
import { FIGURE_SORT_MAX } from '@gantry/contract/constants';
import { sortKeys } from '@gantry/contract/wire/kind';
import { serverKind } from '@gantry/contract/nouns/servers/entity';
import { serverCalls } from '@gantry/contract/nouns/servers/calls';
import type { RunningProduct } from '../../tools/lib/product.ts';
import { plain, quantile, rounded, spread, timesAtMost, atMost, type Figure } from './figures.ts';
import type { Session } from '../../tools/lib/session.ts';
import type { Seen } from './probe.ts';
import type { Watched } from './watched.ts';

export const BUDGET_MS = 15;
const BUDGET_MIB = 300;
const BLOCKED_MS = 20;
const path = serverCalls.list.path;

/** Resident memory of a process in MiB: now, and the most so far. */
export function memoryOf(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const mib = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024;
  return { now: mib('VmRSS'), peak: mib('VmHWM') };
}

const list = async (session: Session, query: string) => serverCalls.list.answer.parse(await session.get(`${path}?${query}`));

interface Times {
  /** Within the server's process, from the request's head to the answer's last byte: access, store, JSON and compression. */
  inside: number[];
  /** As a client on the same machine sees it. */
  overHttp: number[];
}

/** Asks an address as often, once it is warm. */
async function timed(session: Session, { seen }: Pick<Watched, 'seen'>, address: string, runs: number): Promise<Times> {
  for (let run = 0; run < 5; run += 1) await session.get(address);
  await seen();
  const overHttp: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const started = performance.now();
    await session.get(address);
    overHttp.push(performance.now() - started);
  }
  return { inside: (await seen()).answers.map(({ ms }) => ms), overHttp };
}

/** Times over HTTP beside those inside. */
const client = (overHttp: readonly number[]): string => `over HTTP p95 ${rounded(quantile(overHttp, 0.95))} ms`;

/** The times of an address as a figure: those within the server are judged, those over HTTP stand beside them. */
export async function timedAtMost(
  what: string,
  limit: number,
  { session, watched, address, runs }: { session: Session; watched: Pick<Watched, 'seen'>; address: string; runs: number },
): Promise<Figure> {
  const { inside, overHttp } = await timed(session, watched, address, runs);
  const figure = timesAtMost(what, inside, limit);
  return { ...figure, measured: `${figure.measured}; ${client(overHttp)}` };
}

/** The marker of a page near the end, found by walking there in steps of 100 rows. */
async function lastMarker(session: Session, sort: string): Promise<string | undefined> {
  let marker: string | undefined;
  for (;;) {
    const page = await list(session, `limit=100&sort=${sort}${marker === undefined ? '' : `&marker=${encodeURIComponent(marker)}`}`);
    if (page.marker === undefined) return marker;
    marker = page.marker;
  }
}

/** The queries worth timing in a scope: each sort both ways, first and last page, each filter with a hit, `contains:` with many and with none. */
async function queriesOf(session: Session, system: boolean): Promise<Record<string, string>> {
  const [server] = (await list(session, 'limit=1&sort=created_at:asc')).data;
  if (!server) throw new Error('the scope has no servers');
  const sorts = sortKeys(serverKind).filter((key) => system || !serverKind.fields[key]?.systemOnly);
  const marker = await lastMarker(session, 'created_at:desc');
  const filters: Record<string, string | null | undefined> = {
    id: server.id,
    name: server.name,
    // `-8a`, where the version of a UUID stands: in one of sixteen ids.
    'id contains, many': `contains:${server.id.slice(13, 16)}`,
    'id contains, none': 'contains:there-is-none',
    'name contains, many': `contains:${server.name.slice(0, 3)}`,
    // In some of a hundred: too short for the index of texts.
    'name contains, two letters': `contains:${server.name.slice(-2)}`,
    'name contains, none': 'contains:there-is-none',
    status: server.status,
    'status in': 'in:ACTIVE,SHUTOFF',
    task_state: 'spawning',
    ...(system && { host: server.host }),
    flavor: server.flavor.id,
    image: server.image?.id,
    network: server.networks[0]?.network_id,
    ip: server.networks[0]?.ips[0],
    project_id: server.project_id,
  };
  return {
    'first page': '',
    ...(marker !== undefined && { 'last page': `sort=created_at:desc&marker=${encodeURIComponent(marker)}` }),
    ...Object.fromEntries(sorts.flatMap((key) => ['asc', 'desc'].map((way) => [`sort ${key}:${way}`, `sort=${key}:${way}`]))),
    ...Object.fromEntries(
      Object.entries(filters).flatMap(([name, value]) =>
        value === null || value === undefined ? [] : [[`filter ${name}`, `${name.split(' ')[0]}=${encodeURIComponent(value)}`]],
      ),
    ),
    'filters status and name contains, many both': `status=${server.status}&name=contains:${server.name.slice(0, 3)}`,
  };
}

/** What narrows a scope to the most servers that may be sorted by what they use, and how many these are: a part of a name, or nothing. */
async function rankable(session: Session): Promise<{ query: string; matches: number }> {
  const [{ name } = { name: '' }] = (await list(session, 'limit=1&sort=created_at:asc')).data;
  const ends = Array.from({ length: name.length }, (_, start) => name.slice(start));
  const parts = ends.flatMap((end) =>
    Array.from({ length: end.length }, (_, at) => `&name=contains:${encodeURIComponent(end.slice(0, at + 1))}`),
  );
  let best = { query: '', matches: 0 };
  for (const query of ['', ...new Set(parts)]) {
    const { count: matches = 0 } = await list(session, `limit=1&with_count=true${query}`);
    if (matches <= FIGURE_SORT_MAX && matches > best.matches) best = { query, matches };
  }
  return best;
}

/** The order that no store has: all that matches is measured for it. */
async function measureRanked(session: Session, watched: Watched, scope: string, runs: number): Promise<Figure> {
  const { query, matches } = await rankable(session);
  const { inside, overHttp } = await timed(session, watched, `${path}?limit=20&with_count=true&sort=cpu_usage:desc${query}`, runs);
  return { what: `${scope}: sorted by usage, ${matches} matches`, measured: `${spread(inside)}; ${client(overHttp)}` };
}

/** Times every query of a scope; the rows that it holds come first. */
export async function measureLists(session: Session, watched: Watched, scope: string, runs: number, system = false): Promise<Figure[]> {
  const { count } = await list(session, 'limit=1&with_count=true');
  const figures: Figure[] = [plain(`${scope}: servers in sight`, count ?? 0, '')];
  for (const [name, query] of Object.entries(await queriesOf(session, system))) {
    const address = `${path}?limit=20&with_count=true${query === '' ? '' : `&${query}`}`;
    figures.push(await timedAtMost(`${scope}: ${name}`, BUDGET_MS, { session, watched, address, runs }));
  }
  figures.push(await measureRanked(session, watched, scope, runs));
  return figures;
}

/** What the server holds in memory after the lists. */
export function measureMemory(product: RunningProduct): Figure[] {
  const { now, peak } = memoryOf(product.pid);
  return [atMost('resident memory after the lists', now, BUDGET_MIB, 'MiB'), plain('most resident memory', peak, 'MiB')];
}

/** How the event loop fared while an empty store was filled; the seconds in which the program itself starts and ends its start are left out. */
export function measureFilling({ starting, product }: Watched, servers: number): Figure[] {
  const filling = starting.slice(2, -2);
  const most = (of: (seen: Seen) => number): number => Math.max(0, ...filling.map(of));
  return [
    plain(`first start: fills an empty store with ${servers} servers`, product.startMs, 'ms'),
    atMost(
      'first start: longest block of the event loop',
      most(({ busy }) => busy.max),
      BLOCKED_MS,
      'ms',
    ),
    plain(
      'first start: longest delay, with waiting for the processor',
      most(({ delay }) => delay.max),
      'ms',
    ),
    plain('first start: most resident memory', memoryOf(product.pid).peak, 'MiB'),
  ];
}
