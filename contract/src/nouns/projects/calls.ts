import { z } from 'zod';
import { domainLead } from '../../access/roles.ts';
import { defineCall } from '../../wire/call.ts';
import { listQuery, pageOf } from '../../wire/page.ts';
import { id } from '../../wire/values.ts';
import { project, projectKind } from './entity.ts';

export const projectCalls = {
  list: defineCall({
    id: 'projects.list',
    method: 'GET',
    path: '/api/v2/domains/{domainId}/projects',
    summary: 'The projects of a domain',
    source: 'S0 §7',
    permission: domainLead('domain_projects'),
    params: z.object({ domainId: id }),
    query: listQuery(projectKind),
    answer: pageOf(project),
    does: { by: 'list', kind: projectKind, within: { domain: 'domainId' } },
  }),
};
