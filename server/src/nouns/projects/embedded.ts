import { randomUUID } from 'node:crypto';
import { projectKind } from '@gantry/contract/nouns/projects/entity';
import type { ProjectCreate, ProjectUpdate } from '@gantry/contract/nouns/projects/bodies';
import type { QuotaUpdate } from '@gantry/contract/nouns/quotas/calls';
import { isProjectDeletable, isProjectEditable, isProjectWithoutBuckets } from '@gantry/contract/nouns/projects/rules';
import { GantryError } from '@gantry/contract/wire/errors';
import { assertAllowed } from '@gantry/contract/wire/assert-allowed';
import { blockerOf } from '../../store/lists/blockers.ts';
import type { Documents, Row } from '../../port/store/rows.ts';
import type { Writer } from '../../port/store/writer.ts';
import { acceptAnew, doneAtOnce } from '../../engines/embedded/platform/accept.ts';
import type { ProjectDocument } from '../../engines/embedded/platform/documents.ts';
import { documentFor, type NounParts } from '../../engines/embedded/platform/lifecycle.ts';
import type { Platform } from '../../engines/embedded/platform/platform.ts';
import { putOwned } from '../../engines/embedded/platform/rows.ts';
import { forgetProject, limitProject } from '../../engines/embedded/platform/quotas.ts';
import { giveDefaultGroup } from '../security-groups/embedded/defaults.ts';

/** The projects of a domain: each begins with a default security group and the default limits. */
export const projects = (platform: Platform): NounParts => ({
  asyncOperations: [],
  commands: {
    'project.create': doneAtOnce<ProjectCreate & { domainId: string }>(platform, (writer, { body }) => create(platform, writer, body)),
    'project.update': doneAtOnce<ProjectUpdate>(platform, async (writer, { body, id }) => {
      const project = await documentFor({ platform, writer }, 'project', id, (one) => isProjectEditable(one, body));
      if (body.name !== undefined && body.name !== project.name) await assertFree(platform, project.domain_id, body.name);
      const { name = project.name, description = project.description, enabled = project.enabled } = body;
      await put(platform, writer, { ...project, name, description, enabled });
      return project.id;
    }),
    'project.setQuota': doneAtOnce<QuotaUpdate>(platform, async (writer, { body, id }) => {
      const project = await documentFor({ platform, writer }, 'project', id);
      await limitProject(platform, writer, project.id, body);
      return project.id;
    }),
    'project.delete': acceptAnew<unknown>(platform, async (writer, { id, again }) => {
      const project = id === null ? undefined : await platform.document(writer, 'project', id);
      // One that is gone when a crash has been survived is what the task was for.
      if (!project && again && id !== null) return { id, done: true };
      if (!project) throw new GantryError('not_found');
      assertAllowed(isProjectDeletable(project));
      const reason = await blockerOf(platform.store.read, projectKind, project);
      if (reason) throw new GantryError('state_conflict', { reason });
      assertAllowed(isProjectWithoutBuckets(await platform.store.objects.occupancy({ projectId: project.id })));
      await remove(platform, writer, project);
      return { id: project.id, done: true };
    }),
  },
});

const put = (platform: Platform, writer: Writer, project: ProjectDocument): Promise<Row> =>
  writer.put({
    ...platform.key('project', project.id),
    domainId: project.domain_id,
    projectId: project.id,
    userId: null,
    document: { ...project },
  });

async function create(platform: Platform, writer: Writer, { domainId, ...body }: ProjectCreate & { domainId: string }): Promise<string> {
  await assertFree(platform, domainId, body.name);
  const project: ProjectDocument = {
    id: randomUUID(),
    name: body.name,
    description: body.description ?? '',
    enabled: body.enabled ?? true,
    domain_id: domainId,
    members_count: 0,
    other_members: [],
    tags: [],
    created_at: platform.now(),
  };
  await put(platform, writer, project);
  await countProjects(platform, writer, domainId, 1);
  await giveDefaultGroup(platform, writer, project);
  return project.id;
}

/** Throws name_taken. Changes run one after the other, so what is committed is all there is. */
async function assertFree(platform: Platform, domainId: string, name: string): Promise<void> {
  const { rows } = await platform.store.read.list({
    kind: projectKind,
    visibility: { scope: { type: 'domain', domainId }, userId: '', domainId },
    filters: { name: { operator: 'is', values: [name] } },
    sort: { key: 'name', descending: false },
    limit: 1,
  });
  if (rows.length > 0) throw new GantryError('name_taken', { fields: { name: [{ code: 'project_name_taken' }] } });
}

/** A domain says how many projects it has. */
async function countProjects(platform: Platform, writer: Writer, domainId: string, more: 1 | -1): Promise<void> {
  const domain = await platform.document(writer, 'domain', domainId);
  if (!domain) throw new GantryError('not_found');
  const document = { ...domain, projects_count: domain.projects_count + more };
  await writer.put({ ...platform.key('domain', domainId), domainId, projectId: null, userId: null, document });
}

/** Groups that nobody can delete, of one project; more than there are. */
const GROUPS = 100;

/** A project with what is nobody else's: the security groups that nobody can delete, its limits, and the roles that users and groups have in it. */
async function remove(platform: Platform, writer: Writer, project: ProjectDocument): Promise<void> {
  const { id, domain_id: domainId } = project;
  for (const group of await platform.store.read.owned('security_group', id, GROUPS))
    await writer.remove(platform.key('security_group', group.id));
  for (const kind of ['user', 'group'] as const)
    for await (const holders of platform.store.read.sweep(platform.id, kind))
      for (const row of holders) {
        const holder = row.document as Documents[typeof kind];
        const assigned = holder.assigned_projects.filter(({ project_id: one }) => one !== id);
        if (assigned.length < holder.assigned_projects.length)
          await putOwned(platform, writer, kind, { ...holder, assigned_projects: assigned } as Documents[typeof kind]);
      }
  await forgetProject(platform, writer, id);
  await writer.remove(platform.key('project', id));
  await countProjects(platform, writer, domainId, -1);
}
