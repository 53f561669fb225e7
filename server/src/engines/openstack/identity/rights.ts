/** What users and groups may do, as their rows tell it. */
import type { Document } from '../../../port/store/rows.ts';
import { ownRoles, type Rights } from './roles.ts';

/** Their roles and permissions, in terms of ours. @param isReader whether the cloud is read by this account: it is not to be touched */
export const rightsOfRow = (rights: Rights, domainId: string, isReader = false): Document => ({
  role: ownRoles(rights, domainId)[0],
  system_permissions: [...(isReader ? ['superuser'] : []), ...(rights.system ? ['admin'] : [])],
  domain_permissions: rights.domains.has(domainId) ? ['domain_admin'] : [],
});

/** The roles in projects, in one order. */
export const assignedProjects = ({ projects }: Rights): Document[] =>
  [...projects]
    .map(([project_id, { role, readOnly }]) => ({ project_id, role, read_only: readOnly }))
    .toSorted((a, b) => (a.project_id < b.project_id ? -1 : 1));
