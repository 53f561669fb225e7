/**
 * Resources that are kept: they are made, changed and deleted, at once or after some time, belong to a user, a project or the platform itself,
 * and count in quotas. A kind says what is its own; servers, which do more than that, are not made of this.
 */
import { randomUUID } from 'node:crypto';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Kind } from '@gantry/contract/wire/kind';
import { assertAllowed } from '@gantry/contract/wire/assert-allowed';
import type { Filter } from '@gantry/contract/wire/query';
import type { Rule } from '@gantry/contract/wire/rule-result';
import { blockerOf } from '../../../store/lists/blockers.ts';
import type { Documents, Instant, Share, Visibility } from '../../../port/store/rows.ts';
import type { Writer } from '../../../port/store/writer.ts';
import { visibilityOfActor } from '../../../store/visibility/visibility.ts';
import type { Command, CommandContext, Engine } from '../../../port/engine.ts';
import { acceptAnew, afterPreparing, doneAtOnce, type Carried } from './accept.ts';
import { settled } from './settle.ts';
import type { KindName } from './documents.ts';
import type { Platform } from './platform.ts';
import { amountsOf, releaseQuota, reserveQuota } from './quotas.ts';
import type { Amounts } from './records.ts';
import { invalid } from './references.ts';
import { putOwned } from './rows.ts';
import type { Timings } from './settings.ts';
import type { Work } from './work.ts';
import { beginChange, asyncOperation, type AsyncOperation } from './changes.ts';

/** What the platform gives to a new resource, as documents have it. */
export interface NewResource {
  id: string;
  created_at: Instant;
  /** Whose it is; empty where it is not. */
  user_id: string;
  project_id: string;
  domain_id: string;
}

/** What a command of such a resource works with. */
export interface CommandRequest<B> {
  platform: Platform;
  writer: Writer;
  context: CommandContext;
  body: B;
}

type MaybeLater<T> = T | Promise<T>;

/** How things of a kind come about over time. */
interface Creation<D> {
  timing: keyof Timings;
  /** Statuses that it has meanwhile, in their order. */
  through(document: D): readonly string[];
  /** Status at the end. */
  to: string;
  /** Why one fails, and is in error then; null where it does not. */
  failure?(platform: Platform, writer: Writer, document: D): Promise<string | null>;
}

/** A kind of such things, as data. `C`: body of a creation; `U`: of a change. */
export interface Lifecycle<K extends KindName, C, U> {
  kind: Kind & { name: K };
  /** Whose they are: of the user or the project of who makes one, of whom that belongs to which it is made of, or the platform's own. */
  of: 'user' | 'project' | 'source' | 'platform';
  /** Code at the field of a name that is taken: among those of one owner each has a name of its own. Absent: names may occur twice. */
  nameTaken?: string;
  /** Most that one owner may have; absent: any number, or as many as the quota of the project has. */
  limit?: number;
  /** What a new one is, by the commands that make one: `create`, or several. Throw validation_failed. */
  creators: Readonly<Record<string, (request: CommandRequest<C>, fresh: NewResource) => MaybeLater<Documents[K]>>>;
  /** What one becomes by a change; absent: they are not changed. */
  change?(document: Documents[K], request: CommandRequest<U>): MaybeLater<Documents[K]>;
  /** How quotas count one, where its own document does not say all of that; absent: as it is. */
  counted?(document: Documents[K], writer: Writer): Promise<Documents[K]>;
  /** Who else sees it; for kinds that are shareable. */
  sharesOf?(document: Documents[K]): Share[];
  /** Whether one may be changed so, and deleted, now. */
  mayChange?: Rule<Documents[K], U>;
  mayDelete?(document: Documents[K], request: CommandRequest<unknown>): MaybeLater<ReturnType<Rule<Documents[K]>>>;
  /** Absent: at once. */
  creation?: Creation<Documents[K]>;
  /** `status`: the one that it has meanwhile; `deleting` where absent. */
  deletion?: { timing: keyof Timings; status?: string };
  /** What is beside the rows: after one was made, and after one is gone. */
  opened?(document: Documents[K], request: CommandRequest<C>): Promise<void>;
  closed?(platform: Platform, writer: Writer, document: Documents[K]): Promise<void>;
}

/** What a noun gives to the platform. */
export interface NounParts {
  commands: Engine['commands'];
  /** What its resources go through. */
  asyncOperations: readonly AsyncOperation[];
  /** What else goes on by itself. */
  works?: readonly Work[];
}

