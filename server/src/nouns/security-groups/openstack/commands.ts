/** What the network service does with security groups and their rules. */
import { z } from 'zod';
import type { RuleCreate, RuleWanted, SecurityGroupCreate, SecurityGroupUpdate } from '@gantry/contract/nouns/security-groups/bodies';
import { ethertypeOf } from '@gantry/contract/nouns/security-groups/rules';
import { GantryError } from '@gantry/contract/wire/errors';
import { no } from '@gantry/contract/wire/verdict';
import type { Command, CommandContext, Engine } from '../../../port/engine.ts';
import { ServiceError, ignoreNotFound } from '../../../engines/openstack/client/errors.ts';
import { createAtOnce, deleteAtOnce, updateAtOnce } from '../../../engines/openstack/commands/at-once.ts';
import { describe, describedBy, findMarked } from '../../../engines/openstack/commands/marks.ts';
import { meaningOf, type Meaning } from '../../../engines/openstack/commands/meanings.ts';
import { askToChange, required, scopeProject, refreshNow, type Parts } from '../../../engines/openstack/commands/parts.ts';
import { securityGroups } from './client.ts';

const KIND = 'security_group';
const MEMBER = 'security_group';

const pathOf = (id: string): string => `/security-groups/${encodeURIComponent(id)}`;
const ruleAt = (id: string): string => `/security-group-rules/${encodeURIComponent(id)}`;

const isTwice = (error: unknown): error is ServiceError =>
  error instanceof ServiceError && error.httpStatus === 409 && /rule already exists/i.test(error.detail ?? '');

/** Asks for a rule of a group, marked with the task. Returns the service's id of the request. */
function makeRule(parts: Parts, context: CommandContext, group: { id: string; projectId: string | null }, wanted: RuleWanted) {
  const { id: security_group_id, projectId } = group;
  const security_group_rule = {
    ...wanted,
    ethertype: ethertypeOf(wanted),
    security_group_id,
    description: describedBy(context),
    ...(projectId !== null && { project_id: projectId }),
  };
  return askToChange(parts, context, projectId, {
    service: 'network',
    method: 'POST',
    path: '/security-group-rules',
    body: { security_group_rule },
  });
}

/** The command that makes a group with its rules: all of them, or nothing. */
const create = (parts: Parts): Command<SecurityGroupCreate> =>
  createAtOnce(parts, {
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
        await makeRule(parts, context, { id, projectId: scopeProject(context) }, rule).catch((error: unknown) => {
          // The contract lets none through twice: it was made before a crash.
          if (!isTwice(error)) throw error;
        });
      await describe(parts, context, { path: pathOf(id), member: MEMBER, description });
    },
    undo: (context, id) => askToChange(parts, context, scopeProject(context), { service: 'network', method: 'DELETE', path: pathOf(id) }),
    find: (context) => findMarked(parts, context, securityGroups, ['description', 'tags']),
  });

const createRule = (parts: Parts): Command<RuleCreate> => ({
  async accept(context, target, { security_group_id: _group, ...wanted }) {
    const group = required(target);
    const requestId = await makeRule(parts, context, group, wanted).catch((error: unknown) => {
      if (!isTwice(error)) throw error;
      throw new GantryError('validation_failed', { fields: { direction: [{ code: 'rule_exists' }] }, cause: error });
    });
    await refreshNow(parts, context, group.id, KIND);
    return { id: group.id, requestId };
  },
  async recover(context, target) {
    const id = required(target);
    const group = await ignoreNotFound(securityGroups.get(parts.api, id));
    return group?.security_group_rules.some(({ description }) => description === describedBy(context)) ? { id } : undefined;
  },
});

const deleteRule = (parts: Parts): Command<{ ruleId: string }> => ({
  async accept(context, target, { ruleId }) {
    const { id, projectId } = required(target);
    const change = { service: 'network', method: 'DELETE', path: ruleAt(ruleId) } as const;
    const requestId = await ignoreNotFound(askToChange(parts, context, projectId, change));
    await refreshNow(parts, context, id, KIND);
    return { id, requestId };
  },
  async recover(_context, target, { ruleId }) {
    const id = required(target);
    const group = await ignoreNotFound(securityGroups.get(parts.api, id));
    return group?.security_group_rules.some((rule) => rule.id === ruleId) ? undefined : { id };
  },
});

/** Interfaces have it, also those that are no server's. */
const IN_USE: readonly Meaning[] = [{ words: /in use/i, reason: no('security_group_in_use') }];

/** What is done with security groups and their rules, by the names of the contract's calls. */
export const securityGroupCommands = (parts: Parts): Engine['commands'] => ({
  'security_group.create': create(parts),
  'security_group.update': updateAtOnce<SecurityGroupUpdate>(parts, KIND, ({ id }, body) => ({
    service: 'network',
    path: pathOf(id),
    body: { [MEMBER]: body },
  })),
  'security_group.delete': deleteAtOnce(parts, KIND, {
    ask: ({ id }) => ({ service: 'network', path: pathOf(id) }),
    refused: (_row, error) => Promise.reject(meaningOf(IN_USE, error)),
  }),
  'security_group.createRule': createRule(parts),
  'security_group.deleteRule': deleteRule(parts),
});
