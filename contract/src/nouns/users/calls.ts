import { z } from 'zod';
import { domainLead } from '../../access/roles.ts';
import { defineCall } from '../../wire/call.ts';
import { resourceCalls } from '../../wire/resource-calls.ts';
import { id, nothing } from '../../wire/values.ts';
import { assignBody, userCreateBody, userPasswordBody, userUpdateBody } from './bodies.ts';
import { userKind } from './entity.ts';
import { isPasswordSettable, isUserDeletable, isUserDisableable, isUserEditable, isUserEnableable } from './rules.ts';

const path = '/api/v2/domains/{domainId}/users';

const shared = {
  side: 'both',
  kind: userKind,
  param: 'userId',
  many: domainLead('domain_users'),
  one: domainLead('domain_user'),
} as const;
const calls = resourceCalls({ ...shared, noun: 'users', path, source: 'S1 §7' });
const known = resourceCalls({ ...shared, noun: 'knownUsers', path: '/api/v2/users', source: 'choice.uncovered-calls' });

export const userCalls = {
  list: calls.listInDomain({ summary: 'Lists the users of a domain', source: 'S0 §7' }),
  create: calls.createInDomain({
    summary: 'Creates a user in a domain, with an initial password',
    source: 'S2 §2',
    body: userCreateBody,
    errors: ['name_taken'],
  }),
  read: calls.read({ summary: 'Shows a user of a domain' }),
  update: calls.update({
    summary: 'Updates a user',
    body: userUpdateBody,
    options: ['system_permissions', 'domain_permissions'],
    rule: isUserEditable,
    errors: ['name_taken'],
  }),
  delete: calls.delete({ summary: 'Deletes a user and ends their sessions', source: 'choice.uncovered-calls', rule: isUserDeletable }),
  bulkDelete: calls.bulkDeleteInDomain({ summary: 'Deletes several users of a domain, as one task', rule: isUserDeletable }),
  enable: calls.act('enable', { summary: 'Enables a user', source: 'choice.uncovered-calls', rule: isUserEnableable }),
  disable: calls.act('disable', {
    summary: 'Disables a user and ends their sessions at once',
    source: 'choice.uncovered-calls',
    rule: isUserDisableable,
  }),
  bulkEnable: calls.bulkInDomain('enable', 'bulkEnable', {
    summary: 'Enables several users of a domain, as one task',
    source: 'choice.uncovered-calls',
    rule: isUserEnableable,
  }),
  bulkDisable: calls.bulkInDomain('disable', 'bulkDisable', {
    summary: 'Disables several users of a domain, as one task',
    source: 'choice.uncovered-calls',
    rule: isUserDisableable,
  }),
  setPassword: calls.actWith('setPassword', {
    summary: 'Sets a new password for a user and ends their sessions',
    source: 'decision I1',
    body: userPasswordBody,
    rule: isPasswordSettable,
  }),
  assign: calls.actWith('assign', {
    summary: 'Assigns a user a role in a project of the domain; null removes the assignment',
    source: 'S1 §6',
    body: assignBody,
    errors: ['state_conflict'],
  }),
  unlock: defineCall({
    id: 'users.unlock',
    method: 'POST',
    path: `${path}/{userId}/unlock`,
    side: 'both',
    summary: 'Unlocks a user who is locked out after too many wrong passwords',
    source: 'decision A3',
    permission: domainLead('domain_user'),
    params: z.object({ domainId: id, userId: id }),
    answer: nothing,
    status: 204,
    errors: ['state_conflict'],
    does: { by: 'handle' },
  }),
  endSessions: defineCall({
    id: 'users.endSessions',
    method: 'DELETE',
    path: `${path}/{userId}/sessions`,
    side: 'both',
    summary: 'Ends all sessions of a user, who can sign in again',
    source: 'choice.uncovered-calls',
    permission: domainLead('domain_user'),
    params: z.object({ domainId: id, userId: id }),
    answer: nothing,
    status: 204,
    errors: ['state_conflict'],
    does: { by: 'handle' },
  }),
};

/** Users whatever their domain, as far as the scope reaches. */
export const knownUserCalls = {
  list: known.list({ summary: 'Lists users of all domains of the scope' }),
  read: known.read({ summary: 'Shows a user of any domain' }),
};
