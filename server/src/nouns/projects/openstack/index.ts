/** Projects of Keystone. */
import { z } from 'zod';
import type { ProjectCreate, ProjectUpdate } from '@gantry/contract/nouns/projects/bodies';
import { projectKind } from '@gantry/contract/nouns/projects/entity';
import { GantryError } from '@gantry/contract/wire/errors';
import { no } from '@gantry/contract/wire/rule-result';
import { blockerOf } from '../../../store/lists/blockers.ts';
import type { Row } from '../../../port/store/rows.ts';
import type { Command, CommandContext, Engine } from '../../../port/engine.ts';
import { createSync, deleteSync } from '../../../engines/openstack/commands/sync-operation.ts';
import {
  askKeystone,
  assertInside,
  byScope,
  changing,
  findMade,
  marked,
  meaningOfRefusal,
} from '../../../engines/openstack/commands/keystone.ts';
import { refreshNow, type Parts } from '../../../engines/openstack/commands/parts.ts';
import type { CloudNoun } from '../../../engines/openstack/noun.ts';
import { strategy } from './strategy.ts';

const KIND = 'project';
const TAKEN = 'project_name_taken';

const pathOf = (id: string): string => `/projects/${encodeURIComponent(id)}`;

/** The project by which the whole cloud is administered stays open. Throws state_conflict. */
async function assertOrdinary({ roles }: Parts, { id }: Row): Promise<void> {
  if (id === (await roles.cloudProject())) throw new GantryError('state_conflict', { reason: no('project_default') });
}

/** Domains say how many projects they have. */
const refreshDomain = (parts: Parts, context: CommandContext, domainId: string | null): Promise<void> =>
  domainId === null ? Promise.resolve() : refreshNow(parts, context, domainId, 'domain');

const create = (parts: Parts): Command<ProjectCreate & { domainId: string }> =>
  createSync(parts, {
    kind: KIND,
    ask({ domainId, name, description = '', enabled = true }, context) {
      assertInside(context, domainId);
      const project = { name, description, enabled, domain_id: domainId, ...marked(context) };
      return { service: 'identity', path: '/projects', body: { project } };
    },
    refusalOf: (error) => meaningOfRefusal(error, TAKEN),
    answer: z.object({ project: z.object({ id: z.string() }) }),
    idOf: (_context, _body, { project }) => project.id,
    finish: (context, _id, { domainId }) => refreshDomain(parts, context, domainId),
    find: (context, { name, domainId }) => findMade(parts, context, { path: '/projects', member: 'projects', name, domainId }),
  });

/** What a project holds would be left without one: Keystone knows nothing of it. */
function removing(parts: Parts): Command {
  const command = byScope(deleteSync(parts, KIND, { ask: ({ id }) => ({ service: 'identity', path: pathOf(id) }) }));
  return {
    ...command,
    async accept(context, target, body) {
      if (target) {
        assertInside(context, target.domainId);
        await assertOrdinary(parts, target);
        const reason = await blockerOf(context.store.read, projectKind, target);
        if (reason) throw new GantryError('state_conflict', { reason });
      }
      const accepted = await command.accept(context, target, body);
      parts.people.forget();
      await refreshDomain(parts, context, target?.domainId ?? null);
      return accepted;
    },
  };
}

const commands = (parts: Parts): Engine['commands'] => ({
  'project.create': create(parts),
  'project.update': changing<ProjectUpdate>(
    parts,
    KIND,
    async (context, row, project) => {
      if (project.enabled === false) await assertOrdinary(parts, row);
      await askKeystone(parts, context, { method: 'PATCH', path: pathOf(row.id), body: { project } });
    },
    TAKEN,
  ),
  'project.delete': removing(parts),
});

/** What Keystone announces besides is that somebody has signed in. */
const PEOPLE = ['project', 'domain', 'user', 'group'].map((kind) => ({ kind, id: null }));

/** Projects of Keystone, with the number of users who hold a role there. */
export const projects: CloudNoun = {
  strategy: ({ identity }) => strategy(identity),
  notices: { identity: ({ event }) => (event.startsWith('identity.authenticate') ? [] : PEOPLE) },
  commands,
};
