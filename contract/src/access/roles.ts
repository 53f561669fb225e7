import { opensInDomain, opensInSystem, type DomainPermission, type HeldPermission } from './permissions.ts';

/** The six roles (S0 §6). `project_*` are held in a project, the others by the user (decision G16). */
export const ROLES = ['domain_admin', 'system_admin', 'project_member', 'service_account', 'project_admin', 'project_user'] as const;
export type Role = (typeof ROLES)[number];

/**
 * Roles that users and groups have as such: the four user roles of S1 §6, domain admin, system admin, service user and project member
 * (decision G16).
 */
export const USER_ROLES = ['project_member', 'domain_admin', 'system_admin', 'service_account'] as const satisfies readonly Role[];
export type UserRole = (typeof USER_ROLES)[number];
/** Roles that are held in a project; an assignment without one ends it (decision G16). */
export const PROJECT_ROLES = ['project_admin', 'project_user'] as const satisfies readonly Role[];
export type ProjectRole = (typeof PROJECT_ROLES)[number];

/** What a caller has chosen to work on. `user`: signed in, nothing chosen. */
export type Scope =
  { type: 'system' } | { type: 'domain'; domainId: string } | { type: 'project'; projectId: string; domainId: string } | { type: 'user' };

/** Who a call is for, narrowest circle that includes them. */
export const AUDIENCES = ['public', 'session', 'tenant', 'project_lead', 'domain_lead', 'system'] as const;
export type Audience = (typeof AUDIENCES)[number];

/** The right a call asks for. `subject` is the name abilities use: `compute_servers`. */
export interface Permission {
  audience: Audience;
  subject: string;
  /** What is read gives control: it is for those who may change something. */
  controls?: true;
  /** What users of a project need beside their role there; who leads it, or stands above, needs nothing more. */
  needs?: DomainPermission;
}

export const PUBLIC: Permission = { audience: 'public', subject: 'public' };
export const SESSION: Permission = { audience: 'session', subject: 'session' };
/** Everyone in a project; a domain administrator reads the whole domain. */
export const tenant = (subject: string): Permission => ({ audience: 'tenant', subject });
/** Everyone in a project but those who may only read: what is read gives control. */
export const controlling = (subject: string): Permission => ({ audience: 'tenant', subject, controls: true });
/** The leads of a project and those above them. */
export const projectLead = (subject: string): Permission => ({ audience: 'project_lead', subject });
/** Domain administrators, inside their domain, and those above them. */
export const domainLead = (subject: string): Permission => ({ audience: 'domain_lead', subject });
export const system = (subject: string): Permission => ({ audience: 'system', subject });

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Who asks, reduced to what rights depend on. */
export interface Standing {
  role: Role;
  scope: Scope;
  /** Holds no right to change anything (a reader of the cloud). */
  readOnly: boolean;
  /** What is held beside the role and counts in this scope; none where absent. */
  permissions?: readonly HeldPermission[] | undefined;
  /** Asks with a personal token: what changes the account itself takes a session. */
  byToken?: boolean | undefined;
}

/**
 * Whether a standing may use a method on a permission. This is the only table of rights; the server decides by it and
 * lists it in `GET /api/v2/meta`, from which the console builds its abilities.
 */
export function allows(permission: Permission, method: Method, standing: Standing | undefined): boolean {
  const { audience, subject, needs } = permission;
  if (audience === 'public') return true;
  if (!standing) return false;
  if (audience === 'session') return method === 'GET' || standing.byToken !== true;
  const { role, scope, readOnly, permissions = [] } = standing;
  const changes = method !== 'GET' || permission.controls === true;
  if (scope.type === 'user' || (changes && readOnly)) return false;
  if (role === 'system_admin') return scope.type !== 'domain' || audience !== 'system';
  if (scope.type === 'system') return opensInSystem(permissions, subject, changes);
  if (scope.type === 'domain' && audience !== 'system' && opensInDomain(permissions, subject, changes)) return true;
  if (needs && changes && role === 'project_user' && !permissions.includes(needs)) return false;
  switch (audience) {
    case 'tenant':
      return scope.type === 'project' || (role === 'domain_admin' && !changes);
    case 'project_lead':
      return role === 'domain_admin' ? scope.type === 'project' || !changes : role === 'project_admin' && scope.type === 'project';
    case 'domain_lead':
      return role === 'domain_admin';
    case 'system':
      return false;
  }
}
