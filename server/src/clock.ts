import type { Instant } from './store/port.ts';

/** Where code asks for the time; tests of the embedded engine hand in their own. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

export const instantOf = (ms: number): Instant => new Date(ms).toISOString();
