import type { Instant } from './store/rows.ts';

/** Where code asks for the time; tests of the embedded engine hand in their own. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** Milliseconds that only go on, whatever becomes of the machine's time: for durations within this process. */
export const steadyClock: Clock = { now: () => performance.now() };

export const instantOf = (ms: number): Instant => new Date(ms).toISOString();

/** A step back beyond what a machine that keeps its time makes, milliseconds. */
const STEP_BACK = 1_000;

/**
 * The machine's time as long as it goes on; where that is set back, it goes on at its own pace from where it was, until the machine's time is
 * set forward again. What is due at an instant of it comes as late as was meant.
 */
export function createForwardClock(wall: Clock = systemClock, steady: Clock = steadyClock): Clock {
  let seen = { wall: wall.now(), steady: steady.now() };
  let ahead = 0;
  return {
    now() {
      const now = { wall: wall.now(), steady: steady.now() };
      const drift = now.wall - seen.wall - (now.steady - seen.steady);
      seen = now;
      if (drift < -STEP_BACK) ahead -= drift;
      else if (drift > STEP_BACK) ahead = Math.max(0, ahead - drift);
      return Math.round(now.wall + ahead);
    },
  };
}
