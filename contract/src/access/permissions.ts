/**
 * What permissions of the system and of a domain open beside roles (decisions G15, G29): the one table from which the server refuses, and tells
 * the console in `GET /api/v2/meta`.
 */

/** What administrators of the cloud may be given (S0 §6). */
export const SYSTEM_PERMISSIONS = [
  'admin',
  'superuser',
  'abgw',
  'cluster',
  'compute',
  'iscsi',
  'login',
  'network',
  'nfs',
  's3',
  'ssh',
  'updates',
  'viewer',
  'debug',
] as const;
export type SystemPermission = (typeof SYSTEM_PERMISSIONS)[number];
/** Of these, those that no screen shows or gives. */
export const HIDDEN_PERMISSIONS = ['viewer', 'superuser'] as const satisfies readonly SystemPermission[];
/** What users of a domain may be given there (S0 §6). */
export const DOMAIN_PERMISSIONS = ['domain_admin', 'image_upload', 'quota_manager'] as const;
export type DomainPermission = (typeof DOMAIN_PERMISSIONS)[number];

/** The permissions that a standing may hold beside its role, from both lists. */
export type HeldPermission = SystemPermission | DomainPermission;

/**
 * Which permission of the system looks after which subjects. What is in no list (domains, their people and projects, quotas, the audit) is left
 * to administrators. Backup gateway, iSCSI, NFS, updates, and the tools behind `ssh` and `debug` have no calls yet.
 */
const SUBJECTS_OF = {
  cluster: ['clusters_overview', 'grafana'],
  compute: [
    'compute_cluster',
    'compute_flavor',
    'compute_flavors',
    'compute_image',
    'compute_image_operations',
    'compute_images',
    'compute_metrics',
    'compute_node',
    'compute_nodes',
    'compute_server',
    'compute_server_console',
    'compute_server_operations',
    'compute_servers',
    'compute_ssh_key',
    'compute_ssh_keys',
    'compute_storage_policies',
    'compute_storage_policy',
    'compute_trait',
    'compute_trait_sets',
    'compute_traits',
    'compute_volume',
    'compute_volume_clone',
    'compute_volume_operations',
    'compute_volume_snapshot',
    'compute_volume_snapshots',
    'compute_volume_upload_to_image',
    'compute_volumes',
  ],
  network: [
    'compute_load_balancer',
    'compute_load_balancer_failover',
    'compute_load_balancers',
    'compute_load_balancing_flavors',
    'compute_load_balancing_pools',
    'compute_network_details',
    'compute_networks',
    'compute_networks_floating_ips',
    'compute_networks_floating_ips_list',
    'compute_private_networks',
    'compute_provider_networks',
    'compute_routers',
    'compute_routers_router',
    'compute_security_group',
    'compute_security_groups',
    'compute_subnets',
    'compute_vpn_ipsec_site_connection',
    'compute_vpn_ipsec_site_connections',
  ],
  s3: ['s3_domain', 's3_enable', 's3_keys', 's3_users'],
} as const satisfies Partial<Record<SystemPermission, readonly string[]>>;

/** Subjects that each of those reads beside its own: how what was begun goes on. */
const TASKS: readonly string[] = ['tasks', 'task_detail'];
/** All that `login` reads: the place where one arrives in administration. */
const ARRIVAL = 'clusters_overview';
/** What who manages quotas reads to find the projects whose quotas they are. */
const QUOTA_PLACES: readonly string[] = ['domain_projects', 'domain_project'];

const SERVICES = new Map(Object.entries(SUBJECTS_OF).map(([name, subjects]): [string, ReadonlySet<string>] => [name, new Set(subjects)]));

/** Whether permissions of the system open a subject in the scope of the system. @param changes whether something is to be changed there */
export function opensInSystem(permissions: readonly string[], subject: string, changes: boolean): boolean {
  const services = permissions.flatMap((one) => SERVICES.get(one) ?? []);
  if (services.some((subjects) => subjects.has(subject))) return true;
  if (changes) return false;
  return (
    permissions.includes('viewer') ||
    (services.length > 0 && TASKS.includes(subject)) ||
    (permissions.includes('login') && subject === ARRIVAL)
  );
}

/** Whether permissions of a domain open a subject in the scope of that domain: quotas, and what leads to them. */
export const opensInDomain = (permissions: readonly string[], subject: string, changes: boolean): boolean =>
  permissions.includes('quota_manager') && (subject === 'compute_quotas' || (!changes && QUOTA_PLACES.includes(subject)));

/** Whether somebody without the role enters the scope of the system: as far as their permissions open anything there. */
export const entersSystem = (permissions: readonly string[]): boolean =>
  permissions.some((one) => one === 'viewer' || one === 'login' || SERVICES.has(one));

/** Whether somebody without the role enters the scope of their domain. */
export const entersDomain = (permissions: readonly string[]): boolean => permissions.includes('quota_manager');

/**
 * The role that permissions amount to: who has `admin` or `superuser` administers the system, who has `domain_admin` the domain, whatever own
 * role they have (G15, G29). Undefined: none.
 */
export function roleByPermissions(held: {
  system_permissions: readonly string[];
  domain_permissions: readonly string[];
}): 'system_admin' | 'domain_admin' | undefined {
  if (held.system_permissions.some((one) => one === 'admin' || one === 'superuser')) return 'system_admin';
  return held.domain_permissions.includes('domain_admin') ? 'domain_admin' : undefined;
}
