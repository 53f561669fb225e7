import { setImmediate as turn } from 'node:timers/promises';
import type { Instant } from '../port/store/rows.ts';
import type { Store } from '../port/store/store.ts';
import { removeOverflow } from '../store/records/overflow.ts';
import { taskKey } from './document.ts';

/** Tasks forgotten in one transaction, so that others have their turn in between. */
const CHUNK = 50;

/** Forgets tasks that have ended and began before an instant: what resumes them, and the rows that users see. */
export async function forgetTasks(store: Pick<Store, 'tasks' | 'transaction'>, before: Instant): Promise<void> {
  for (;;) {
    const ids = await store.tasks.endedBefore(before, CHUNK);
    if (ids.length === 0) return;
    await store.transaction(async (writer) => {
      for (const id of ids) {
        await writer.remove(taskKey(id));
        await removeOverflow(writer.records, 'task', id);
        await writer.tasks.remove(id);
      }
    });
    await turn();
  }
}
