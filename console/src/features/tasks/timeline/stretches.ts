import type { StateChanges } from '@gantry/contract/wire/state-changes';
import type { TimeSpan } from '../../../ui/show/chart-scale.ts';

/** A status that a thing had for a while, and where that is on the line, as parts of the time that is shown. */
export interface Stretch {
  status: string;
  /** ISO 8601; null: it has it still. */
  begin: string;
  end: string | null;
  start: number;
  length: number;
}

/** How a thing was over a time, the first first; the last goes on. Of before its first status nothing is known. */
export function stretchesOf(states: StateChanges['data'], { from, to }: TimeSpan): Stretch[] {
  const whole = to - from;
  return states.flatMap(({ status, at }, index) => {
    const next = states[index + 1]?.at ?? null;
    const [begin, end] = [Date.parse(at), next === null ? to : Date.parse(next)];
    const [start, stop] = [Math.max(0, (begin - from) / whole), Math.min(1, (end - from) / whole)];
    return start < stop ? [{ status, begin: at, end: next, start, length: stop - start }] : [];
  });
}
