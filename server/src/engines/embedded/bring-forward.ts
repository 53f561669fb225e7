import type { Instant } from '../../store/port.ts';
import type { Platform } from './platform.ts';

/** More than are ever under way. */
const EVERY = 100_000;
/** After all instants. */
const END_OF_TIME: Instant = '9999-12-31T23:59:59.999Z';
/** Milliseconds beyond the longest time of the settings, which another start may have had longer. */
const MARGIN_MS = 600_000;

/**
 * What is due later than anything can take was begun while the clock of another process was ahead: it is due now. Within a process the clock
 * never runs back (`createForwardClock`).
 */
export async function bringForward(platform: Platform): Promise<void> {
  const { buckets, clock, settings, store, log } = platform;
  const longest = Math.max(...Object.values(settings.timings)) + MARGIN_MS;
  const isTooFar = (due: Instant, guestHas = 0): boolean => Date.parse(due) > clock.now() + longest + guestHas * 1000;
  const far: { bucket: string; key: string }[] = [];
  for (const { key, value, due } of await buckets.transitions.due(store.records, END_OF_TIME, EVERY))
    if (isTooFar(due, value.timeout)) far.push({ bucket: buckets.transitions.name, key });
  for (const bucket of [buckets.halts, buckets.volumeChanges, buckets.volumeExtensions, buckets.snapshotChanges])
    for (const { key, due } of await bucket.due(store.records, END_OF_TIME, EVERY))
      if (isTooFar(due)) far.push({ bucket: bucket.name, key });
  if (far.length === 0) return;
  log.warn({ found: far.length }, 'the clock was ahead when these were begun: they are due now');
  const owner = `engine:${platform.id}`;
  await platform.change(async ({ records }) => {
    for (const { bucket, key } of far) {
      const value = await records.get(owner, bucket, key);
      if (value !== undefined) await records.put(owner, bucket, key, value, platform.now());
    }
  });
}
