/** Whether the clock can be believed when it is about what to forget: one that is wrong for an hour must not delete a year of audit. */
import type { Clock } from '../port/clock.ts';
import type { Store } from '../port/store/store.ts';

const HOUR = 3_600_000;
/** A clock that is so far ahead of when it was last believed has jumped, or nobody was here for that long. */
const JUMP = 7 * 24 * HOUR;
/** Time for which somebody may correct it, by a clock that cannot jump; then it is believed. */
const DOUBT = 24 * HOUR;

const OWNER = 'housekeeping';
const PLACE = [OWNER, 'clock', 'believed'] as const;

export interface Clocks {
  /** Milliseconds since 1970, as the machine says. */
  wall: Clock;
  /** Milliseconds of a clock that only goes on. */
  steady: Clock;
}

type Believing = Pick<Store, 'records' | 'transaction'> & { audit: Pick<Store['audit'], 'list'> };

/** The instant up to which time is believed to have gone. */
async function lastBelieved({ records, audit }: Believing): Promise<number | undefined> {
  const known = await records.get(...PLACE);
  if (typeof known === 'number') return known;
  const [newest] = await audit.list({ limit: 1 });
  return newest && Date.parse(newest.at);
}

/** Asked before each tidying: the time, or by how many milliseconds the clock seems to have jumped. */
export function createTimeTrust(store: Believing, { wall, steady }: Clocks): () => Promise<{ now: number } | { jump: number }> {
  let doubtedSince: number | undefined;
  return async () => {
    const now = wall.now();
    const believed = (await lastBelieved(store)) ?? now;
    if (now - believed > JUMP) {
      doubtedSince ??= steady.now();
      if (steady.now() - doubtedSince < DOUBT) return { jump: now - believed };
    }
    doubtedSince = undefined;
    await store.transaction((writer) => writer.records.put(...PLACE, now));
    return { now };
  };
}
