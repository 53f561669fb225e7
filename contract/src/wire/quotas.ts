/** What quotas count, in the order in which they are shown: ram in MiB, gigabytes in GiB. */
export const QUOTA_RESOURCES = [
  'instances',
  'cores',
  'ram',
  'volumes',
  'snapshots',
  /** Of volumes and their snapshots together. */
  'gigabytes',
  'networks',
  'routers',
  'floating_ips',
  'load_balancers',
  'vpn_connections',
  'security_groups',
  /** Of all groups together. */
  'security_group_rules',
] as const;
export type QuotaResource = (typeof QUOTA_RESOURCES)[number];

/** Something for each of them. */
export const perQuotaResource = <T>(of: (resource: QuotaResource) => T): Record<QuotaResource, T> =>
  Object.fromEntries(QUOTA_RESOURCES.map((resource) => [resource, of(resource)])) as Record<QuotaResource, T>;

/**
 * What one thing takes from the quota of its project as long as it is there: one, or as many as a member of its document says, which is a
 * number or a list.
 */
export type QuotaShare = Readonly<Partial<Record<QuotaResource, 1 | string>>>;
