/** What administrators do with users. */
import { randomUUID } from 'node:crypto';
import type { Assign, UserCreate, UserPassword, UserUpdate } from '@gantry/contract/nouns/users/bodies';
import {
  isPasswordSettable,
  isUserDeletable,
  isUserDisableable,
  isUserEditable,
  isUserEnableable,
  isUserWithoutBuckets,
} from '@gantry/contract/nouns/users/rules';
import { keyPairKind } from '@gantry/contract/nouns/key-pairs/entity';
import { GantryError } from '@gantry/contract/wire/errors';
import { assertAllowed } from '@gantry/contract/wire/assert-allowed';
import { accountIdOf } from '../../../accounts/account-records.ts';
import type { Writer } from '../../../port/store/writer.ts';
import type { Acceptance, Command, CommandContext } from '../../../port/engine.ts';
import { assertGivable, assertNotOwn, assertOrdinary, assertReaches, lessens, type Acting } from '../../../engines/shared/user-rules.ts';
import { acceptAnew, doneAtOnce } from '../../../engines/embedded/platform/accept.ts';
import type { UserDocument } from '../../../engines/embedded/platform/documents.ts';
import { documentFor, type NounParts } from '../../../engines/embedded/platform/lifecycle.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import type { PasswordRecord } from '../../../engines/embedded/platform/records.ts';
import { putOwned } from '../../../engines/embedded/platform/rows.ts';
import { assignedBy, reassigned, recount } from './assignments.ts';
import { takeName, takeOtherName, userName } from './names.ts';
import { hashPassword } from './passwords.ts';
import { actingOf } from './rights.ts';

type Hashed<B> = Omit<B, 'password'> & { record: PasswordRecord };

/**
 * The command of a body with a new password, which is hashed before the transaction: that takes its time. @param after called with the user's
 * id once the password is set
 */
function hashing<B extends { password: string }>(
  platform: Platform,
  work: Parameters<typeof doneAtOnce<Hashed<B>>>[1],
  after: (id: string) => Promise<unknown> = async () => undefined,
): Command<B> {
  const command = acceptAnew<Hashed<B>>(platform, async (writer, request) => ({ id: await work(writer, request), done: true }));
  const hashed = async ({ password, ...body }: B): Promise<Hashed<B>> => ({
    ...body,
    record: await hashPassword(password, platform.settings.passwordCost),
  });
  const finished = async <A extends Acceptance | undefined>(accepted: A): Promise<A> => {
    if (accepted) await after(accepted.id);
    return accepted;
  };
  return {
    accept: async (context, target, body) => finished(await command.accept(context, target, await hashed(body))),
    recover: async (context, id, body) => finished(await command.recover(context, id, await hashed(body))),
  };
}

/** The commands of users. */
export function users(platform: Platform): NounParts {
  /** Changes one whom the actor reaches, as it is inside the transaction. */
  const changing = <B>(change: (user: UserDocument, body: B, writer: Writer, acting: Acting) => Promise<UserDocument> | UserDocument) =>
    doneAtOnce<B>(platform, async (writer, { context, body, id }) => {
      const acting = await actingOf(platform, writer, context);
      const user = await documentFor({ platform, writer }, 'user', id);
      assertReaches(acting, user);
      const changed = await change(user, body, writer, acting);
      await recount(platform, writer, user.assigned_projects, changed.assigned_projects);
      await putOwned(platform, writer, 'user', changed);
      return user.id;
    });

  return {
    asyncOperations: [],
    commands: {
      'user.create': hashing<UserCreate & { domainId: string }>(platform, (writer, { context, body }) =>
        create(platform, writer, context, body),
      ),
      'user.update': changing<UserUpdate>(async (user, body, writer, acting) => {
        assertAllowed(isUserEditable(user, body));
        assertGivable(acting, body);
        if (changesRights(user, body)) {
          assertNotOwn(acting, [user.id]);
          assertOrdinary(acting, user);
        }
        if (body.name !== undefined) await takeOtherName(platform, writer, nameOf(user, body.name), userName(user.domain_id, user.name));
        return {
          ...user,
          name: body.name ?? user.name,
          email: body.email ?? user.email,
          description: body.description ?? user.description,
          role: body.role ?? user.role,
          domain_permissions: body.domain_permissions ?? user.domain_permissions,
          system_permissions: body.system_permissions ?? user.system_permissions,
        };
      }),
      'user.enable': changing((user) => {
        assertAllowed(isUserEnableable(user));
        return { ...user, enabled: true };
      }),
      'user.disable': changing((user, _body, _writer, acting) => {
        assertAllowed(isUserDisableable(user));
        assertNotOwn(acting, [user.id]);
        return { ...user, enabled: false };
      }),
      'user.setPassword': hashing<UserPassword>(
        platform,
        async (writer, { context, body, id }) => {
          const user = await documentFor({ platform, writer }, 'user', id, isPasswordSettable);
          assertReaches(await actingOf(platform, writer, context), user);
          await platform.buckets.passwords.put(writer.records, user.id, body.record);
          return user.id;
        },
        (id) => platform.store.sessions.revokeUser(id),
      ),
      'user.assign': changing<Assign>(async (user, wanted, writer, acting) => {
        const { project_id, role } = wanted;
        if (lessens(user.assigned_projects, wanted)) assertNotOwn(acting, [user.id]);
        if (role !== null) await assignedBy(platform, writer, user.domain_id, [{ project_id, role }], 'project_id');
        return { ...user, assigned_projects: reassigned(user.assigned_projects, wanted) };
      }),
      'user.delete': acceptAnew<unknown>(platform, async (writer, { context, id, again }) => {
        const user = id === null ? undefined : await platform.document(writer, 'user', id);
        // One that is gone when a crash has been survived is what the task was for.
        if (!user && again && id !== null) return { id, done: true };
        if (!user) throw new GantryError('not_found');
        const acting = await actingOf(platform, writer, context);
        assertAllowed(isUserDeletable(user));
        assertReaches(acting, user);
        assertNotOwn(acting, [user.id]);
        assertAllowed(isUserWithoutBuckets(await platform.store.objects.occupancy({ ownerId: accountIdOf(user.id) })));
        await removeUser(platform, writer, user);
        return { id: user.id, done: true };
      }),
    },
  };
}

