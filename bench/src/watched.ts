import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { startProduct, type RunningProduct } from '../../tools/lib/product.ts';
import type { Seen } from './probe.ts';

/** The product, watched from inside; see probe.ts. */
export interface Watched {
  product: RunningProduct;
  /** What the watch saw since it was last asked. */
  seen(): Promise<Seen>;
  /** What it saw while the product started, second by second. */
  starting: readonly Seen[];
}

const WINDOW_MS = 1000;

/** Starts the product on a data folder with its watch. */
export async function startWatched(data: string, settings: Readonly<Record<string, string>>): Promise<Watched> {
  const socket = join(data, `probe-${process.hrtime.bigint()}`);
  const seen = async (): Promise<Seen> => JSON.parse(await text(connect(socket))) as Seen;
  const starting: Seen[] = [];
  const begun = new AbortController();
  const watch = async (): Promise<void> => {
    for (; !begun.signal.aborted; await delay(WINDOW_MS)) if (existsSync(socket)) starting.push(await seen());
  };
  const start = startProduct(data, {
    ...settings,
    BENCH_PROBE: socket,
    NODE_OPTIONS: `--import=${new URL('probe.ts', import.meta.url).href}`,
  });
  const [product] = await Promise.all([start.finally(() => begun.abort()), watch()]);
  return { product, seen, starting };
}
