import { z } from 'zod';
import { domainLead } from '../../access/roles.ts';
import { defineCall } from '../../wire/call.ts';
import { listCalls } from '../../wire/resource-calls.ts';
import { id, nothing } from '../../wire/values.ts';
import { userKind } from './entity.ts';

const path = '/api/v2/domains/{domainId}/users';

const { listInDomain } = listCalls({
  noun: 'users',
  side: 'both',
  kind: userKind,
  path,
  many: domainLead('domain_users'),
  source: 'S0 §7',
});

export const userCalls = {
  list: listInDomain({ summary: 'The users of a domain' }),
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
    does: { by: 'handle' },
  }),
};
