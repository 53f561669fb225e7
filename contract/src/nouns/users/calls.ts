import { z } from 'zod';
import { domainLead } from '../../access/roles.ts';
import { defineCall } from '../../wire/call.ts';
import { listQuery, pageOf } from '../../wire/page.ts';
import { id } from '../../wire/values.ts';
import { user, userKind } from './entity.ts';

export const userCalls = {
  list: defineCall({
    id: 'users.list',
    method: 'GET',
    path: '/api/v2/domains/{domainId}/users',
    summary: 'The users of a domain',
    source: 'S0 §7',
    permission: domainLead('domain_users'),
    params: z.object({ domainId: id }),
    query: listQuery(userKind),
    answer: pageOf(user),
    does: { by: 'list', kind: userKind, within: { domain: 'domainId' } },
  }),
};
