import type { ComputeStat } from '@gantry/contract/nouns/compute-cluster/stat';
import type { EngineState } from '@gantry/contract/nouns/platform/engine-state';
import type { StorageCluster } from '@gantry/contract/nouns/storage-clusters/entity';
import { expect, it } from 'vitest';
import { problemsOf } from '../../../src/features/monitoring/attention.ts';
import { overcommitOf } from '../../../src/features/monitoring/overcommit.ts';

const stat: ComputeStat = {
  servers: { count: 9, running: 9, stopped: 0, error: 0, in_progress: 0 },
  nodes: { count: 4, healthy: 4, maintenance: 0, offline: 0 },
  physical: { cpu_cores: 34, mem_total: 80 },
  reserved: { cpus: 2, memory: 16 },
  compute: {
    vcpus: 128,
    vcpus_free: 64,
    cpu_usage: 10,
    vm_mem_capacity: 64,
    vm_mem_reserved: 8,
    vm_mem_free: 56,
    vm_mem_usage: 4,
  },
};
const space = (used: number) => ({ total: 100, used, free: 100 - used });
const storage: StorageCluster = {
  id: 'cluster-1',
  name: 'storage',
  status: 'healthy',
  tiers: [{ id: 0, ...space(79) }],
  active_cses: 4,
  active_nodes: 4,
  active_racks: 1,
  active_rows: 1,
  active_rooms: 1,
  license: { capacity: null },
  chunks: { healthy: 9, degraded: 0, urgent: 0, blocked: 0, offline: 0, replicating: 0 },
  repl: { norm: 2, limit: 1 },
  logic_space: space(10),
  space_per_service: [],
  mds: { total: 3, failed: 0 },
  cs: { total: 4, failed: 0 },
  revision: 1,
};
const engine: EngineState = {
  id: 'cloud',
  type: 'openstack',
  mirrors: true,
  reachable: true,
  as_of: '2026-01-01T00:00:00.000Z',
  down_since: null,
  services: [{ name: 'compute', problem: null, down_since: null, answered_at: '2026-01-01T00:00:00.000Z' }],
  doubts: [],
};
const well = { stat, cluster: { status: 'active' }, storage, engines: [engine], failed: 0 };

it('the cloud has no problems to name where all is in order, or where nothing is known', () => {
  expect(problemsOf(well)).toEqual([]);
  expect(problemsOf({})).toEqual([]);
});

it('the problems of the cloud are named errors first, each with the list that shows it', () => {
  const ill = {
    ...well,
    stat: {
      ...stat,
      servers: { ...stat.servers, error: 2 },
      nodes: { count: 4, healthy: 1, maintenance: 1, offline: 1 },
      compute: { ...stat.compute!, vcpus_free: 12, vm_mem_reserved: 57 },
    },
    storage: {
      ...storage,
      status: 'degraded',
      mds: { total: 3, failed: 1 },
      cs: { total: 4, failed: 1 },
      tiers: [
        { id: 0, ...space(80) },
        { id: 1, ...space(90) },
      ],
    },
    engines: [
      {
        ...engine,
        reachable: false,
        services: [
          { name: 'compute', problem: 'silent' as const, down_since: null, answered_at: null },
          { name: 'image', problem: 'failing' as const, down_since: null, answered_at: null },
          { name: 'volume', problem: 'missing' as const, down_since: null, answered_at: null },
        ],
      },
    ],
    failed: 3,
  };
  expect(problemsOf(ill).map(({ what, tone, count, name, to }) => [what, tone, count ?? name, to?.to, to?.search])).toEqual([
    ['engine', 'error', 'cloud', undefined, undefined],
    ['service', 'error', 'cloud: compute', undefined, undefined],
    ['offline', 'error', 1, '/compute/nodes', { state: 'in:offline' }],
    ['tier', 'error', 90, '/compute/storage-policies', undefined],
    ['service', 'warning', 'cloud: image', undefined, undefined],
    ['unwell', 'warning', 1, '/compute/nodes', { state: 'in:critical,warning,disabled,recovering,recovery failed' }],
    ['vcpus', 'warning', 90, '/compute/nodes', { sort: 'vcpus_share:desc' }],
    ['servers', 'warning', 2, '/compute/instances', { status: 'in:ERROR,UNKNOWN' }],
    ['storage', 'warning', 'degraded', undefined, undefined],
    ['mds', 'warning', 2, undefined, undefined],
    ['cs', 'warning', 1, undefined, undefined],
    ['tier', 'warning', 80, '/compute/storage-policies', undefined],
    ['tasks', 'warning', 3, '/tasks', { state: 'in:failed', since: 'in:24h' }],
  ]);
});

it('the overcommitment tells how many times over cores and memory are promised of what servers may have', () => {
  expect(overcommitOf(stat)).toEqual({ cpu: 4, memory: 1 });
  expect(overcommitOf({ ...stat, compute: null })).toBeUndefined();
});
