/** Groups of users of Keystone. */
import { z } from 'zod';
import type { GroupCreate, GroupUpdate, GroupUsers } from '@gantry/contract/nouns/groups/calls';
import type { Assign } from '@gantry/contract/nouns/users/bodies';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Row } from '../../../port/store/rows.ts';
import type { Command, CommandContext, Engine } from '../../../port/engine.ts';
import { assertGivable, assertNotOwn, assertReaches, lessens } from '../../../engines/shared/user-rules.ts';
import { usersOf } from '../../../engines/openstack/client/groups.ts';
import { ignoreNotFound } from '../../../engines/openstack/client/errors.ts';
import { createSync, deleteSync } from '../../../engines/openstack/commands/sync-operation.ts';
import {
  assertAssignable,
  assignAll,
  assignedOf,
  rightsWanted,
  setRights,
  stillReading,
} from '../../../engines/openstack/commands/grants.ts';
import {
  actingOf,
  askKeystone,
  assertInside,
  byScope,
  findMade,
  marked,
  meaningOfRefusal,
  reaching,
} from '../../../engines/openstack/commands/keystone.ts';
import { refreshNow, type Parts } from '../../../engines/openstack/commands/parts.ts';
import type { CloudNoun } from '../../../engines/openstack/noun.ts';
import { strategy } from './strategy.ts';

const KIND = 'group';
const TAKEN = 'group_name_taken';
const SAID = { kind: KIND, taken: TAKEN };

const pathOf = (id: string): string => `/groups/${encodeURIComponent(id)}`;
const placeOf = (id: string, userId: string): string => `${pathOf(id)}/users/${encodeURIComponent(userId)}`;

/** Nobody takes away rights from themselves by a group either. Throws state_conflict. */
async function assertNotIn({ api }: Parts, context: CommandContext, id: string): Promise<void> {
  const acting = actingOf(context);
  if ((await usersOf(api, id)).includes(acting.userId)) assertNotOwn(acting, [acting.userId]);
}

/** Users of the group's domain. Throws validation_failed. */
async function assertOfDomain({ engine }: Parts, { store }: CommandContext, { domainId }: Row, ids: readonly string[]): Promise<void> {
  const rows = await store.read.getMany(engine, 'user', ids);
  if (ids.some((id) => rows.get(id)?.domainId !== domainId))
    throw new GantryError('validation_failed', { fields: { uuids: [{ code: 'unknown_id' }] } });
}

/** Places in a group are taken, or given back, one by one: where one is refused, those before it are undone. */
async function move(
  parts: Parts,
  context: CommandContext,
  id: string,
  ids: readonly string[],
  [method, inverse]: readonly ['PUT', 'DELETE'] | readonly ['DELETE', 'PUT'],
) {
  const done: string[] = [];
  try {
    for (const user of ids) {
      await askKeystone(parts, context, { method, path: placeOf(id, user) });
      done.push(user);
    }
  } catch (error) {
    for (const user of done)
      await ignoreNotFound(askKeystone(parts, context, { method: inverse, path: placeOf(id, user) })).catch((err: unknown) =>
        context.log.warn({ err, id, user }, 'a place in a group could not be put back'),
      );
    throw error;
  }
  for (const user of ids) await refreshNow(parts, context, user, 'user');
}

const create = (parts: Parts): Command<GroupCreate & { domainId: string }> =>
  createSync(parts, {
    kind: KIND,
    async ask({ domainId, name, description = '', ...body }, context) {
      assertInside(context, domainId);
      assertGivable(actingOf(context), body);
      rightsWanted(body);
      await assertAssignable(parts, context, domainId, body.assigned_projects ?? [], 'assigned_projects');
      return { service: 'identity', path: '/groups', body: { group: { name, description, domain_id: domainId, ...marked(context) } } };
    },
    refusalOf: (error) => meaningOfRefusal(error, TAKEN),
    answer: z.object({ group: z.object({ id: z.string() }) }),
    idOf: (_context, _body, { group }) => group.id,
    async finish(context, id, { domainId, assigned_projects: projects = [], ...body }) {
      const { system, domain } = rightsWanted(body);
      await assignAll(parts, context, { group: id }, projects);
      await setRights(parts, context, { group: id }, domainId, { system: system || undefined, domain: domain || undefined });
    },
    undo: (context, id) => askKeystone(parts, context, { method: 'DELETE', path: pathOf(id) }),
    find: (context, { name, domainId }) => findMade(parts, context, { path: '/groups', member: 'groups', name, domainId }),
  });

async function update(parts: Parts, context: CommandContext, row: Row, { name, description, ...rights }: GroupUpdate): Promise<void> {
  assertGivable(actingOf(context), rights);
  const wanted = rightsWanted(rights);
  if (wanted.system !== undefined || wanted.domain !== undefined) await assertNotIn(parts, context, row.id);
  const group = { ...(name !== undefined && { name }), ...(description !== undefined && { description }) };
  if (Object.keys(group).length > 0) await askKeystone(parts, context, { method: 'PATCH', path: pathOf(row.id), body: { group } });
  await setRights(parts, context, { group: row.id }, row.domainId ?? '', wanted);
}

function commands(parts: Parts): Engine['commands'] {
  const removal = byScope(deleteSync(parts, KIND, { ask: ({ id }) => ({ service: 'identity', path: pathOf(id) }) }));
  return {
    'group.create': create(parts),
    'group.update': reaching<GroupUpdate>(parts, SAID, (context, row, body) => update(parts, context, row, body)),
    'group.assign': reaching<Assign>(parts, SAID, async (context, row, wanted) => {
      const held = assignedOf(row);
      if (lessens(held, wanted)) await assertNotIn(parts, context, row.id);
      if (wanted.role !== null) await assertAssignable(parts, context, row.domainId, [wanted], 'project_id');
      await assignAll(parts, context, { group: row.id }, [stillReading(held, wanted)]);
    }),
    'group.addUsers': reaching<GroupUsers>(parts, SAID, async (context, row, { uuids }) => {
      await assertOfDomain(parts, context, row, uuids);
      const there = new Set(await usersOf(parts.api, row.id));
      const joining = uuids.filter((id) => !there.has(id));
      await move(parts, context, row.id, joining, ['PUT', 'DELETE']);
    }),
    'group.removeUsers': reaching<GroupUsers>(parts, SAID, async (context, row, { uuids }) => {
      assertNotOwn(actingOf(context), uuids);
      const there = new Set(await usersOf(parts.api, row.id));
      const leaving = uuids.filter((id) => there.has(id));
      await move(parts, context, row.id, leaving, ['DELETE', 'PUT']);
    }),
    'group.delete': {
      ...removal,
      async accept(context, target, body) {
        if (target) {
          assertReaches(actingOf(context), target.document);
          await assertNotIn(parts, context, target.id);
        }
        const members = target ? await usersOf(parts.api, target.id) : [];
        const accepted = await removal.accept(context, target, body);
        parts.people.forget();
        for (const user of members) await refreshNow(parts, context, user, 'user');
        return accepted;
      },
    },
  };
}

/** Groups of users of Keystone, and what they give. */
export const groups: CloudNoun = { strategy: ({ identity }) => strategy(identity), commands };
