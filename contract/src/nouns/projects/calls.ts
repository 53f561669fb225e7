import { domainLead } from '../../access/roles.ts';
import { listCalls } from '../../wire/resource-calls.ts';
import { projectKind } from './entity.ts';

const { listInDomain } = listCalls({
  noun: 'projects',
  side: 'both',
  kind: projectKind,
  path: '/api/v2/domains/{domainId}/projects',
  many: domainLead('domain_projects'),
  source: 'S0 §7',
});

export const projectCalls = { list: listInDomain({ summary: 'The projects of a domain' }) };
