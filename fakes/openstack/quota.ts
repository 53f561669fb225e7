import type { Cloud } from './cloud.ts';
import { answerTo, idOf, type Json } from './recorded.ts';

type Entry = Json & { limit: number };

/** What the recorded project may have. */
const QUOTA = answerTo<{ quota_set: Record<string, unknown> & Record<'instances' | 'cores' | 'ram', Entry> }>(
  'GET',
  /^\/compute.*os-quota-sets/,
).quota_set;

/** Most servers and vCPUs of a project: what was set, or as the recorded quota says; the one that was recorded with 0 servers keeps it. */
export function limitOf({ limits }: Cloud, projectId: string, resource: 'instances' | 'cores'): number {
  const recorded = resource === 'instances' && projectId === idOf('acme-dev') ? 0 : QUOTA[resource].limit;
  return limits.of('compute', projectId)[resource] ?? recorded;
}

/** Whether somebody would have more than a limit: -1 is none. */
export const exceeds = (wanted: number, limit: number): boolean => limit >= 0 && wanted > limit;

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
  const entries = cloud.limits.within('compute', projectId, QUOTA as Readonly<Record<string, object>>);
  return {
    ...entries,
    id: projectId,
    instances: { ...entries['instances'], in_use: used.instances, limit: limitOf(cloud, projectId, 'instances') },
    cores: { ...entries['cores'], in_use: used.cores },
    ram: { ...entries['ram'], in_use: used.ram },
  };
}
