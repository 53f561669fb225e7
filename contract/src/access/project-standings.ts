import type { ProjectRole, Role } from './roles.ts';

/** What somebody is in a project, the one that does least first: `project_viewer` holds a role there and may only read. */
export const PROJECT_STANDINGS = ['project_viewer', 'project_user', 'project_admin'] as const satisfies readonly (
  ProjectRole | 'project_viewer'
)[];
export type ProjectStanding = (typeof PROJECT_STANDINGS)[number];

/** A role in a project, as the API tells it. Absent where an older version has kept it. */
interface Held<R extends Role> {
  role: R;
  read_only?: boolean | undefined;
}

/** By which name a role in a project goes: who may only read is a viewer, whatever the role is. */
export const standingIn = <R extends Role>({ role, read_only: readOnly }: Held<R>): R | 'project_viewer' =>
  readOnly === true ? 'project_viewer' : role;

/** The role that is assigned to be that in a project. */
export const roleFor = (standing: ProjectStanding): { role: ProjectRole; read_only: boolean } =>
  standing === 'project_viewer' ? { role: 'project_user', read_only: true } : { role: standing, read_only: false };
