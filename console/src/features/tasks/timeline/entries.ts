import type { Task } from '@gantry/contract/nouns/tasks/entity';
import type { TaskState } from '@gantry/contract/nouns/tasks/states';
import type { TimeSpan } from '../../../ui/show/chart-scale.ts';

/** A task on the line: where it begins and how long it is, as parts of the time that is shown. */
export interface Entry {
  task: Task;
  /** What came of the thing whose line it is. */
  state: TaskState;
  start: number;
  length: number;
  /** Row of the line, from 0. */
  lane: number;
  /** Its name stands on its left: on the right there is no room for it. */
  before: boolean;
  /** In the last row there may be no room for the name. */
  named: boolean;
}

/** Part of the line that a name takes. */
export const NAME = 0.24;
/** Rows of the line. */
const LANES = 5;

/** Of a task on several things what came of one. */
const stateFor = (task: Task, id: string): TaskState => task.items.find((item) => item.id === id)?.state ?? task.state;

/**
 * The tasks of a time, the first to begin first. Those whose names would cover each other are in rows of their own.
 * @param now milliseconds since 1970, until which a task goes on that has not ended
 */
export function entriesOf(tasks: readonly Task[], id: string, { from, to }: TimeSpan, now: number): Entry[] {
  const whole = to - from;
  const ends: number[] = [];
  return tasks
    .map((task) => ({ task, begin: Date.parse(task.created_at), end: task.finished_at === null ? now : Date.parse(task.finished_at) }))
    .filter(({ begin, end }) => begin <= to && end >= from)
    .toSorted((a, b) => a.begin - b.begin)
    .map(({ task, begin, end }) => {
      const start = Math.max(0, (begin - from) / whole);
      const stop = Math.min(1, (end - from) / whole);
      const before = start + NAME > 1;
      const [first, last] = before ? [Math.min(start, stop - NAME), stop] : [start, Math.max(stop, start + NAME)];
      const free = ends.findIndex((until) => until <= first);
      const lane = Math.min(free === -1 ? ends.length : free, LANES - 1);
      const named = free !== -1 || ends.length < LANES;
      ends[lane] = Math.max(last, ends[lane] ?? 0);
      return { task, state: stateFor(task, id), start, length: Math.max(0, stop - start), lane, before, named };
    });
}
