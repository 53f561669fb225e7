/** What administrators do with users of Keystone. */
import { z } from 'zod';
import type { Assign, UserCreate, UserPassword, UserUpdate } from '@gantry/contract/nouns/users/bodies';
import { GantryError } from '@gantry/contract/wire/errors';
import { no } from '@gantry/contract/wire/rule-result';
import type { Row } from '../../../port/store/rows.ts';
import type { Command, CommandContext, Engine } from '../../../port/engine.ts';
import { assertGivable, assertNotOwn, assertReaches, lessens } from '../../../engines/shared/user-rules.ts';
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

const KIND = 'user';
const TAKEN = 'user_name_taken';
const SAID = { kind: KIND, taken: TAKEN };

const pathOf = (id: string): string => `/users/${encodeURIComponent(id)}`;

/** Who signs in at an identity provider is kept there. Throws state_conflict. */
function assertLocal({ document }: Row): void {
  if (document['identity_provider'] !== null) throw new GantryError('state_conflict', { reason: no('user_federated') });
}

/** The account by which the cloud is read keeps its rights, its password and itself. Throws state_conflict. */
function assertNotReader({ api }: Parts, { id }: Row): void {
  if (id === api.reader?.id) throw new GantryError('state_conflict', { reason: no('user_default_admin') });
}

/** Projects say how many users they have. */
async function refreshProjects(parts: Parts, context: CommandContext, wanted: readonly { project_id: string }[]): Promise<void> {
  for (const { project_id: id } of wanted) await refreshNow(parts, context, id, 'project');
}

const create = (parts: Parts): Command<UserCreate & { domainId: string }> =>
  createSync(parts, {
    kind: KIND,
    async ask({ domainId, name, password, email = '', description = '', enabled = true, ...body }, context) {
      assertInside(context, domainId);
      assertGivable(actingOf(context), body);
      rightsWanted(body);
      await assertAssignable(parts, context, domainId, body.assigned_projects ?? [], 'assigned_projects');
      const user = { name, password, email, description, enabled, domain_id: domainId, ...marked(context) };
      return { service: 'identity', path: '/users', body: { user } };
    },
    refusalOf: (error) => meaningOfRefusal(error, TAKEN),
    answer: z.object({ user: z.object({ id: z.string() }) }),
    idOf: (_context, _body, { user }) => user.id,
    async finish(context, id, { domainId, assigned_projects: projects = [], ...body }) {
      const { system, domain } = rightsWanted(body);
      await assignAll(parts, context, { user: id }, projects);
      await setRights(parts, context, { user: id }, domainId, { system: system || undefined, domain: domain || undefined });
      parts.people.forget();
      await refreshProjects(parts, context, projects);
    },
    undo: (context, id) => askKeystone(parts, context, { method: 'DELETE', path: pathOf(id) }),
    find: (context, { name, domainId }) => findMade(parts, context, { path: '/users', member: 'users', name, domainId }),
  });

async function update(parts: Parts, context: CommandContext, row: Row, { name, email, description, ...rights }: UserUpdate): Promise<void> {
  const acting = actingOf(context);
  assertReaches(acting, row.document);
  assertGivable(acting, rights);
  const user = Object.fromEntries(Object.entries({ name, email, description }).filter(([, value]) => value !== undefined));
  const [is, { system, domain }] = [rightsNow(row), rightsWanted(rights)];
  const changes = (system ?? is.system) !== is.system || (domain ?? is.domain) !== is.domain;
  if (Object.keys(user).length > 0) assertLocal(row);
  if (changes) {
    assertNotReader(parts, row);
    assertNotOwn(acting, [row.id]);
  }
  if (Object.keys(user).length > 0) await askKeystone(parts, context, { method: 'PATCH', path: pathOf(row.id), body: { user } });
  if (changes) await setRights(parts, context, { user: row.id }, row.domainId ?? '', { system, domain });
}

const rightsNow = ({ document }: Row): { system: boolean; domain: boolean } => ({
  system: document['role'] === 'system_admin',
  domain: (document['domain_permissions'] as readonly string[]).includes('domain_admin'),
});

const setEnabled = (parts: Parts, enabled: boolean): Command =>
  reaching(parts, SAID, async (context, row) => {
    if (!enabled) {
      assertNotReader(parts, row);
      assertNotOwn(actingOf(context), [row.id]);
    }
    await askKeystone(parts, context, { method: 'PATCH', path: pathOf(row.id), body: { user: { enabled } } });
  });

/** The commands of users. */
export const userCommands = (parts: Parts): Engine['commands'] => ({
  'user.create': create(parts),
  'user.update': reaching<UserUpdate>(parts, SAID, (context, row, body) => update(parts, context, row, body)),
  'user.enable': setEnabled(parts, true),
  'user.disable': setEnabled(parts, false),
  'user.setPassword': reaching<UserPassword>(parts, SAID, async (context, row, { password }) => {
    assertNotReader(parts, row);
    assertLocal(row);
    await askKeystone(parts, context, { method: 'PATCH', path: pathOf(row.id), body: { user: { password } } });
    await context.store.sessions.revokeUser(row.id);
  }),
  'user.assign': reaching<Assign>(parts, SAID, async (context, row, wanted) => {
    assertNotReader(parts, row);
    const held = assignedOf(row);
    if (lessens(held, wanted)) assertNotOwn(actingOf(context), [row.id]);
    if (wanted.role !== null) await assertAssignable(parts, context, row.domainId, [wanted], 'project_id');
    await assignAll(parts, context, { user: row.id }, [stillReading(held, wanted)]);
    await refreshProjects(parts, context, [wanted]);
  }),
  'user.delete': removing(parts),
});

function removing(parts: Parts): Command {
  const command = byScope(deleteSync(parts, KIND, { ask: ({ id }) => ({ service: 'identity', path: pathOf(id) }) }));
  return {
    ...command,
    async accept(context, target, body) {
      if (target) {
        assertReaches(actingOf(context), target.document);
        assertNotReader(parts, target);
        assertLocal(target);
        assertNotOwn(actingOf(context), [target.id]);
      }
      const accepted = await command.accept(context, target, body);
      parts.people.forget();
      await refreshProjects(parts, context, target ? assignedOf(target) : []);
      return accepted;
    },
  };
}
