import { domainLead } from '../../access/roles.ts';
import { defineCall } from '../../wire/call.ts';
import { listQuery, pageOf } from '../../wire/page.ts';
import { domain, domainKind } from './entity.ts';

export const domainCalls = {
  list: defineCall({
    id: 'domains.list',
    method: 'GET',
    path: '/api/v2/domains',
    summary: 'Domains; a domain administrator sees the own one',
    source: 'S0 §7',
    permission: domainLead('domains'),
    query: listQuery(domainKind),
    answer: pageOf(domain),
    does: { by: 'list', kind: domainKind },
  }),
};