/**
 * Makes `<kind>.create`, `<kind>.update` and `<kind>.delete`. Throw name_taken, quota_exceeded, not_found, state_conflict.
 * @param prepare what the body of a creation is made into before its transaction; absent: it is as it was sent
 */
export function lifecycle<K extends KindName, C, U>(
  platform: Platform,
  noun: Lifecycle<K, C, U>,
  prepare?: (body: never) => Promise<C>,
): NounParts {
  const { kind } = noun;
  const creating = noun.creation && creationOf(noun, noun.creation);
  const deleting = noun.deletion && deletionOf(noun, noun.deletion);

  type Make = Lifecycle<K, C, U>['creators'][string];
  const create = async (make: Make, request: CommandRequest<C>, accepted: string): Promise<Carried> => {
    const fresh = await newResource(request, noun.of);
    await assertRoom(request, noun, fresh);
    const document = await make(request, fresh);
    if (kind.quota) await reserveQuota(platform, request.writer, projectOf(document), await amountsFor(noun, document, request.writer));
    if (creating) await beginChange(platform, request.writer, creating, { document, accepted, details: {} });
    else await putOwned(platform, request.writer, kind.name, document, { shares: noun.sharesOf?.(document) });
    await noun.opened?.(document, request);
    return { id: document.id, done: !creating };
  };
  const remove = async (request: CommandRequest<unknown>, id: string | null, { again, accepted }: { again: boolean; accepted: string }) => {
    const document = id === null ? undefined : await platform.document(request.writer, kind.name, id);
    // One that is gone when a crash has been survived is what the task was for.
    if (!document && again && id !== null) return { id, done: true };
    if (!document) throw new GantryError('not_found');
    if (noun.mayDelete) assertAllowed(await noun.mayDelete(document, request));
    const reason = await blockerOf(platform.store.read, kind, document, visibilityOfActor(request.context.actor));
    if (reason) throw new GantryError('state_conflict', { reason });
    if (deleting) await beginChange(platform, request.writer, deleting, { document, accepted, details: {} });
    else await gone(platform, request.writer, noun, document);
    return { id: document.id, done: !deleting };
  };
  const change = async (request: CommandRequest<U>, id: string | null): Promise<string> => {
    const document = await documentFor(request, kind.name, id, (one) => noun.mayChange?.(one, request.body) ?? true);
    const changed = await noun.change!(document, request);
    await putOwned(platform, request.writer, kind.name, changed, { shares: noun.sharesOf?.(changed) });
    return document.id;
  };
  const settle: Command['settle'] = (context, acceptance) => settled(platform, context, acceptance);
  const creation = ([name, make]: [string, Make]): [string, Command<never>] => {
    const accepting = acceptAnew<C>(platform, (writer, { context, body }, accepted) =>
      create(make, { platform, writer, context, body }, accepted),
    );
    return [`${kind.name}.${name}`, { ...(prepare ? afterPreparing(accepting, prepare) : accepting), ...(creating && { settle }) }];
  };
  return {
    commands: {
      ...Object.fromEntries(Object.entries(noun.creators).map(creation)),
      [`${kind.name}.delete`]: {
        ...acceptAnew<unknown>(platform, (writer, { context, body, id, again }, accepted) =>
          remove({ platform, writer, context, body }, id, { again, accepted }),
        ),
        ...(deleting && { settle }),
      },
      ...(noun.change && {
        [`${kind.name}.update`]: doneAtOnce<U>(platform, (writer, { context, body, id }) =>
          change({ platform, writer, context, body }, id),
        ),
      }),
    },
    asyncOperations: [creating, deleting].flatMap((one) => (one ? [asyncOperation(one)] : [])),
  };
}

/** The resource that a command works on, as it is inside the transaction, allowed by the rule. Throws `missing` (not_found), state_conflict. */
export async function documentFor<K extends KindName>(
  { platform, writer }: Pick<CommandRequest<unknown>, 'platform' | 'writer'>,
  kind: K,
  id: string | null,
  rule?: Rule<Documents[K]>,
  missing = (): GantryError => new GantryError('not_found'),
): Promise<Documents[K]> {
  const document = id === null ? undefined : await platform.document(writer, kind, id);
  if (!document) throw missing();
  if (rule) assertAllowed(rule(document));
  return document;
}

