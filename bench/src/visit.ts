import { quantile } from './figures.ts';

/** What a page did until it was ready, and for a while after. Times are milliseconds since its navigation began. */
export interface Visit {
  /** What it asked for: path, when, and the bytes on the wire, headers included; 0 for what the browser had. */
  requests: { path: string; at: number; bytes: number }[];
  /** When it first showed anything: the spinner of the document. */
  paintedMs: number;
  /** When what was waited for had been painted. */
  readyMs: number;
  /** How many of it there were in the end. */
  found: number;
}

/** What a page asked for until it was ready. */
export const needed = (visit: Visit): Visit => ({ ...visit, requests: visit.requests.filter(({ at }) => at < visit.readyMs) });

const isFont = ({ path }: Visit['requests'][number]): boolean => path.endsWith('.woff2');

/** A visit without its font, which has a budget of its own: a page shows, and can be used, before it is there. */
export const withoutFont = (visit: Visit): Visit => ({ ...visit, requests: visit.requests.filter((request) => !isFont(request)) });

/** What of a visit is its font. */
export const fontOf = (visit: Visit): Visit => ({ ...visit, requests: visit.requests.filter(isFont) });

/** Bytes of a visit on the wire, in KB of 1,000. */
export const kilobytes = ({ requests }: Visit): number => requests.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;

/** The visit in the middle, by what is asked of each. */
export const middle = (visits: readonly Visit[], of: (visit: Visit) => number): number => quantile(visits.map(of), 0.5);

export const countOf = ({ requests }: Visit): number => requests.length;

/** Visits of one page by one browser. */
export interface Visits {
  /** With an empty cache. */
  cold: Visit[];
  /** By somebody who comes every day: files are there, and scripts have been kept as they were compiled. */
  warm: Visit[];
}

/** Lines of a table about visits. */
export const VISIT_LINES: readonly [string, (visits: Visits) => number][] = [
  ['cold: first paint, ms', ({ cold }) => middle(cold, ({ paintedMs }) => paintedMs)],
  ['cold: first row, ms', ({ cold }) => middle(cold, ({ readyMs }) => readyMs)],
  ['cold: KB', ({ cold }) => middle(cold, kilobytes)],
  ['cold: requests', ({ cold }) => middle(cold, countOf)],
  ['warm: first paint, ms', ({ warm }) => middle(warm, ({ paintedMs }) => paintedMs)],
  ['warm: first row, ms', ({ warm }) => middle(warm, ({ readyMs }) => readyMs)],
  ['warm: KB', ({ warm }) => middle(warm, kilobytes)],
  ['warm: requests', ({ warm }) => middle(warm, countOf)],
];
