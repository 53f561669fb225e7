import type { Instant } from '../../../port/store/rows.ts';

/** Something that goes on by itself, in steps that are due. */
export interface Work {
  /** What carries on each of those that are due, the oldest first. */
  due(now: Instant, limit: number): Promise<(() => Promise<void>)[]>;
  nextDue(): Promise<Instant | undefined>;
}
