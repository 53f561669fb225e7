import { DEFAULT_DOMAIN, DEFAULT_PROJECT_NAME } from '@gantry/contract/constants';
import type { Role } from '@gantry/contract/access/roles';

export interface TenantProject {
  name: string;
  description: string;
  /** Network of its private subnet: `10.1.0.0`; the prefix follows from the servers it has to hold. */
  network: string;
}

export interface TenantUser {
  name: string;
  /** The user's own role (decision G16). */
  role: Role;
  systemPermissions: readonly string[];
  domainPermissions: readonly string[];
  assigned: readonly { project: string; role: Role; readOnly?: true }[];
}

export interface Tenant {
  id: string;
  name: string;
  description: string;
  projects: readonly TenantProject[];
  users: readonly TenantUser[];
}

export const ADMIN_USER = 'admin';
/** Project that gets the sample servers. */
export const SAMPLE_PROJECT = 'acme-prod';

const member = (name: string, project: string, role: Role, limit: { readOnly?: true } = {}): TenantUser => ({
  name,
  role: 'project_member',
  systemPermissions: [],
  domainPermissions: limit.readOnly ? [] : ['image_upload'],
  assigned: [{ project, role, ...limit }],
});

/** What every installation has (S0 §3). */
export const DEFAULT_TENANT: Tenant = {
  ...DEFAULT_DOMAIN,
  description: 'The domain of this installation',
  projects: [{ name: DEFAULT_PROJECT_NAME, description: 'Project of the administrators', network: '10.1.0.0' }],
  users: [
    {
      name: ADMIN_USER,
      role: 'system_admin',
      systemPermissions: ['superuser', 'admin'],
      domainPermissions: [],
      assigned: [{ project: DEFAULT_PROJECT_NAME, role: 'project_admin' }],
    },
  ],
};

/** Two customers to look around with. Their ids are made from their names by the filling. */
export const SAMPLE_TENANTS: readonly Omit<Tenant, 'id'>[] = [
  {
    name: 'acme',
    description: 'Sample customer',
    projects: [
      { name: SAMPLE_PROJECT, description: 'Production', network: '10.64.0.0' },
      { name: 'acme-dev', description: 'Development', network: '10.2.0.0' },
    ],
    users: [
      { name: 'acme-admin', role: 'domain_admin', systemPermissions: [], domainPermissions: ['domain_admin'], assigned: [] },
      member('acme-lead', SAMPLE_PROJECT, 'project_admin'),
      member('acme-member', SAMPLE_PROJECT, 'project_user'),
      member('acme-viewer', SAMPLE_PROJECT, 'project_user', { readOnly: true }),
    ],
  },
  {
    name: 'globex',
    description: 'Another sample customer',
    projects: [{ name: 'globex-prod', description: 'Production', network: '10.3.0.0' }],
    users: [member('globex-member', 'globex-prod', 'project_user')],
  },
];
