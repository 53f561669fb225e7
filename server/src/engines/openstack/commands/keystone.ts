/** What Keystone is asked to change, with the token of the scope that somebody administers, and what its refusals mean. */
import { z } from 'zod';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Row } from '../../../port/store/rows.ts';
import type { Command, CommandContext } from '../../../port/engine.ts';
import { assertReaches, type Acting } from '../../shared/user-rules.ts';
import { ServiceError } from '../client/errors.ts';
import { markOf, TASK_MARK } from '../client/mark.ts';
import { askToChange, refreshNow, required, type Change, type Parts } from './parts.ts';

/** Who acts, and how far that reaches: in the scope of a domain no further than the domain, whatever else the user may do. */
export const actingOf = ({ actor }: CommandContext): Acting => ({
  userId: actor.userId,
  system: actor.scope.type === 'system',
  superuser: false,
});

/** Who administers a domain stays inside it, although older Keystone defaults would open the whole cloud. Throws not_found. */
export function assertInside({ actor: { scope } }: CommandContext, domainId: string | null): void {
  if (scope.type === 'system' || (scope.type === 'domain' && scope.domainId === domainId)) return;
  throw new GantryError('not_found');
}

/** Asks Keystone with the scope's own token. Returns its id of the request. */
export const askKeystone = (parts: Parts, context: CommandContext, change: Omit<Change, 'service'>): Promise<string | undefined> =>
  askToChange(parts, context, null, { ...change, service: 'identity' });

/** The same command with the scope's own token, also for what belongs to a project: it is not worked in that project. */
export const byScope = <B>(command: Command<B>): Command<B> => ({
  ...command,
  accept(context, target, body) {
    if (target) assertInside(context, target.domainId);
    return command.accept(context, target && { ...target, projectId: null }, body);
  },
});

/** The command that changes somebody or something of a domain, in one step or several. Done again it is the same. */
export const changing = <B>(
  parts: Parts,
  kind: string,
  change: (context: CommandContext, row: Row, body: B) => Promise<unknown>,
  taken = '',
): Command<B> => ({
  async accept(context, target, body) {
    const row = required(target);
    assertInside(context, row.domainId);
    try {
      await change(context, row, body);
    } catch (error) {
      throw meaningOfRefusal(error, taken) ?? error;
    } finally {
      parts.people.forget();
    }
    await refreshNow(parts, context, row.id, kind);
    return { id: row.id };
  },
});

/** The same for who has rights: changed by whoever reaches as far. Throws state_conflict. */
export const reaching = <B>(
  parts: Parts,
  { kind, taken }: { kind: string; taken: string },
  change: (context: CommandContext, row: Row, body: B) => Promise<unknown>,
): Command<B> =>
  changing(
    parts,
    kind,
    (context, row, body: B) => {
      assertReaches(actingOf(context), row.document);
      return change(context, row, body);
    },
    taken,
  );

/** What Keystone says of a name that is taken, and of a password that its own rules refuse. */
const TAKEN = /conflict occurred attempting to store|duplicate entry/i;
const PASSWORD = /\bpassword\b/i;

/** What a refusal of Keystone means; undefined where nothing more is to be said than its words. @param taken code at the name */
export function meaningOfRefusal(error: unknown, taken: string): GantryError | undefined {
  if (!(error instanceof ServiceError) || error.service !== 'identity') return undefined;
  const { httpStatus, detail = '', requestId } = error;
  const options = { detail, ...(requestId !== undefined && { requestId }), cause: error };
  if (httpStatus === 409 && TAKEN.test(detail)) return new GantryError('name_taken', { ...options, fields: { name: [{ code: taken }] } });
  if (httpStatus === 400 && PASSWORD.test(detail))
    return new GantryError('validation_failed', { ...options, fields: { password: [{ code: 'password_weak' }] } });
  // Users that are kept elsewhere, in a directory that may not be written to.
  if (httpStatus === 501) return new GantryError('not_supported', options);
  return undefined;
}

/** What is kept, beside what a user sees, with each thing that a task makes: Keystone takes members of any name. */
export const marked = (context: CommandContext): Record<string, string> => ({ [TASK_MARK]: markOf(context) });

const listing = (member: string) =>
  z.object({ [member]: z.array(z.object({ id: z.string(), [TASK_MARK]: z.string().optional() })) }).transform((body) => body[member]!);

/** Id of what a task has made, found among those of its name. */
export async function findMade(
  { api }: Parts,
  context: CommandContext,
  { path, member, name, domainId }: { path: string; member: string; name: string; domainId?: string },
): Promise<string | undefined> {
  const query = { name, ...(domainId !== undefined && { domain_id: domainId }) };
  const { body } = await api.ask('identity', { path, query, answer: listing(member) });
  return body.find((one) => one[TASK_MARK] === markOf(context))?.id;
}
