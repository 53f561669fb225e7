import { ruleAddBody, ruleCreateBody, securityGroupBody, securityGroupUpdateBody } from './bodies.ts';
import { below, calls } from './entity.ts';
import { isGroupChangeable, isGroupDeletable } from './rules.ts';

/** A group with all its rules, also where each character is written as an escape. */
const LARGE_BODY = 512 * 1024;

export const securityGroupCalls = {
  list: calls.list({ summary: 'Lists the security groups of the scope' }),
  create: calls.create({
    summary: 'Creates a security group: all egress is allowed, and ingress by its rules',
    scope: 'project',
    body: securityGroupBody,
    errors: ['quota_exceeded'],
    maxBytes: LARGE_BODY,
  }),
  read: calls.read({ summary: 'Shows a security group' }),
  update: calls.update({
    summary: 'Updates name and description of a security group',
    body: securityGroupUpdateBody,
    rule: isGroupChangeable,
  }),
  delete: calls.delete({ summary: 'Deletes a security group that no interface uses', rule: isGroupDeletable }),
  bulkDelete: calls.bulkDelete({ summary: 'Deletes several security groups, as one task', rule: isGroupDeletable }),
  createRule: below.rule.create({
    summary: 'Adds a rule to a security group; it applies at once to all interfaces of the group',
    body: ruleCreateBody,
  }),
  addRules: calls.actWith('addRules', {
    at: 'rules',
    summary: 'Adds several rules to a security group: all or none. Existing ones are skipped: `result.skipped` of the task names them',
    body: ruleAddBody,
    source: 'choice.uncovered-calls',
    errors: ['quota_exceeded'],
  }),
  deleteRule: below.rule.delete({ summary: 'Removes a rule from its security group' }),
};
