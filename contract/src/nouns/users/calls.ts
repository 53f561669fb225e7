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
  list: calls.listInDomain({ summary: 'The users of a domain', source: 'S0 §7' }),
  create: calls.createInDomain({
    summary: 'Makes a user of a domain, with a first password',
    source: 'S2 §2',
    body: userCreateBody,
    errors: ['name_taken'],
  }),
  read: calls.read({ summary: 'One user of a domain' }),
  update: calls.update({
    summary: 'Changes what is sent of a user, and nothing else',
    body: userUpdateBody,
    options: ['system_permissions', 'domain_permissions'],
    rule: isUserEditable,
    errors: ['name_taken'],
  }),
  delete: calls.delete({ summary: 'Deletes a user, whose sessions end', source: 'choice.uncovered-calls', rule: isUserDeletable }),
  bulkDelete: calls.bulkDeleteInDomain({ summary: 'Deletes several users of a domain, as one task', rule: isUserDeletable }),
  enable: calls.act('enable', { summary: 'Lets a user sign in again', source: 'choice.uncovered-calls', rule: isUserEnableable }),
  disable: calls.act('disable', {
    summary: 'Keeps a user out, who is signed out at once everywhere',
    source: 'choice.uncovered-calls',
    rule: isUserDisableable,
  }),
  bulkEnable: calls.bulkInDomain('enable', 'bulkEnable', {
    summary: 'Lets several users of a domain sign in again, as one task',
    source: 'choice.uncovered-calls',
    rule: isUserEnableable,
  }),
  bulkDisable: calls.bulkInDomain('disable', 'bulkDisable', {
    summary: 'Keeps several users of a domain out, as one task',
    source: 'choice.uncovered-calls',
    rule: isUserDisableable,
  }),
  setPassword: calls.actWith('setPassword', {
    summary: 'Gives a user a new password; the sessions of the old one end',
    source: 'decision I1',
    body: userPasswordBody,
    rule: isPasswordSettable,
  }),
  assign: calls.actWith('assign', {
    summary: 'Gives a user a role in a project of the domain, or with null takes it away',
    source: 'S1 §6',
    body: assignBody,
    errors: ['state_conflict'],
  }),
  unlock: defineCall({
    id: 'users.unlock',
    method: 'POST',
    path: `${path}/{userId}/unlock`,
    side: 'both',
    summary: 'Lets a user sign in again, also from new devices, whose account is locked after too many wrong passwords',
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
    summary: 'Signs a user out everywhere, who may sign in again',
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
  list: known.list({ summary: 'Users of all domains that the scope reaches' }),
  read: known.read({ summary: 'A user, whichever the domain' }),
};
