import { GantryError } from '@gantry/contract/wire/errors';
import type { Writer } from '../../../port/store/writer.ts';
import type { Acceptance, Command, CommandContext } from '../../../port/engine.ts';
import type { Platform } from './platform.ts';
import { putAccepted } from './accepted.ts';

/** Names one item of a task: the same command asked twice finds its first answer by it. */
export const acceptedKey = ({ taskId, copy }: Pick<CommandContext, 'taskId' | 'copy'>, id: string | null): string =>
  `${taskId}:${id ?? (copy === undefined ? '' : `#${copy}`)}`;

/** The task that a key of the accepted records names. */
export const taskOf = (key: string): string => key.slice(0, key.indexOf(':'));

/** Key of the accepted record that belongs to an acceptance. */
export const keyOf = (acceptance: Acceptance): string => (acceptance.memo as { accepted: string }).accepted;

const acceptanceOf = (key: string, { id, report }: Pick<Acceptance, 'id' | 'report'>): Acceptance => ({
  id,
  memo: { accepted: key },
  ...(report && { report }),
});

/** What the platform has accepted for a task and what it works on (null: what it makes), if anything. */
export async function acceptedBefore(platform: Platform, context: CommandContext, id: string | null): Promise<Acceptance | undefined> {
  const key = acceptedKey(context, id);
  const record = await platform.buckets.accepted.get(platform.store.records, key);
  return record && acceptanceOf(key, record);
}

/** What it works on is as it was when the command was requested, or gone: a deletion asks for no more. Throws overtaken. */
async function assertUnchanged(writer: Writer, { requested }: CommandContext): Promise<void> {
  const row = requested && (await writer.get(requested));
  if (row && row.revision !== requested.revision) throw new GantryError('overtaken');
}

/**
 * Carries out the first half of a command in one transaction, once per task and what it works on (`id`; null: what it makes). `work`
 * reserves and begins, and returns the id of the row it works on; `done` says that nothing is left to wait for. Throws overtaken.
 */
export async function acceptOnce(
  platform: Platform,
  context: CommandContext,
  id: string | null,
  work: (writer: Writer, key: string) => Promise<Carried>,
): Promise<Acceptance> {
  const key = acceptedKey(context, id);
  const made = await platform.change(async (writer) => {
    const before = await platform.buckets.accepted.get(writer.records, key);
    if (before) return before;
    await assertUnchanged(writer, context);
    if (context.sets) writer.setting(context.sets, context.sets.members);
    const { done, ...acceptance } = await work(writer, key);
    await putAccepted(platform, writer, key, { ...acceptance, outcome: done ? { ok: true } : null });
    return acceptance;
  });
  platform.wake();
  return acceptanceOf(key, made);
}

/** What a command was requested with. */
interface CommandRequest<B> {
  context: CommandContext;
  /** What it works on; null: what it makes. */
  id: string | null;
  body: B;
  /** Asked again after a crash: what it works on may be gone. */
  again: boolean;
}

/** What the first half of a command has come to: what it works on, and whether nothing is left to wait for. */
export interface Carried extends Pick<Acceptance, 'id' | 'report'> {
  done: boolean;
}

/**
 * The first half of a command that is idempotent by its task, so that one that had not come through is simply accepted anew. `work` carries it
 * out in one transaction.
 */
export function acceptAnew<B>(
  platform: Platform,
  work: (writer: Writer, request: CommandRequest<B>, accepted: string) => Promise<Carried>,
): Pick<Required<Command<B>>, 'accept' | 'recover'> {
  const carryOut = async (request: CommandRequest<B>): Promise<Acceptance> => {
    platform.assertUp();
    return acceptOnce(platform, request.context, request.id, (writer, accepted) => work(writer, request, accepted));
  };
  return {
    accept: (context, target, body) => carryOut({ context, id: target?.id ?? null, body, again: false }),
    recover: async (context, id, body) => (await acceptedBefore(platform, context, id)) ?? carryOut({ context, id, body, again: true }),
  };
}

/** A command that is done when accepted: `work` carries it out in one transaction, once per task, and returns the id of what it worked on. */
export const doneAtOnce = <B = unknown>(
  platform: Platform,
  work: (writer: Writer, request: CommandRequest<B>) => Promise<string>,
): Command<B> => acceptAnew<B>(platform, async (writer, request) => ({ id: await work(writer, request), done: true }));

/** The first half of a command whose body is looked into before its transaction, which takes time; nothing has begun where that throws. */
export const afterPreparing = <B, P>(
  { accept, recover }: Pick<Required<Command<P>>, 'accept' | 'recover'>,
  prepare: (body: B) => Promise<P>,
): Pick<Required<Command<B>>, 'accept' | 'recover'> => ({
  accept: async (context, target, body) => accept(context, target, await prepare(body)),
  recover: async (context, id, body) => recover(context, id, await prepare(body)),
});
