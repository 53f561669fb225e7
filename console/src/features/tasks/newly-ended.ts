import type { Task } from '@gantry/contract/nouns/tasks/entity';

/** Tasks of a user that have ended since the last look. @param told ids of those that had ended by then. */
export const newlyEnded = <T extends Pick<Task, 'id' | 'user_id'>>(
  ended: readonly T[],
  told: ReadonlySet<string>,
  userId: string | undefined,
): T[] => ended.filter((task) => task.user_id === userId && !told.has(task.id));
