import type { CommandContext } from '../../../../port/engine.ts';
import { listActions, type NovaAction } from '../actions.ts';
import { instant } from '../../../../engines/openstack/mirror/strategy.ts';
import type { Parts } from '../../../../engines/openstack/commands/parts.ts';

/** Milliseconds by which the services' clocks may differ from the database's. */
const SKEW_MS = 30_000;

/**
 * What the compute service accepted for this task before we could note it: an action of that name by the same user since the task began.
 * The user's token may be gone by now, so the service account looks.
 */
export async function acceptedAction(parts: Parts, context: CommandContext, id: string, name: string): Promise<NovaAction | undefined> {
  const since = await taskBegan(context);
  const actions = await listActions(parts.api, id);
  return actions.find(
    ({ action, user_id: userId, start_time: start }) =>
      action === name && userId === context.actor.userId && Date.parse(instant(start)) >= since,
  );
}

/** Milliseconds since the epoch, a little early. */
export async function taskBegan({ store, taskId }: CommandContext): Promise<number> {
  const task = await store.tasks.get(taskId);
  return (task ? Date.parse(task.createdAt) : Date.now()) - SKEW_MS;
}
