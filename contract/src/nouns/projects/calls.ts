import { z } from 'zod';
import { domainLead, projectLead } from '../../access/roles.ts';
import { defineCall } from '../../wire/call.ts';
import { listQuery, pageOf, wholeOf, wholeQuery } from '../../wire/page.ts';
import { resourceCalls } from '../../wire/resource-calls.ts';
import { id } from '../../wire/values.ts';
import { user, userKind } from '../users/entity.ts';
import { projectCreateBody, projectUpdateBody } from './bodies.ts';
import { projectKind } from './entity.ts';
import { PROJECT_MEMBERS_MAX, projectMember } from './members.ts';
import { isProjectDeletable, isProjectEditable } from './rules.ts';

const shared = {
  side: 'both',
  kind: projectKind,
  param: 'projectId',
  many: domainLead('domain_projects'),
  one: domainLead('domain_project'),
} as const;
const path = '/api/v2/domains/{domainId}/projects';
const calls = resourceCalls({ ...shared, noun: 'projects', path, source: 'S0 §7' });
const known = resourceCalls({ ...shared, noun: 'computeProjects', path: '/api/v2/compute/projects', source: 'S1 §7' });

export const projectCalls = {
  list: calls.listInDomain({ summary: 'Lists the projects of a domain' }),
  create: calls.createInDomain({ summary: 'Creates a project in a domain', body: projectCreateBody, errors: ['name_taken'] }),
  read: calls.read({ summary: 'Shows a project of a domain' }),
  update: calls.update({
    summary: 'Updates a project. Disabling it ends the sessions in it at once',
    body: projectUpdateBody,
    rule: isProjectEditable,
    errors: ['name_taken'],
  }),
  delete: calls.delete({
    summary: 'Deletes an empty project',
    source: 'choice.uncovered-calls',
    rule: isProjectDeletable,
  }),
  bulkDelete: calls.bulkDeleteInDomain({ summary: 'Deletes several projects of a domain, as one task', rule: isProjectDeletable }),
  users: defineCall({
    id: 'projects.users',
    side: 'both',
    method: 'GET',
    path: `${path}/{projectId}/users`,
    summary: 'Lists the members of a project: users of its domain with a role in it. `other_members` of the project has the others',
    source: 'S0 §7',
    permission: domainLead('domain_users'),
    params: z.object({ domainId: id, projectId: id }),
    query: listQuery(userKind),
    answer: pageOf(user),
    does: { by: 'list', kind: userKind, within: { domain: 'domainId' }, of: { kind: projectKind, id: 'projectId', key: 'project_id' } },
  }),
};

/** Projects whatever their domain, as far as the scope reaches. */
export const computeProjectCalls = {
  list: known.list({ summary: 'Lists projects of all domains of the scope' }),
  read: known.read({ summary: 'Shows a project of any domain', source: 'choice.uncovered-calls' }),
  members: defineCall({
    id: 'computeProjects.members',
    side: 'both',
    method: 'GET',
    path: '/api/v2/compute/projects/{projectId}/members',
    summary: `Lists who works in a project, directly or through groups, for its administrators and those above: at most ${PROJECT_MEMBERS_MAX}`,
    source: 'choice.uncovered-calls',
    permission: projectLead('project_members'),
    params: z.object({ projectId: id }),
    query: wholeQuery,
    answer: wholeOf(projectMember),
    // Users, groups, and the users of those.
    does: { by: 'handle', weight: 3 },
  }),
};
