import { memberAt } from './kind.ts';

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

/** How much things take together; a member that is not there takes nothing. */
export const takenBy = <const S extends QuotaShare>(share: S, documents: readonly object[]): Record<keyof S & QuotaResource, number> => {
  const sum = (of: 1 | string): number => documents.reduce((so, document) => so + amountIn(document, of), 0);
  return Object.fromEntries(Object.entries(share).map(([resource, of]) => [resource, sum(of)])) as Record<keyof S & QuotaResource, number>;
};

function amountIn(document: object, of: 1 | string): number {
  if (of === 1) return 1;
  const member = memberAt(document as Readonly<Record<string, unknown>>, of);
  if (Array.isArray(member)) return member.length;
  return typeof member === 'number' ? member : 0;
}
