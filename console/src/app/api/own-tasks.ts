/** Tasks that calls of this page have begun. */
import { createStore } from '../store.ts';

/** Tasks that are remembered of each sort: more than can be told of later. */
const KEPT = 100;

function remembering(): { note(taskId: string): void; has(taskId: string): boolean } {
  const known = new Set<string>();
  return {
    note(taskId) {
      known.add(taskId);
      const [oldest] = known;
      if (known.size > KEPT && oldest !== undefined) known.delete(oldest);
    },
    has: (taskId) => known.has(taskId),
  };
}

/** How many tasks have been begun here: what is told of them is looked at anew with each. */
export const begunStore = createStore({ count: 0 });

const begun = remembering();
const refused = remembering();

/** Remembers the task that the answer to a call names. */
export function noteBegun(answer: unknown): void {
  if (typeof answer !== 'object' || answer === null || !('task_id' in answer) || typeof answer.task_id !== 'string') return;
  begun.note(answer.task_id);
  begunStore.set(({ count }) => ({ count: count + 1 }));
}

/** Whether it was begun here: its end is news even for who looks only then. */
export const isBegunHere = begun.has;

/** Remembers a task whose refusal the answer to a call has brought: who made the call shows it, so nobody else has to. */
export const noteRefused = refused.note;
export const isRefusedHere = refused.has;
