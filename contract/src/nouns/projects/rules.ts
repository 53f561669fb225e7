import { DEFAULT_DOMAIN, DEFAULT_PROJECT_NAME } from '../../constants.ts';
import { no, type Rule } from '../../wire/rule-result.ts';
import type { ProjectUpdate } from './bodies.ts';
import type { Project } from './entity.ts';

/** The project that the installation came with (S0 §3): it keeps its name, stays open and is not deleted. */
export const isDefaultProject = ({ name, domain_id: domainId }: Pick<Project, 'name' | 'domain_id'>): boolean =>
  name === DEFAULT_PROJECT_NAME && domainId === DEFAULT_DOMAIN.id;

/** Whether people can work in a project (S0 §3): `enabled` of the wire. */
export const isEnabled = ({ enabled }: Pick<Project, 'enabled'>): boolean => enabled;

export const isProjectDeletable: Rule<Pick<Project, 'name' | 'domain_id'>> = (project) =>
  isDefaultProject(project) ? no('project_default') : true;

/** What is in object storage is in a project: it must be gone before the project is deleted. */
export const isProjectWithoutBuckets: Rule<{ buckets: number }> = ({ buckets }) =>
  buckets === 0 ? true : no('project_has_buckets', { count: buckets });

/** Whether a project may be changed so. */
export const isProjectEditable: Rule<Pick<Project, 'name' | 'domain_id'>, ProjectUpdate | void> = (project, body) =>
  isDefaultProject(project) && ((body?.name !== undefined && body.name !== project.name) || body?.enabled === false)
    ? no('project_default')
    : true;
