import type { ComputeStat } from '@gantry/contract/nouns/compute-cluster/stat';
import type { EngineState } from '@gantry/contract/nouns/platform/engine-state';
import { SERVICE_PROBLEMS } from '@gantry/contract/nouns/platform/engine-statuses';
import { STATUS_WORDS } from '@gantry/contract/nouns/servers/statuses';
import type { StorageCluster } from '@gantry/contract/nouns/storage-clusters/entity';
import { STORAGE_CLUSTER_STATUSES, storageHealthOf } from '@gantry/contract/nouns/storage-clusters/statuses';
import { COMPUTE_CLUSTER_STATUSES } from '@gantry/contract/nouns/compute-cluster/statuses';
import { statusNames, toneOf } from '@gantry/contract/wire/statuses';

/** What the overview knows; undefined: not known (yet). */
export interface Known {
  stat?: ComputeStat | undefined;
  cluster?: { status: string } | undefined;
  storage?: StorageCluster | undefined;
  engines?: readonly EngineState[] | undefined;
  /** Tasks that have failed of late. */
  failed?: number | undefined;
}

/** Something that is not in order: what, how bad, in which numbers, and the list that shows it. */
export interface Problem {
  what:
    | 'cluster'
    | 'offline'
    | 'unwell'
    | 'storage'
    | 'mds'
    | 'cs'
    | 'tier'
    | 'vcpus'
    | 'memory'
    | 'engine'
    | 'service'
    | 'doubt'
    | 'servers'
    | 'tasks'
    | 'unseen'
    | 'volumes'
    | 'quota';
  tone: 'error' | 'warning';
  /** How many, or how many per cent. */
  count?: number;
  /** Which one, where there are several. */
  name?: string;
  to?: { to: string; search?: Readonly<Record<string, string>> };
}

/** From which share of a tier's space on it warns, and alarms (S3 §E1); promised cores and memory, and quotas, warn from the second one. */
const NEARLY_FULL = 0.8;
export const FULL = 0.9;
/** So many services of metadata should run at least. */
const LEAST_MDS = 3;
/** States of a node that is neither well, nor offline, nor in maintenance. */
const UNWELL = ['critical', 'warning', 'disabled', 'recovering', 'recovery failed'];

/** In whole per cent, rounded down: full is only what is. */
export const percent = (share: number): number => Math.floor(share * 100);
const shareIn = (used: number, whole: number): number => (whole > 0 ? used / whole : 0);
const NODES = '/compute/nodes';

function ofCompute({ stat, cluster }: Known): Problem[] {
  const found: Problem[] = [];
  if (cluster && toneOf(COMPUTE_CLUSTER_STATUSES, cluster.status) === 'error')
    found.push({ what: 'cluster', tone: 'error', name: cluster.status, to: { to: '/compute/cluster' } });
  const { nodes, compute, servers } = stat ?? {};
  if (nodes) {
    const unwell = nodes.count - nodes.healthy - nodes.maintenance - nodes.offline;
    if (nodes.offline > 0)
      found.push({ what: 'offline', tone: 'error', count: nodes.offline, to: { to: NODES, search: { state: 'in:offline' } } });
    if (unwell > 0)
      found.push({ what: 'unwell', tone: 'warning', count: unwell, to: { to: NODES, search: { state: `in:${UNWELL.join(',')}` } } });
  }
  if (compute) {
    const vcpus = shareIn(compute.vcpus - compute.vcpus_free, compute.vcpus);
    const memory = shareIn(compute.vm_mem_reserved, compute.vm_mem_capacity);
    if (vcpus >= FULL)
      found.push({ what: 'vcpus', tone: 'warning', count: percent(vcpus), to: { to: NODES, search: { sort: 'vcpus_share:desc' } } });
    if (memory >= FULL)
      found.push({ what: 'memory', tone: 'warning', count: percent(memory), to: { to: NODES, search: { sort: 'vm_mem_share:desc' } } });
  }
  return [...found, ...ofServers(servers)];
}

/** Virtual machines with an error. */
export const ofServers = (servers: Pick<ComputeStat['servers'], 'error'> | undefined): Problem[] =>
  servers && servers.error > 0
    ? [
        {
          what: 'servers',
          tone: 'warning',
          count: servers.error,
          to: { to: '/compute/instances', search: { status: `in:${statusNames(STATUS_WORDS.errored).join(',')}` } },
        },
      ]
    : [];

function ofStorage({ storage }: Known): Problem[] {
  if (!storage) return [];
  const found: Problem[] = [];
  const health = storageHealthOf(storage.status);
  if (health !== 'healthy')
    found.push({ what: 'storage', tone: STORAGE_CLUSTER_STATUSES[health] === 'error' ? 'error' : 'warning', name: health });
  const running = storage.mds.total - storage.mds.failed;
  if (running < LEAST_MDS) found.push({ what: 'mds', tone: 'warning', count: running });
  if (storage.cs.failed > 0) found.push({ what: 'cs', tone: 'warning', count: storage.cs.failed });
  for (const { id, used, total } of storage.tiers) {
    const share = shareIn(used, total);
    if (share >= NEARLY_FULL)
      found.push({
        what: 'tier',
        tone: share >= FULL ? 'error' : 'warning',
        name: String(id),
        count: percent(share),
        to: { to: '/compute/storage-policies' },
      });
  }
  return found;
}

/** What of one engine is not in order. */
export const ofEngine = ({ id, reachable, services, doubts }: EngineState): Problem[] => [
  ...(reachable ? [] : [{ what: 'engine', tone: 'error', name: id } as const]),
  ...services.flatMap(({ name, problem }): Problem[] =>
    // A cloud may do without a service.
    problem === null || problem === 'missing' ? [] : [{ what: 'service', tone: SERVICE_PROBLEMS[problem], name: `${id}: ${name}` }],
  ),
  ...(doubts.length > 0 ? [{ what: 'doubt', tone: 'warning', name: id } as const] : []),
];

/** The same, what alarms before what warns. */
export const worstFirst = (all: readonly Problem[]): Problem[] => [
  ...all.filter(({ tone }) => tone === 'error'),
  ...all.filter(({ tone }) => tone === 'warning'),
];

/** Everything that is not in order, the worst first. */
export function problemsOf(known: Known): Problem[] {
  const { engines = [], failed = 0 } = known;
  const tasks: Problem[] =
    failed > 0
      ? [{ what: 'tasks', tone: 'warning', count: failed, to: { to: '/tasks', search: { state: 'in:failed', since: 'in:24h' } } }]
      : [];
  const all = [...engines.flatMap(ofEngine), ...ofCompute(known), ...ofStorage(known), ...tasks];
  return worstFirst(all);
}
