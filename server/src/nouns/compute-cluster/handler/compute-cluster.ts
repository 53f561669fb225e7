import { nouns } from '@gantry/contract';
import { COMPUTE_CLUSTER_ID, computeClusterKind, type ComputeCluster } from '@gantry/contract/nouns/compute-cluster/entity';
import { OS_DISTRIBUTIONS } from '@gantry/contract/nouns/compute-cluster/distributions';
import { CONSUMERS_MAX, type Consumed, type Consumer } from '@gantry/contract/nouns/compute-cluster/consumers';
import type { ComputeClusterStatus } from '@gantry/contract/nouns/compute-cluster/statuses';
import { computeNodeKind } from '@gantry/contract/nouns/nodes/entity';
import { domainKind } from '@gantry/contract/nouns/domains/entity';
import { projectKind } from '@gantry/contract/nouns/projects/entity';
import { volumeKind } from '@gantry/contract/nouns/volumes/entity';
import { serverKind } from '@gantry/contract/nouns/servers/entity';
import { STATUS_WORDS, type StatusWord } from '@gantry/contract/nouns/servers/statuses';
import type { Kind } from '@gantry/contract/wire/kind';
import type { Filter } from '@gantry/contract/wire/query';
import { statusNames } from '@gantry/contract/wire/statuses';
import type { Row, Visibility } from '../../../port/store/rows.ts';
import { EVERYTHING } from '../../../store/visibility/visibility.ts';
import { authorised, type CallRequest } from '../../../calls/call-request.ts';
import { serversOnNodes } from './on-nodes.ts';
import { entitiesOf } from '../../../calls/entity.ts';
import type { CallOptions } from '../../../calls/port.ts';
import { handle, type Handler } from '../../../calls/handler.ts';
import { nodesStat } from './nodes-stat.ts';

const { calls } = nouns.computeCluster;

/** Where no engine keeps a compute cluster: what is said of one that is not there. */
const NONE: Omit<ComputeCluster, 'status'> = {
  id: COMPUTE_CLUSTER_ID,
  task_id: null,
  capabilities: { os_distributions: [], k8saas_versions: [], k8saas_capabilities: [] },
  features: [],
  options: { endpoint_hostname: null },
  available_nodes: null,
  revision: 0,
};

/** What of which kind is summed up. */
const SUMMED: Readonly<Record<Consumed, { kind: Kind; by: string }>> = {
  vcpus: { kind: serverKind, by: 'vcpus' },
  ram: { kind: serverKind, by: 'ram' },
  storage: { kind: volumeKind, by: 'size' },
};

const OFFLINE: Readonly<Record<string, Filter>> = { state: { operator: 'is', values: ['offline'] } };

export function computeClusterHandlers({ store, platform }: Pick<CallOptions, 'store' | 'platform'>): Handler[] {
  const { read: reader } = store;

  async function count(kind: Kind, visibility: Visibility, filters: Readonly<Record<string, Filter>> = {}): Promise<number> {
    const sort = { key: kind.defaultSort.split(':')[0]!, descending: false };
    return (await reader.list({ kind, visibility, filters, sort, limit: 1, withCount: true })).count ?? 0;
  }

  /** How a cluster is that works: with a node that is down it gives warning, with none that is up it is critical. */
  async function working(): Promise<ComputeClusterStatus> {
    const offline = await count(computeNodeKind, EVERYTHING, OFFLINE);
    if (offline === 0) return 'active';
    return offline < (await count(computeNodeKind, EVERYTHING)) ? 'warning' : 'critical';
  }

  /** The same of a cloud that is mirrored: it is there as long as somebody has configured it, and works when it answers. */
  async function mirrored(): Promise<ComputeClusterStatus> {
    const freshness = platform.freshness(computeNodeKind);
    if (!freshness || freshness.services.some(({ problem }) => problem === 'missing')) return 'absent';
    if (!freshness.reachable) return 'critical';
    return (freshness.services ?? []).length > 0 ? 'warning' : working();
  }

  async function cluster(visibility: Visibility): Promise<ComputeCluster> {
    const row = await reader.find(computeClusterKind.name, COMPUTE_CLUSTER_ID, visibility);
    if (!row) {
      const capabilities = { ...NONE.capabilities, os_distributions: [...OS_DISTRIBUTIONS] };
      return { ...NONE, capabilities, status: await mirrored() };
    }
    const [entity] = (await entitiesOf(computeClusterKind, [row], reader, visibility)) as ComputeCluster[];
    return { ...entity!, status: entity!.status === 'active' ? await working() : entity!.status };
  }

  const ofWord = (visibility: Visibility, word: StatusWord): Promise<number> =>
    count(serverKind, visibility, { status: { operator: 'in', values: statusNames(STATUS_WORDS[word]) } });

  /** The projects that have most of something. */
  async function consumersOf(by: Consumed, visibility: Visibility): Promise<Consumer[]> {
    const sums = await reader.largest({ ...SUMMED[by], limit: CONSUMERS_MAX });
    const projectIds = sums.map(({ projectId }) => projectId);
    const projects = await reader.findMany(projectKind.name, projectIds, visibility);
    const domainIds = [...new Set([...projects.values()].flatMap(({ domainId }) => domainId ?? []))];
    const domains = await reader.findMany(domainKind.name, domainIds, visibility);
    const nameOf = (row: Row | undefined): string | null => (row ? String(row.document['name']) : null);
    return sums.map(({ projectId, count, amount }) => {
      const project = projects.get(projectId);
      const domain = domains.get(project?.domainId ?? '');
      return { project_id: projectId, project_name: nameOf(project), domain_name: nameOf(domain), count, amount };
    });
  }

  return [
    handle(calls.read, (request) => cluster(authorised(request as CallRequest).visibility)),
    handle(calls.consumers, async (request) => {
      const { visibility } = authorised(request as CallRequest);
      return { data: await consumersOf(request.query.by, visibility) };
    }),
    handle(calls.servers, async (request) => {
      const { visibility } = authorised(request as CallRequest);
      return { data: await serversOnNodes(request.query.host, visibility, reader) };
    }),
    handle(calls.stat, async (request) => {
      const { visibility } = authorised(request as CallRequest);
      const [all, running, stopped, error, inProgress, rest] = await Promise.all([
        count(serverKind, visibility),
        ofWord(visibility, 'running'),
        ofWord(visibility, 'stopped'),
        ofWord(visibility, 'errored'),
        ofWord(visibility, 'in-progress'),
        nodesStat(visibility, { store, platform }),
      ]);
      return { servers: { count: all, running, stopped, error, in_progress: inProgress }, ...rest };
    }),
  ];
}