/** The same of what a field of the body names: it may be gone since the request was judged. Throws validation_failed, state_conflict. */
export const documentIn = <K extends KindName>(
  request: Pick<CommandRequest<unknown>, 'platform' | 'writer'>,
  kind: K,
  [field, id]: readonly [field: string, id: string],
  rule?: Rule<Documents[K]>,
): Promise<Documents[K]> => documentFor(request, kind, id, rule, () => invalid(field, { code: 'unknown_id' }));

const projectOf = (document: object): string => {
  if (!('project_id' in document) || typeof document.project_id !== 'string') throw new Error('what counts in a quota is of a project');
  return document.project_id;
};

const amountsFor = async <K extends KindName>(
  { kind, counted }: Lifecycle<K, never, never>,
  document: Documents[K],
  writer: Writer,
): Promise<Amounts> => amountsOf(kind, (await counted?.(document, writer)) ?? document);

/** Whose a new resource is. The domain of a user's is the user's own, not that of the scope. */
async function newResource(
  { platform, writer, context }: CommandRequest<unknown>,
  of: Lifecycle<never, never, never>['of'],
): Promise<NewResource> {
  const { userId, scope } = context.actor;
  const fresh = { id: randomUUID(), created_at: platform.now(), user_id: '', project_id: '', domain_id: '' };
  if (of === 'platform' || of === 'source') return fresh;
  if (of === 'project') {
    if (scope.type !== 'project') throw new GantryError('project_scope_required');
    return { ...fresh, project_id: scope.projectId, domain_id: scope.domainId };
  }
  const user = await platform.document(writer, 'user', userId);
  if (!user) throw new GantryError('forbidden');
  return { ...fresh, user_id: userId, domain_id: user.domain_id };
}

/** Whether the owner may have one more, of this name. Changes run one after the other, so what is committed is all there is. */
async function assertRoom(
  { platform, body }: CommandRequest<unknown>,
  { kind, of, nameTaken, limit }: Pick<Lifecycle<KindName, never, never>, 'kind' | 'of' | 'nameTaken' | 'limit'>,
  { user_id: userId, project_id: projectId, domain_id: domainId }: NewResource,
): Promise<void> {
  const scope: Visibility['scope'] =
    of === 'project' ? { type: 'project', projectId, domainId } : { type: of === 'user' ? 'user' : 'system' };
  const count = async (filters: Readonly<Record<string, Filter>>): Promise<number> => {
    const request = { kind, visibility: { scope, userId, domainId: '' }, filters, sort: { key: 'name', descending: false }, limit: 1 };
    return (await platform.store.read.list({ ...request, withCount: true })).count!;
  };
  const { name } = body as { name: string };
  if (nameTaken !== undefined && (await count({ name: { operator: 'is', values: [name] } })) > 0)
    throw new GantryError('name_taken', { fields: { name: [{ code: nameTaken }] } });
  if (limit !== undefined && (await count({})) >= limit) throw new GantryError('quota_exceeded', { params: { resource: `${kind.name}s` } });
}

/** Removes a resource and gives back what it held. */
async function gone<K extends KindName>(
  platform: Platform,
  writer: Writer,
  noun: Lifecycle<K, never, never>,
  document: Documents[K],
): Promise<void> {
  const { kind, closed } = noun;
  if (kind.quota) await releaseQuota(platform, writer, projectOf(document), await amountsFor(noun, document, writer));
  await writer.remove(platform.key(kind.name, document.id));
  await closed?.(platform, writer, document);
}

const creationOf = <K extends KindName>(
  { kind }: Lifecycle<K, never, never>,
  { timing, through, to, failure }: Creation<Documents[K]>,
): AsyncOperation<K> => ({
  kind: kind.name,
  does: `${kind.name}.create`,
  timing,
  through,
  end: async (platform, writer, document) => {
    const why = (await failure?.(platform, writer, document)) ?? null;
    return { document: { ...document, status: why === null ? to : 'error' }, failure: why };
  },
});

const deletionOf = <K extends KindName>(
  noun: Lifecycle<K, never, never>,
  { timing, status = 'deleting' }: NonNullable<Lifecycle<K, never, never>['deletion']>,
): AsyncOperation<K> => ({
  kind: noun.kind.name,
  does: `${noun.kind.name}.delete`,
  timing,
  through: () => [status],
  end: async (platform, writer, document) => {
    await gone(platform, writer, noun, document);
    return { document: null, failure: null };
  },
});
