/** Answers of a real Prometheus, and the settings under which they were asked for. See record.ts. */
import { readFileSync } from 'node:fs';

/** The two ways in which a server is found, as the lab's exporters offer them. */
export const WAYS = {
  /** Debian's exporter: its series carry the server's id. */
  direct: {},
  /** Exporters that ask for all of a domain at once: the id stands in a series of its own. */
  through: {
    through: { metric: 'libvirt_domain_info_meta' },
    metrics: { block_seconds_bucket: 'libvirt_domain_block_stats_latency_seconds_bucket' },
  },
} as const;
export type Way = keyof typeof WAYS;

/** One question and its answer. The ids of servers are `$1`, `$2` and so on in the answer, and left out of the query. */
export interface Exchange {
  path: string;
  query: string;
  /** Seconds since 1970, of a range query. */
  start?: number;
  answer: unknown;
}

export interface Recording {
  prometheus: string;
  recorded: string;
  exchanges: Exchange[];
}

const MATCHER = /(\w+)=~("(?:[^"\\]|\\.)*")/g;

/** A query without the ids it asks about. */
export const withoutIds = (query: string): string => query.replaceAll(MATCHER, '$1=~$$ids');

/** The ids that a query asks about, once each. */
export function idsIn(query: string): string[] {
  const texts = [...query.matchAll(MATCHER)].map(([, , quoted]) => JSON.parse(quoted!) as string);
  return [...new Set(texts.flatMap((text) => text.split('|')))].map((id) => id.replaceAll(/\\(.)/g, '$1'));
}

export const FILE = new URL('./fixtures/libvirt.json', import.meta.url);
export const readRecording = (): Recording => JSON.parse(readFileSync(FILE, 'utf8')) as Recording;
