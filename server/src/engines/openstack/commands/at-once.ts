/** Things that are made or deleted as soon as their service says yes: nothing is waited for. */
import { z } from 'zod';
import type { Row } from '../../../store/port.ts';
import type { Command, CommandContext } from '../../engine.ts';
import { nameTaken, unlessGone } from '../client/errors.ts';
import { required, scopeProject, sendChange, showAtOnce, type Change, type Parts } from './parts.ts';

type Asked = Omit<Change, 'method'>;

interface Creation<B, A> {
  kind: string;
  /** Code at the field of a name that is taken. */
  taken: string;
  ask(body: B): Asked;
  /** What is read of the service's answer. */
  answer: z.ZodType<A>;
  /** Id of what was made. */
  idOf(context: CommandContext, body: B, answer: A): string;
  /** What it still needs to be as it was asked for. Done again after a crash. */
  finish?(context: CommandContext, id: string, body: B): Promise<unknown>;
  /** No mark fits on such a thing: the id of one that is as asked for, made under a name that was free; undefined where there is none. */
  find(context: CommandContext, body: B): Promise<string | undefined>;
}

/** The command that makes one, with the user's own token. */
export function createAtOnce<B, A>(parts: Parts, creation: Creation<B, A>): Command<B> {
  const { kind, taken, ask, answer, idOf, finish, find } = creation;
  const finished = async (context: CommandContext, id: string, body: B): Promise<void> => {
    await finish?.(context, id, body);
    await showAtOnce(parts, context, id, kind);
  };
  return {
    async accept(context, _target, body) {
      const change = { method: 'POST', ...ask(body), answer } as const;
      const made = await sendChange(parts, context, scopeProject(context), change).catch((error: unknown) => {
        throw nameTaken(error, taken) ?? error;
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

/** The command that deletes one; one that is already gone is a success. */
export const deleteAtOnce = (parts: Parts, kind: string, ask: (row: Row, context: CommandContext) => Asked): Command => ({
  async accept(context, target) {
    const row = required(target);
    const change = { method: 'DELETE', ...ask(row, context), answer: z.unknown() } as const;
    const answer = await unlessGone(sendChange(parts, context, scopeProject(context), change));
    await showAtOnce(parts, context, row.id, kind);
    return { id: row.id, requestId: answer?.requestId };
  },
  async recover(_context, target) {
    const id = required(target);
    return (await parts.mirror.rereads.now(kind, id)) ? undefined : { id };
  },
});
