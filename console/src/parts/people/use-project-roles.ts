import { PROJECT_STANDINGS, standingIn, type ProjectStanding } from '@gantry/contract/access/project-standings';
import type { Role } from '@gantry/contract/access/roles';
import { useTranslation } from 'react-i18next';

const HELPERS = {
  project_viewer: 'assign.viewer-helper',
  project_user: 'assign.user-helper',
  project_admin: 'assign.admin-helper',
} as const satisfies Record<ProjectStanding, string>;

/** What one may be in a project, to choose from: what does less first. */
export function useProjectRoles() {
  const { t } = useTranslation('users');
  return PROJECT_STANDINGS.map((standing) => ({ value: standing, label: t(`role.${standing}`), description: t(HELPERS[standing]) }));
}

/** What somebody is in a project, in words. */
export function useProjectRoleName(): (held: { role: Role; read_only: boolean }) => string {
  const { t } = useTranslation('users');
  return (held) => t(`role.${standingIn(held)}`);
}
