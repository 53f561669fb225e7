import type { Instant } from '../../../port/store/rows.ts';
import type { Platform } from './platform.ts';
import type { ChangeRecord } from './records.ts';

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
  for (const { key, due } of await buckets.changes.due(store.records, END_OF_TIME, EVERY))
    if (isTooFar(due)) far.push({ bucket: buckets.changes.name, key });
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

type Older = Readonly<Record<string, unknown>>;

/** How an older version kept what goes on with resources: a bucket for each kind of change. */
const OLDER: Readonly<Record<string, (value: Older) => { kind: string; does: string }>> = {
  volumeChanges: ({ action }) => ({ kind: 'volume', does: `volume.${String(action)}` }),
  volumeExtensions: () => ({ kind: 'volume', does: 'volume.extend' }),
  snapshotChanges: ({ action }) => ({ kind: 'volume_snapshot', does: `volume_snapshot.${String(action)}` }),
  halts: () => ({ kind: 'server', does: 'server.halt' }),
};

/** Takes over what an older version has begun and not ended, so that it ends when it was due. */
export async function takeOver(platform: Platform): Promise<void> {
  const { buckets, store } = platform;
  const owner = `engine:${platform.id}`;
  for (const [bucket, read] of Object.entries(OLDER)) {
    if ((await store.records.nextDue(owner, bucket)) === undefined) continue;
    await platform.change(async ({ records }) => {
      for (const { key, value, due } of await records.due(owner, bucket, END_OF_TIME, EVERY)) {
        const { accepted = null, since, ...details } = value as Older & { accepted?: string; since?: Instant };
        const { kind, does } = read(details);
        const change: ChangeRecord = { does, step: 0, begun: since ?? platform.now(), accepted, details };
        await buckets.changes.put(records, `${kind}:${key}`, change, due);
        await records.remove(owner, bucket, key);
      }
    });
  }
}
