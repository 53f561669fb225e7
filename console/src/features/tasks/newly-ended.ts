import type { Task } from '@gantry/contract/nouns/tasks/entity';

/** Tasks of a user that have ended since the last look. @param reported ids of those that had ended by then. */
export const newlyEnded = <T extends Pick<Task, 'id' | 'user_id'>>(
  ended: readonly T[],
  reported: ReadonlySet<string>,
  userId: string | undefined,
): T[] => ended.filter((task) => task.user_id === userId && !reported.has(task.id));
