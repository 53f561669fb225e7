import type { Project } from '@gantry/contract/nouns/projects/entity';
import { api } from '../../app/api/calls.ts';
import { sectionOf } from '../../app/resource/section.ts';

/** What its pages share. Lists and pages are of all domains that the scope reaches; what is changed is named by its domain as well. */
export const section = sectionOf({
  noun: 'projects',
  kind: 'project',
  calls: { ...api.computeProjects, create: api.projects.create, delete: api.projects.delete, bulkDelete: api.projects.bulkDelete },
  path: '/projects',
  spec: { sortKeys: ['name', 'created_at'], filters: { search: 'contains', domain_id: 'in' }, defaultSort: 'name:asc' },
});

/** Path parameters of a call on one project. */
export const placeOf = ({ id, domain_id }: Project) => ({ domainId: domain_id, projectId: id });
