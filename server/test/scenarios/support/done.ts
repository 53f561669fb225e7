import { expect } from 'vitest';
import type { Accepted } from '../../../src/tasks/port.ts';
import type { Life } from './actions.ts';
import type { Visitor } from './stand.ts';

/** Waits until what was accepted has been done; answers the id of what it was done to. */
export const doneOf =
  (life: Pick<Life, 'stand' | 'tenant'>) =>
  async (accepted: Promise<Pick<Accepted, 'task_id' | 'id'>>, by: Visitor = life.tenant()): Promise<string> => {
    const { task_id: taskId, id } = await accepted;
    const task = await life.stand().ended(by, taskId);
    expect(task, JSON.stringify(task.error)).toMatchObject({ state: 'success', error: null });
    return id!;
  };
