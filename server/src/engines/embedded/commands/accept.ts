import type { Row, Writer } from '../../../store/port.ts';
import type { Acceptance, CommandContext } from '../../engine.ts';
import type { Platform } from '../platform.ts';
import { putAccepted } from '../transitions.ts';

/** Names one item of a task: the same command asked twice finds its first answer by it. */
const acceptedKey = (context: Pick<CommandContext, 'taskId'>, target: Row | null): string => `${context.taskId}:${target?.id ?? ''}`;

/** Key of the accepted record that belongs to an acceptance. */
export const keyOf = (acceptance: Acceptance): string => (acceptance.memo as { accepted: string }).accepted;

const acceptanceOf = (key: string, id: string): Acceptance => ({ id, memo: { accepted: key } });

/**
 * What the platform has accepted for a task and target, if anything. Without a target it looks for the task's only acceptance: what it
 * made, or deleted meanwhile.
 */
export async function acceptedBefore(platform: Platform, context: CommandContext, target: Row | null): Promise<Acceptance | undefined> {
  const { buckets, store } = platform;
  const key = acceptedKey(context, target);
  const record = await buckets.accepted.get(store.records, key);
  if (record || target) return record && acceptanceOf(key, record.id);
  const found = await buckets.accepted.list(store.records, { prefix: key, limit: 2 });
  return found.length === 1 ? acceptanceOf(found[0]!.key, found[0]!.value.id) : undefined;
}

/**
 * Carries out the first half of a command in one transaction, once per task and target. `work` reserves and begins, and returns the id
 * of the row it works on; `done` says that nothing is left to wait for.
 */
export async function acceptOnce(
  platform: Platform,
  context: CommandContext,
  target: Row | null,
  work: (writer: Writer, key: string) => Promise<{ id: string; done: boolean }>,
): Promise<Acceptance> {
  const key = acceptedKey(context, target);
  const id = await platform.change(async (writer) => {
    const before = await platform.buckets.accepted.get(writer.records, key);
    if (before) return before.id;
    const { id: made, done } = await work(writer, key);
    await putAccepted(platform, writer, key, { id: made, outcome: done ? { ok: true } : null });
    return made;
  });
  platform.wake();
  return acceptanceOf(key, id);
}
