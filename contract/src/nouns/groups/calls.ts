import { z } from 'zod';
import { domainLead } from '../../access/roles.ts';
import { defineCall } from '../../wire/call.ts';
import { wholeOf, wholeQuery } from '../../wire/page.ts';
import { reference } from '../../wire/reference.ts';
import { resourceCalls } from '../../wire/resource-calls.ts';
import { description, displayName, id } from '../../wire/values.ts';
import { assignBody, assignments, rightsMembers } from '../users/bodies.ts';
import { group, groupKind, groupMember } from './entity.ts';

const path = '/api/v2/domains/{domainId}/groups';
const shared = {
  side: 'both',
  kind: groupKind,
  param: 'groupId',
  many: domainLead('domain_groups'),
  one: domainLead('domain_group'),
} as const;
const calls = resourceCalls({ ...shared, noun: 'groups', path, source: 'S1 §7' });
const known = resourceCalls({ ...shared, noun: 'knownGroups', path: '/api/v2/groups', source: 'choice.uncovered-calls' });

const rights = {
  description: description.optional(),
  /** Of each member; a member of projects, which adds nothing, where absent. */
  role: rightsMembers.role.optional(),
  system_permissions: rightsMembers.system_permissions.optional(),
  domain_permissions: rightsMembers.domain_permissions.optional(),
};

/** Names are unique in their domain, whatever the case. */
export const groupCreateBody = z
  .strictObject({ name: displayName, ...rights, assigned_projects: assignments.optional() })
  .meta({ id: 'GroupCreate', examples: [{ name: 'operators', description: 'Who is on call' }] });
export type GroupCreate = z.output<typeof groupCreateBody>;

export const groupUpdateBody = z
  .strictObject({ name: displayName.optional(), ...rights })
  .refine((body) => Object.keys(body).length > 0, { error: 'nothing_to_change' })
  .meta({ id: 'GroupUpdate', examples: [{ description: 'Who was on call' }] });
export type GroupUpdate = z.output<typeof groupUpdateBody>;

const uuids = z
  .array(reference('user'))
  .min(1, { error: 'required' })
  .max(200, { error: 'too_many' })
  .refine((list) => new Set(list).size === list.length, { error: 'duplicates' });

export const groupUsersBody = z
  .strictObject({ uuids })
  .meta({ id: 'GroupUsers', examples: [{ uuids: ['5d1f3a77-2c4b-4e86-9d0a-8b6c7e5f4a32'] }] });
export type GroupUsers = z.output<typeof groupUsersBody>;

export const groupCalls = {
  list: defineCall({
    id: 'groups.list',
    side: 'both',
    method: 'GET',
    path,
    summary: 'Lists all groups of a domain',
    source: 'S1 §7',
    permission: shared.many,
    params: z.object({ domainId: id }),
    query: wholeQuery,
    answer: wholeOf(group),
    does: { by: 'handle' },
  }),
  create: calls.createInDomain({ summary: 'Creates a group in a domain', body: groupCreateBody, errors: ['name_taken', 'quota_exceeded'] }),
  read: calls.read({ summary: 'Shows a group of a domain' }),
  update: calls.update({ summary: 'Updates a group', body: groupUpdateBody, errors: ['name_taken', 'state_conflict'] }),
  delete: calls.delete({ summary: 'Deletes a group; its users remain', source: 'choice.uncovered-calls', errors: ['state_conflict'] }),
  bulkDelete: calls.bulkDeleteInDomain({ summary: 'Deletes several groups of a domain, as one task' }),
  assign: calls.actWith('assign', {
    summary: 'Assigns a group a role in a project of the domain; null removes the assignment',
    source: 'S1 §6',
    body: assignBody,
    errors: ['state_conflict'],
  }),
  users: calls.handled('users', { summary: 'Lists all users of a group', query: wholeQuery, answer: wholeOf(groupMember) }),
  addUsers: calls.actWith('addUsers', {
    at: 'users',
    summary: 'Adds users of the domain to a group',
    body: groupUsersBody,
    errors: ['quota_exceeded', 'state_conflict'],
  }),
  removeUsers: calls.actWith('removeUsers', {
    method: 'DELETE',
    at: 'users',
    summary: 'Removes users from a group',
    body: groupUsersBody,
    errors: ['state_conflict'],
  }),
  ofUser: defineCall({
    id: 'groups.ofUser',
    side: 'both',
    method: 'GET',
    path: '/api/v2/domains/{domainId}/users/{userId}/groups',
    summary: 'Lists the groups of a user',
    source: 'S1 §7',
    permission: domainLead('domain_user'),
    params: z.object({ domainId: id, userId: id }),
    query: wholeQuery,
    answer: wholeOf(group),
    does: { by: 'handle' },
  }),
};

/** Groups whatever their domain, as far as the scope reaches. */
export const knownGroupCalls = {
  list: known.list({ summary: 'Lists groups of all domains of the scope' }),
  read: known.read({ summary: 'Shows a group of any domain' }),
};
