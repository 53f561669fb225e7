/** What the network service does with security groups and their rules. */
import { z } from 'zod';
import type { SecurityGroupCreate, SecurityGroupUpdate } from '@gantry/contract/nouns/security-groups/bodies';
import { GantryError } from '@gantry/contract/wire/errors';
import { no } from '@gantry/contract/wire/rule-result';
import type { Command, Engine } from '../../../port/engine.ts';
import { createSync, deleteSync, updateSync } from '../../../engines/openstack/commands/sync-operation.ts';
import { describe, describedBy, findMarked } from '../../../engines/openstack/commands/task-marks.ts';
import { meaningOf, type Meaning } from '../../../engines/openstack/commands/meanings.ts';
import { askToChange, scopeProject, type Parts } from '../../../engines/openstack/commands/parts.ts';
import { securityGroups } from './client.ts';
import { addRules, createRule, deleteRule, isTwice, makeRules } from './rules.ts';

const KIND = 'security_group';
const MEMBER = 'security_group';

const pathOf = (id: string): string => `/security-groups/${encodeURIComponent(id)}`;

/** The command that makes a group with its rules: all of them, or nothing. */
const create = (parts: Parts): Command<SecurityGroupCreate> =>
  createSync(parts, {
    kind: KIND,
    ask({ name }, context) {
      const project_id = scopeProject(context);
      if (project_id === null) throw new GantryError('project_scope_required');
      return { service: 'network', path: '/security-groups', body: { [MEMBER]: { name, project_id, description: describedBy(context) } } };
    },
    answer: z.object({ security_group: z.object({ id: z.string() }) }),
    idOf: (_context, _body, { security_group: { id } }) => id,
    async finish(context, id, { description, security_group_rules: rules = [] }) {
      for (const rule of rules)
        await makeRules(parts, context, { id, projectId: scopeProject(context) }, rule).catch((error: unknown) => {
          // The contract lets none through twice: it was made before a crash.
          if (!isTwice(error)) throw error;
        });
      await describe(parts, context, { path: pathOf(id), member: MEMBER, description });
    },
    undo: (context, id) => askToChange(parts, context, scopeProject(context), { service: 'network', method: 'DELETE', path: pathOf(id) }),
    find: (context) => findMarked(parts, context, securityGroups, ['description', 'tags']),
  });

/** Interfaces have it, also those that are no server's. */
const IN_USE: readonly Meaning[] = [{ words: /in use/i, reason: no('security_group_in_use') }];

/** What is done with security groups and their rules, by the names of the contract's calls. */
export const securityGroupCommands = (parts: Parts): Engine['commands'] => ({
  'security_group.create': create(parts),
  'security_group.update': updateSync<SecurityGroupUpdate>(parts, KIND, ({ id }, body) => ({
    service: 'network',
    path: pathOf(id),
    body: { [MEMBER]: body },
  })),
  'security_group.delete': deleteSync(parts, KIND, {
    ask: ({ id }) => ({ service: 'network', path: pathOf(id) }),
    refused: (_row, error) => Promise.reject(meaningOf(IN_USE, error)),
  }),
  'security_group.createRule': createRule(parts),
  'security_group.addRules': addRules(parts),
  'security_group.deleteRule': deleteRule(parts),
});
