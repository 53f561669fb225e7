import { z } from 'zod';
import { defineCall } from '../../wire/call.ts';
import { accepted, id } from '../../wire/values.ts';
import { ruleCreateBody, securityGroupBody, securityGroupUpdateBody } from './bodies.ts';
import { calls, resource, securityGroupKind } from './entity.ts';
import { isGroupChangeable, isGroupDeletable } from './rules.ts';

/** A group with all its rules, also where each character is written as an escape. */
const LARGE_BODY = 512 * 1024;

/** Rules are parts of groups: what is changed is the group that has them. */
const ofRule = { side: 'both', answer: accepted, status: 202, source: 'S2 §7', permission: resource.one } as const;

export const securityGroupCalls = {
  list: calls.list({ summary: 'Security groups of the scope' }),
  create: calls.create({
    summary: 'Creates a security group: all may leave, and what its rules say may enter',
    scope: 'project',
    body: securityGroupBody,
    errors: ['quota_exceeded'],
    maxBytes: LARGE_BODY,
  }),
  read: calls.read({ summary: 'One of them' }),
  update: calls.update({
    summary: 'Changes name and description of a security group',
    body: securityGroupUpdateBody,
    rule: isGroupChangeable,
  }),
  delete: calls.delete({ summary: 'Deletes a security group that no interface has', rule: isGroupDeletable }),
  bulkDelete: calls.bulkDelete({ summary: 'Deletes several security groups, as one task', rule: isGroupDeletable }),
  createRule: defineCall({
    ...ofRule,
    id: 'securityGroups.createRule',
    method: 'POST',
    path: '/api/v2/compute/security-group-rules',
    summary: 'Adds a rule to a security group; it applies at once to all interfaces that have the group',
    idempotent: true,
    errors: ['quota_exceeded', 'not_found'],
    body: ruleCreateBody,
    does: { by: 'command', command: 'security_group.createRule', kind: securityGroupKind, id: 'security_group_id', idIn: 'body' },
  }),
  deleteRule: defineCall({
    ...ofRule,
    id: 'securityGroups.deleteRule',
    method: 'DELETE',
    path: '/api/v2/compute/security-group-rules/{ruleId}',
    summary: 'Takes a rule away from its security group',
    params: z.object({ ruleId: id }),
    does: { by: 'command', command: 'security_group.deleteRule', kind: securityGroupKind, id: 'ruleId', through: 'rule', merged: true },
  }),
};