async function create(
  platform: Platform,
  writer: Writer,
  context: CommandContext,
  { domainId, record, assigned_projects: projects = [], ...body }: Hashed<UserCreate> & { domainId: string },
): Promise<string> {
  assertGivable(await actingOf(platform, writer, context), body);
  if (!(await platform.document(writer, 'domain', domainId))) throw new GantryError('not_found');
  const id = randomUUID();
  const user: UserDocument = {
    id,
    name: body.name,
    enabled: body.enabled ?? true,
    email: body.email ?? '',
    description: body.description ?? '',
    role: body.role ?? 'project_member',
    domain_id: domainId,
    system_permissions: body.system_permissions ?? [],
    domain_permissions: body.domain_permissions ?? [],
    assigned_projects: await assignedBy(platform, writer, domainId, projects, 'assigned_projects'),
    identity_provider: null,
    created_at: platform.now(),
    s3_user_id: accountIdOf(id),
    tags: [],
    group_ids: [],
  };
  await takeName(platform, writer, nameOf(user, user.name));
  await platform.buckets.passwords.put(writer.records, user.id, record);
  await recount(platform, writer, [], user.assigned_projects);
  await putOwned(platform, writer, 'user', user);
  return user.id;
}

const nameOf = ({ id, domain_id: domainId }: UserDocument, name: string) => ({
  id,
  key: userName(domainId, name),
  taken: 'user_name_taken',
});

const sameSet = (a: readonly string[], b: readonly string[]): boolean => a.length === b.length && a.every((one) => b.includes(one));

const changesRights = (user: UserDocument, { role, system_permissions: system, domain_permissions: domain }: UserUpdate): boolean =>
  (role !== undefined && role !== user.role) ||
  (system !== undefined && !sameSet(system, user.system_permissions)) ||
  (domain !== undefined && !sameSet(domain, user.domain_permissions));

/** A user, and what is nobody else's: password, name, SSH keys, places in groups. Sessions end because there is nobody behind them any more. */
export async function removeUser(platform: Platform, writer: Writer, user: UserDocument): Promise<void> {
  await recount(platform, writer, user.assigned_projects, []);
  const groups = await writer.getMany(platform.id, 'group', user.group_ids);
  for (const row of groups.values()) {
    const group = row.document;
    await putOwned(platform, writer, 'group', { ...group, members_count: group.members_count - 1 });
  }
  await platform.buckets.passwords.remove(writer.records, user.id);
  await platform.buckets.names.remove(writer.records, userName(user.domain_id, user.name));
  const { rows } = await platform.store.read.list({
    kind: keyPairKind,
    visibility: { scope: { type: 'user' }, userId: user.id, domainId: '' },
    filters: {},
    sort: { key: 'name', descending: false },
    limit: 1000,
  });
  for (const { id } of rows) await writer.remove(platform.key('key_pair', id));
  await writer.remove(platform.key('user', user.id));
}
