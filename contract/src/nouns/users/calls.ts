import { domainLead } from '../../access/roles.ts';
import { listCalls } from '../../wire/resource-calls.ts';
import { userKind } from './entity.ts';

const { listInDomain } = listCalls({
  noun: 'users',
  kind: userKind,
  path: '/api/v2/domains/{domainId}/users',
  many: domainLead('domain_users'),
  source: 'S0 §7',
});

export const userCalls = { list: listInDomain({ summary: 'The users of a domain' }) };
