/** What the network service does with the rules of a security group. */
import type { RuleAdd, RuleCreate, RuleWanted } from '@gantry/contract/nouns/security-groups/bodies';
import { comparedRules, ethertypeOf } from '@gantry/contract/nouns/security-groups/rules';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Command, CommandContext } from '../../../port/engine.ts';
import { ServiceError, ignoreNotFound } from '../../../engines/openstack/client/errors.ts';
import { describedBy } from '../../../engines/openstack/commands/task-marks.ts';
import { askToChange, required, refreshNow, type Parts } from '../../../engines/openstack/commands/parts.ts';
import { securityGroups, type NeutronSecurityGroup } from './client.ts';

const KIND = 'security_group';
const ruleAt = (id: string): string => `/security-group-rules/${encodeURIComponent(id)}`;

/** Whether the service refuses a rule because the group has it. */
export const isTwice = (error: unknown): error is ServiceError =>
  error instanceof ServiceError && error.httpStatus === 409 && /rule already exists/i.test(error.detail ?? '');

const isSeveral = (wanted: RuleWanted | readonly RuleWanted[]): wanted is readonly RuleWanted[] => Array.isArray(wanted);

/**
 * Asks for a rule of a group, or for several at once, of which the service makes all or none; marked with the task. Returns the service's id of
 * the request.
 */
export function makeRules(
  parts: Parts,
  context: CommandContext,
  { id: security_group_id, projectId }: { id: string; projectId: string | null },
  wanted: RuleWanted | readonly RuleWanted[],
) {
  const marked = (rule: RuleWanted) => ({
    ...rule,
    ethertype: ethertypeOf(rule),
    security_group_id,
    description: describedBy(context),
    ...(projectId !== null && { project_id: projectId }),
  });
  return askToChange(parts, context, projectId, {
    service: 'network',
    method: 'POST',
    path: '/security-group-rules',
    body: isSeveral(wanted) ? { security_group_rules: wanted.map(marked) } : { security_group_rule: marked(wanted) },
  });
}

/** A group and its rules as the service has them now. */
const groupAt = ({ api }: Parts, id: string): Promise<NeutronSecurityGroup | undefined> => ignoreNotFound(securityGroups.get(api, id));

/** Adds one; a group that has it is a refusal. */
export const createRule = (parts: Parts): Command<RuleCreate> => ({
  async accept(context, target, { security_group_id: _group, ...wanted }) {
    const group = required(target);
    const requestId = await makeRules(parts, context, group, wanted).catch((error: unknown) => {
      if (!isTwice(error)) throw error;
      throw new GantryError('validation_failed', { fields: { direction: [{ code: 'rule_exists' }] }, cause: error });
    });
    await refreshNow(parts, context, group.id, KIND);
    return { id: group.id, requestId };
  },
  async recover(context, target) {
    const id = required(target);
    const group = await groupAt(parts, id);
    return group?.security_group_rules.some(({ description }) => description === describedBy(context)) ? { id } : undefined;
  },
});

/** Somebody may add one of the rules between our look and the service's: so often it is looked again. */
const LOOKS = 3;

/** Adds what a group lacks of several rules: all or none. */
export const addRules = (parts: Parts): Command<RuleAdd> => ({
  async accept(context, target, { security_group_rules: wanted }) {
    const row = required(target);
    for (let look = 1; ; look += 1) {
      const group = await groupAt(parts, row.id);
      if (!group) throw new GantryError('not_found');
      const { missing, skipped } = comparedRules(group.security_group_rules, wanted);
      try {
        const requestId = missing.length > 0 ? await makeRules(parts, context, row, missing) : undefined;
        await refreshNow(parts, context, row.id, KIND);
        return { id: row.id, requestId, report: { skipped } };
      } catch (error) {
        if (!isTwice(error)) throw error;
        if (look === LOOKS)
          throw new GantryError('validation_failed', { fields: { security_group_rules: [{ code: 'rule_exists' }] }, cause: error });
      }
    }
  },
  /** The service makes all or none: where the group has all of them, those without the task's mark were there before. */
  async recover(context, target, { security_group_rules: wanted }) {
    const id = required(target);
    const group = await groupAt(parts, id);
    if (!group || comparedRules(group.security_group_rules, wanted).missing.length > 0) return undefined;
    const made = group.security_group_rules.filter(({ description }) => description === describedBy(context));
    return { id, report: { skipped: comparedRules(made, wanted).missing } };
  },
});

/** Deletes one. */
export const deleteRule = (parts: Parts): Command<{ ruleId: string }> => ({
  async accept(context, target, { ruleId }) {
    const { id, projectId } = required(target);
    const change = { service: 'network', method: 'DELETE', path: ruleAt(ruleId) } as const;
    const requestId = await ignoreNotFound(askToChange(parts, context, projectId, change));
    await refreshNow(parts, context, id, KIND);
    return { id, requestId };
  },
  async recover(_context, target, { ruleId }) {
    const id = required(target);
    const group = await groupAt(parts, id);
    return group?.security_group_rules.some((rule) => rule.id === ruleId) ? undefined : { id };
  },
});
