/** Domains of Keystone. */
import { z } from 'zod';
import type { DomainCreate, DomainUpdate } from '@gantry/contract/nouns/domains/calls';
import { isDomainDeletable, isDomainEditable } from '@gantry/contract/nouns/domains/entity';
import { GantryError } from '@gantry/contract/wire/errors';
import { assertAllowed } from '@gantry/contract/wire/assert-allowed';
import { no } from '@gantry/contract/wire/rule-result';
import type { Command, CommandContext, Engine } from '../../../port/engine.ts';
import { assertNotOwn } from '../../../engines/shared/user-rules.ts';
import { listProjects } from '../../../engines/openstack/client/keystone.ts';
import { createSync, deleteSync } from '../../../engines/openstack/commands/sync-operation.ts';
import {
  actingOf,
  askKeystone,
  assertInside,
  byScope,
  changing,
  findMade,
  marked,
  meaningOfRefusal,
} from '../../../engines/openstack/commands/keystone.ts';
import type { Parts } from '../../../engines/openstack/commands/parts.ts';
import type { CloudNoun } from '../../../engines/openstack/noun.ts';
import { strategy } from './strategy.ts';

const KIND = 'domain';
const TAKEN = 'domain_name_taken';

const pathOf = (id: string): string => `/domains/${encodeURIComponent(id)}`;

const setEnabled = (parts: Parts, context: CommandContext, id: string, enabled: boolean) =>
  askKeystone(parts, context, { method: 'PATCH', path: pathOf(id), body: { domain: { enabled } } });

/** The domain of the account by which the cloud is read: closed, nothing is read any more. */
const isOfReader = ({ api }: Parts, id: string): boolean => api.reader?.domain.id === id;

/** Keystone deletes a domain with all that is in it, projects as well: they are counted anew. Throws state_conflict. */
async function assertDeletable(parts: Parts, context: CommandContext, id: string): Promise<void> {
  if (isOfReader(parts, id)) throw new GantryError('state_conflict', { reason: no('domain_default') });
  if (context.actor.domainId === id) assertNotOwn(actingOf(context), [context.actor.userId]);
  assertAllowed(isDomainDeletable({ id, projects_count: (await listProjects(parts.api, id)).count }));
}

/** Only one that is disabled is deleted; where that is refused it is as it was. */
function removing(parts: Parts): Command {
  const command = byScope(deleteSync(parts, KIND, { ask: ({ id }) => ({ service: 'identity', path: pathOf(id) }) }));
  return {
    ...command,
    async accept(context, target, body) {
      if (!target) return command.accept(context, target, body);
      const { id } = target;
      await assertDeletable(parts, context, id);
      const wasEnabled = target.document['enabled'] === true;
      if (wasEnabled) await setEnabled(parts, context, id, false);
      try {
        return await command.accept(context, target, body);
      } catch (error) {
        if (wasEnabled)
          await setEnabled(parts, context, id, true).catch((err: unknown) => context.log.warn({ err, id }, 'a domain stays disabled'));
        throw error;
      } finally {
        parts.people.forget();
      }
    },
  };
}

const commands = (parts: Parts): Engine['commands'] => ({
  'domain.create': createSync<DomainCreate, { domain: { id: string } }>(parts, {
    kind: KIND,
    ask({ name, description = '', enabled = true }, context) {
      assertInside(context, null);
      return { service: 'identity', path: '/domains', body: { domain: { name, description, enabled, ...marked(context) } } };
    },
    refusalOf: (error) => meaningOfRefusal(error, TAKEN),
    answer: z.object({ domain: z.object({ id: z.string() }) }),
    idOf: (_context, _body, { domain }) => domain.id,
    find: (context, { name }) => findMade(parts, context, { path: '/domains', member: 'domains', name }),
  }),
  'domain.update': changing<DomainUpdate>(
    parts,
    KIND,
    async (context, { id }, domain) => {
      assertAllowed(isOfReader(parts, id) && domain.enabled === false ? no('domain_default_enabled') : isDomainEditable({ id }, domain));
      if (domain.enabled === false && context.actor.domainId === id) assertNotOwn(actingOf(context), [context.actor.userId]);
      await askKeystone(parts, context, { method: 'PATCH', path: pathOf(id), body: { domain } });
    },
    TAKEN,
  ),
  'domain.delete': removing(parts),
});

/** Domains of Keystone, with the number of their projects. */
export const domains: CloudNoun = { strategy: ({ identity }) => strategy(identity), commands };
