import { PROJECT_ROLES } from '@gantry/contract/access/roles';
import { useTranslation } from 'react-i18next';

/** The roles that can be held in a project, to choose from: the one that does less first. */
export function useProjectRoles() {
  const { t } = useTranslation('users');
  return PROJECT_ROLES.toReversed().map((role) => ({
    value: role,
    label: t(`role.${role}`),
    description: t(role === 'project_admin' ? 'assign.admin-helper' : 'assign.user-helper'),
  }));
}
