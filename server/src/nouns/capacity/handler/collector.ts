/** Takes the figures of each hour: the replica that holds the lease does, for all. */
import type { Logger } from 'pino';
import { systemClock, type Clock } from '../../../port/clock.ts';
import type { Store } from '../../../port/store/store.ts';
import type { HeldLease } from '../../../port/store/tasks.ts';
import type { Writer } from '../../../port/store/writer.ts';
import { LeaseLost } from '../../../store/tasks/leases.ts';
import { inBackground } from '../../../turns/turns.ts';
import { closeHour, HOUR_MS, keepHour, lastHour, type Figures } from './hourly-figures.ts';
import { measureCompute, measureProjects, measureStorage, type Filling, type Measured } from './measure.ts';

const LEASE = 'capacity';
/** Milliseconds that one replica has for an hour's figures. */
const LEASE_MS = 300_000;
/** Milliseconds after the start until figures are taken, and between two looks at whether an hour has begun. */
const [FIRST_MS, EVERY_MS] = [60_000, 300_000];
/** Projects whose figures are written at a stretch. */
const TOGETHER = 25;

interface CollectorOptions extends Measured {
  store: Store;
  log: Logger;
  /** This process. */
  owner: string;
  clock?: Clock;
}

const usedOf = (fillings: Readonly<Record<string, Filling>>): Figures =>
  Object.fromEntries(Object.entries(fillings).map(([name, { used }]) => [name, used]));

/** Takes the figures of this hour unless they were taken, or another replica is about to. Throws LeaseLost where that has taken over. */
export async function collectHour(
  { store, platform, owner, clock = systemClock }: Omit<CollectorOptions, 'log'>,
  signal?: AbortSignal,
): Promise<void> {
  const hour = Math.floor(clock.now() / HOUR_MS) * HOUR_MS;
  if ((await lastHour(store)) === hour) return;
  const lease = await store.leases.hold(LEASE, owner, LEASE_MS);
  if (!lease) return;
  try {
    // Another replica may have ended meanwhile.
    if ((await lastHour(store)) !== hour) await takeFigures({ store, platform }, hour, lease, signal);
  } finally {
    await store.leases.release(LEASE, owner);
  }
}

/** Measures all there is and writes it as that of an hour, as long as the lease is held. */
async function takeFigures(
  { store, platform }: Pick<CollectorOptions, 'store' | 'platform'>,
  hour: number,
  lease: HeldLease,
  signal?: AbortSignal,
) {
  const write = (work: (writer: Writer) => Promise<void>): Promise<void> =>
    store.transaction(async (writer) => {
      await writer.assertHeld(lease);
      await work(writer);
    });
  const compute = await measureCompute({ store, platform });
  const storage = await measureStorage({ store, platform });
  await write(async (writer) => {
    if (compute) await keepHour(writer, 'compute', hour, usedOf(compute));
    for (const { id, tiers } of storage)
      await keepHour(writer, `storage:${id}`, hour, Object.fromEntries(tiers.map((tier) => [String(tier.id), tier.used])));
  });
  for await (const projects of measureProjects(store))
    for (let from = 0; from < projects.length; from += TOGETHER) {
      if (signal?.aborted) return;
      await write(async (writer) => {
        for (const { id, used } of projects.slice(from, from + TOGETHER)) await keepHour(writer, `project:${id}`, hour, used);
      });
    }
  await write((writer) => closeHour(writer, hour));
}

/** Takes figures every hour from a minute after the start on; returns the way to stop. */
export function collectCapacity(options: CollectorOptions): () => Promise<void> {
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();
  const look = (): void => {
    running = running.then(async () => {
      try {
        await inBackground(() => collectHour(options, stopping.signal));
      } catch (err) {
        // another replica goes on where this one was too slow
        if (!(err instanceof LeaseLost)) options.log.error({ err }, 'taking the figures of capacity failed; next try in five minutes');
      }
    });
  };
  const first = setTimeout(look, FIRST_MS).unref();
  const timer = setInterval(look, EVERY_MS).unref();
  return async () => {
    clearTimeout(first);
    clearInterval(timer);
    stopping.abort();
    await running;
  };
}
