/** What the first filling makes, and how much of it: everything follows from the settings and the record of the filling. */
import type { Platform } from '../engines/embedded/platform/platform.ts';
import { addAmounts } from '../engines/embedded/platform/amounts.ts';
import { DEFAULT_LIMITS } from '../engines/embedded/platform/quotas.ts';
import type { Amounts, SeedRecord } from '../engines/embedded/platform/records.ts';
import { idOf } from '../engines/embedded/platform/ids.ts';
import { nodesFor, sampleDemand } from './sample.ts';
import { DEFAULT_TENANT, SAMPLE_PROJECT, SAMPLE_TENANTS, type Tenant, type TenantUser } from './tenants.ts';

export const tenantsOf = (engine: string, seed: Pick<SeedRecord, 'sample'>): Tenant[] => [
  DEFAULT_TENANT,
  ...(seed.sample ? SAMPLE_TENANTS.map((tenant) => ({ ...tenant, id: idOf(engine, 'domain', tenant.name) })) : []),
];

export const projectId = (engine: string, name: string): string => idOf(engine, 'project', name);
export const userId = (engine: string, tenant: Tenant, user: TenantUser): string => idOf(engine, 'user', `${tenant.id}/${user.name}`);
export const nodeId = (index: number): string => `node-${String(index + 1).padStart(3, '0')}`;
export const privateNetworkName = (project: string): string => `${project}-private`;

/** How many nodes the platform has: as configured, or as the sample servers need. */
export const nodeCount = (platform: Platform, seed: Pick<SeedRecord, 'sampleServers'>): number =>
  nodesFor(seed.sampleServers, platform.settings.nodes, platform.settings.nodes.count);

/** Servers the private network of a project must have room for; the smallest network has room for 253 anyway. */
export const hostsOf = (project: string, seed: Pick<SeedRecord, 'sampleServers'>): number =>
  project === SAMPLE_PROJECT ? Math.ceil(seed.sampleServers * 1.5) : 0;

/** Limits of a project: the default, and for the sample project that much beside its servers. */
export function limitsOf(project: string, seed: Pick<SeedRecord, 'sampleServers'>): Amounts {
  if (project !== SAMPLE_PROJECT) return DEFAULT_LIMITS;
  const { vcpus, ram, disk, servers } = sampleDemand(seed.sampleServers);
  return addAmounts(DEFAULT_LIMITS, { instances: servers, cores: vcpus, ram, volumes: servers, gigabytes: disk });
}
