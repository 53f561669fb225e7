import type { Task } from '@gantry/contract/nouns/tasks/entity';
import { isEnded, type TaskState } from '@gantry/contract/nouns/tasks/states';

/** Words over the states of a task: what filters and counts go by. */
export const OUTCOMES = {
  failed: ['failed', 'aborted'],
  open: ['starting', 'running', 'cancelling', 'paused', 'scheduled'],
  done: ['success'],
  cancelled: ['cancelled'],
} as const satisfies Record<string, readonly TaskState[]>;
export type Outcome = keyof typeof OUTCOMES;
export const OUTCOME_WORDS = Object.keys(OUTCOMES) as Outcome[];

type Item = Task['items'][number];

export const outcomeOf = (state: TaskState): Outcome =>
  OUTCOME_WORDS.find((word) => (OUTCOMES[word] as readonly TaskState[]).includes(state)) ?? 'open';

/** How many things of a task have come to what. */
export function countsOf(items: readonly Item[]): Readonly<Record<Outcome, number>> {
  const counts = { failed: 0, open: 0, done: 0, cancelled: 0 };
  for (const { state } of items) counts[outcomeOf(state)] += 1;
  return counts;
}

/** Whether what a task worked on cannot be opened any more; what it still makes is not there yet. */
export const isGone = ({ gone, state }: Item): boolean => gone === true && isEnded({ state });

/** Seconds from request to end, or until now. */
export const secondsOf = ({ created_at: from, finished_at: to }: Pick<Task, 'created_at' | 'finished_at'>, now: Date): number =>
  Math.max(0, (to === null ? now.getTime() : Date.parse(to)) - Date.parse(from)) / 1000;
