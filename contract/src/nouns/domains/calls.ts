import { domainLead } from '../../access/roles.ts';
import { listCalls } from '../../wire/resource-calls.ts';
import { domainKind } from './entity.ts';

const { list } = listCalls({
  noun: 'domains',
  side: 'administration',
  kind: domainKind,
  path: '/api/v2/domains',
  many: domainLead('domains'),
  source: 'S0 §7',
});

export const domainCalls = { list: list({ summary: 'Domains; a domain administrator sees the own one' }) };
