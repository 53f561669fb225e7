import { z } from 'zod';
import { system, tenant } from '../../access/roles.ts';
import { defineCall } from '../../wire/call.ts';
import { id } from '../../wire/values.ts';
import { computeCapacity, projectCapacity, storageCapacity } from './entity.ts';

const reads = { method: 'GET', source: 'choice.uncovered-calls' } as const;

export const capacityCalls = {
  compute: defineCall({
    ...reads,
    id: 'capacity.compute',
    side: 'administration',
    path: '/api/v2/compute/cluster/capacity',
    summary: 'What of the compute cluster was promised in the last 30 days, by the hour, with the trend and when it is full',
    permission: system('compute_cluster'),
    answer: computeCapacity,
    does: { by: 'handle' },
  }),
  storage: defineCall({
    ...reads,
    id: 'capacity.storage',
    side: 'administration',
    path: '/api/v2/overview/capacity',
    summary: 'What of each storage tier was used in the last 30 days, by the hour, with the trend and when it is full',
    permission: system('clusters_overview'),
    answer: storageCapacity,
    does: { by: 'handle' },
  }),
  project: defineCall({
    ...reads,
    id: 'capacity.project',
    side: 'both',
    path: '/api/v2/compute/quotas/{projectId}/capacity',
    summary: 'What a project used of its quota in the last 30 days, by the hour, with the trend and when it is full',
    permission: tenant('compute_quotas'),
    params: z.object({ projectId: id }),
    answer: projectCapacity,
    does: { by: 'handle', capability: 'quota.read' },
  }),
};
