/** What is made, changed or deleted as soon as its service says yes: nothing is waited for. */
import { z } from 'zod';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Row } from '../../../port/store/rows.ts';
import type { Command, CommandContext } from '../../../port/engine.ts';
import type { Unanswered } from '../../../port/unanswered.ts';
import { isUnknown, nameTaken, ignoreNotFound } from '../client/errors.ts';
import { askToChange, required, scopeProject, sendChange, refreshNow, type Change, type Parts } from './parts.ts';

type ChangeRequest = Omit<Change, 'method'>;

interface Creation<B, A> {
  kind: string;
  /** Code at the field of a name that is taken, where names are taken. */
  taken?: string;
  ask(body: B, context: CommandContext): ChangeRequest | Promise<ChangeRequest>;
  /** What the service's refusal means; undefined: what it says. */
  refusalOf?(error: unknown, body: B): GantryError | undefined;
  /** What is read of the service's answer. */
  answer: z.ZodType<A>;
  /** Id of what was made. */
  idOf(context: CommandContext, body: B, answer: A): string;
  /** What it still needs to be as requested. Done again after a crash. */
  finish?(context: CommandContext, id: string, body: B): Promise<unknown>;
  /** Takes away what was made where `finish` was refused. Absent: it stays as far as it has come. */
  undo?(context: CommandContext, id: string): Promise<unknown>;
  /** Id of the one that carries the task's mark, or where no mark fits, that is as requested under a name that was free; undefined where there is none. */
  find(context: CommandContext, body: B): Promise<string | undefined>;
}

/** What was made and is not yet as requested, because its service fell silent: it is finished when the task looks for it. */
export class Unfinished extends GantryError implements Unanswered {
  readonly unanswered = true;

  constructor(cause: GantryError) {
    const { detail, params } = cause;
    super('engine_unavailable', { params, ...(detail !== undefined && { detail }), cause });
  }
}

/** The command that makes one, with the user's own token. */
export function createSync<B, A>(parts: Parts, creation: Creation<B, A>): Command<B> {
  const { kind, taken, ask, answer, idOf, finish, undo, find } = creation;
  const meaning = (error: unknown, body: B): unknown =>
    (taken !== undefined && nameTaken(error, taken)) || creation.refusalOf?.(error, body) || error;
  const finished = async (context: CommandContext, id: string, body: B): Promise<void> => {
    try {
      await finish?.(context, id, body);
    } catch (error) {
      if (error instanceof GantryError && isUnknown(error)) throw new Unfinished(error);
      if (undo && error instanceof GantryError) {
        await undone(undo, context, id);
        // The mirror may have heard of it meanwhile.
        await refreshNow(parts, context, id, kind);
      }
      throw meaning(error, body);
    }
    await refreshNow(parts, context, id, kind);
  };
  return {
    async accept(context, _target, body) {
      const change = { method: 'POST', ...(await ask(body, context)), answer } as const;
      const made = await sendChange(parts, context, scopeProject(context), change).catch((error: unknown) => {
        throw meaning(error, body);
      });
      const id = idOf(context, body, made.body);
      await finished(context, id, body);
      return { id, requestId: made.requestId };
    },
    async recover(context, _id, body) {
      const id = await find(context, body);
      if (id === undefined) return undefined;
      await finished(context, id, body);
      return { id };
    },
  };
}

/** The refusal is what is reported: a failure to take away what was made is only noted. */
async function undone(undo: (context: CommandContext, id: string) => Promise<unknown>, context: CommandContext, id: string): Promise<void> {
  try {
    await undo(context, id);
  } catch (err) {
    context.log.warn({ err, id }, 'what was refused in part could not be taken away');
  }
}

type Updating = ChangeRequest & { method?: Change['method'] };

/** The command that changes one. Asked for again it becomes the same, so nothing is looked for after a crash. */
export const updateSync = <B>(
  parts: Parts,
  kind: string,
  ask: (row: Row, body: B, context: CommandContext) => Updating | Promise<Updating>,
  /** What the service's refusal means. Absent: what it says. */
  refusalOf: (error: unknown, body: B) => unknown = (error) => error,
): Command<B> => ({
  async accept(context, target, body) {
    const row = required(target);
    const change = { method: 'PUT', ...(await ask(row, body, context)) } as const;
    const requestId = await askToChange(parts, context, row.projectId, change).catch((error: unknown) => {
      throw refusalOf(error, body);
    });
    await refreshNow(parts, context, row.id, kind);
    return { id: row.id, requestId };
  },
});

interface Deletion<B> {
  ask(row: Row, context: CommandContext, body: B): ChangeRequest;
  /** Throws what the service's refusal means. Absent: what it says. */
  refused?(row: Row, error: unknown): Promise<never>;
}

/** The command that deletes one; one that is already gone is a success. */
export const deleteSync = <B = unknown>(parts: Parts, kind: string, { ask, refused }: Deletion<B>): Command<B> => ({
  async accept(context, target, body) {
    const row = required(target);
    const change = { method: 'DELETE', ...ask(row, context, body), answer: z.unknown() } as const;
    const answer = await ignoreNotFound(sendChange(parts, context, row.projectId ?? scopeProject(context), change)).catch(
      (error: unknown) => {
        if (refused) return refused(row, error);
        throw error;
      },
    );
    await refreshNow(parts, context, row.id, kind);
    return { id: row.id, requestId: answer?.requestId };
  },
  async recover(_context, target) {
    const id = required(target);
    return (await parts.mirror.rereads.now(kind, id)) ? undefined : { id };
  },
});
