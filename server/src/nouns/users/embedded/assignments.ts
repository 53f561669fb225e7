/** Roles in projects, and how many users each project has by them. */
import type { ProjectRole } from '@gantry/contract/access/roles';
import type { Assign } from '@gantry/contract/nouns/users/bodies';
import type { Writer } from '../../../port/store/writer.ts';
import type { UserDocument } from '../../../engines/embedded/platform/documents.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import { invalid } from '../../../engines/embedded/platform/references.ts';

type Assigned = UserDocument['assigned_projects'];

/** What is assigned by a body: projects of that domain. Throws validation_failed. */
export async function assignedBy(
  platform: Platform,
  writer: Pick<Writer, 'getMany'>,
  domainId: string,
  wanted: readonly { project_id: string; role: ProjectRole; read_only?: boolean | undefined }[],
  field: string,
): Promise<Assigned> {
  const projects = await writer.getMany(
    platform.id,
    'project',
    wanted.map(({ project_id: id }) => id),
  );
  return wanted.map(({ project_id, role, read_only = false }) => {
    const project = projects.get(project_id);
    if (!project) throw invalid(field, { code: 'unknown_id' });
    if (project.domainId !== domainId) throw invalid(field, { code: 'other_domain' });
    return { project_id, role, read_only };
  });
}

/** The same assignments with another role in one project; without a role the assignment has ended. Who may only look goes on so, unless told. */
export const reassigned = (before: Assigned, { project_id: id, role, read_only: readOnly }: Assign): Assigned => {
  const others = before.filter(({ project_id: other }) => other !== id);
  const held = before.find(({ project_id: other }) => other === id);
  return role === null ? others : [...others, { project_id: id, role, read_only: readOnly ?? held?.read_only ?? false }];
};

/** Projects say how many users are assigned to them. */
export async function recount(platform: Platform, writer: Writer, before: Assigned, after: Assigned): Promise<void> {
  const ids = (assigned: Assigned) => new Set(assigned.map(({ project_id: id }) => id));
  const [was, is] = [ids(before), ids(after)];
  const changed = [...was, ...is].filter((id) => was.has(id) !== is.has(id));
  const projects = await writer.getMany(platform.id, 'project', changed);
  for (const [id, { domainId, projectId, userId, document }] of projects) {
    const members_count = Number(document['members_count'] ?? 0) + (is.has(id) ? 1 : -1);
    await writer.put({ ...platform.key('project', id), domainId, projectId, userId, document: { ...document, members_count } });
  }
}
