import type { Cloud } from './cloud.ts';
import { answerTo, idOf, type Json } from './recorded.ts';

type Entry = Json & { limit: number };

/** What the recorded project may have. */
const QUOTA = answerTo<{ quota_set: Record<string, unknown> & Record<'instances' | 'cores' | 'ram', Entry> }>(
  'GET',
  /^\/compute.*os-quota-sets/,
).quota_set;

export const CORES_LIMIT = QUOTA.cores.limit;

/** Most servers of a project, as the recorded quota says; the one that was recorded with 0 keeps it. */
export const instancesLimit = (projectId: string): number => (projectId === idOf('acme-dev') ? 0 : QUOTA.instances.limit);

/** Servers of a project, their vCPUs and MiB. */
export function usedBy({ servers }: Cloud, projectId: string): { instances: number; cores: number; ram: number } {
  const used = { instances: 0, cores: 0, ram: 0 };
  for (const server of servers) {
    if (server.projectId !== projectId || server.status === 'DELETED') continue;
    used.instances += 1;
    used.cores += server.flavor.vcpus;
    used.ram += server.flavor.ram;
  }
  return used;
}

/** As `/os-quota-sets/{id}/detail` tells it. */
export function quotaOf(cloud: Cloud, projectId: string): Json {
  const used = usedBy(cloud, projectId);
  return {
    ...QUOTA,
    id: projectId,
    instances: { ...QUOTA.instances, in_use: used.instances, limit: instancesLimit(projectId) },
    cores: { ...QUOTA.cores, in_use: used.cores },
    ram: { ...QUOTA.ram, in_use: used.ram },
  };
}
