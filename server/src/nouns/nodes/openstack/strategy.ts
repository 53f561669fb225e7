import type { Document, RowInput } from '../../../port/store/rows.ts';
import { isUnknown } from '../../../engines/openstack/client/errors.ts';
import { hypervisors, type NovaHypervisor } from './client.ts';
import { offeredBy, reservedOn, type Amounts } from './placement.ts';
import { listedStrategy } from '../../../engines/openstack/mirror/listed.ts';
import { carriedOver } from '../../../engines/openstack/mirror/carried.ts';
import { Hosts } from './hosts.ts';
import { traitsReader } from './traits.ts';
import type { MirrorContext, Strategy } from '../../../engines/openstack/mirror/strategy.ts';

const MIB = 1024 ** 2;
const GIB = 1024 ** 3;

/** The states of compute nodes (S0 §4), as far as the compute service knows them. */
const stateOf = (node: NovaHypervisor): string => {
  if (node.state !== 'up') return 'offline';
  return node.status === 'enabled' ? 'healthy' : 'disabled';
};

/** What a node's servers may reserve and have reserved, where the placement service tells it. */
interface Room {
  offered: Amounts | undefined;
  reserved: Amounts | undefined;
}

/** Figures of the compute service, which knows of no overcommit, but where the placement service has its own. */
function figuresOf(node: NovaHypervisor, { offered, reserved }: Partial<Room> = {}): Document {
  const of = (name: keyof Amounts, capacity: number, used: number) => {
    const most = offered?.[name];
    return most === undefined || reserved === undefined ? { capacity, used } : { capacity: most, used: reserved[name] ?? 0 };
  };
  const cores = of('VCPU', node.vcpus, node.vcpus_used);
  const memory = of('MEMORY_MB', node.memory_mb, node.memory_mb_used);
  const disk = of('DISK_GB', node.local_gb, node.local_gb - node.free_disk_gb);
  return {
    // What the machine keeps for itself is not told; what it uses only Prometheus would know.
    physical: {
      cpu_cores: node.vcpus,
      cpu_usage: null,
      mem_total: node.memory_mb * MIB,
      mem_free: null,
      swap_total: null,
      swap_free: null,
    },
    reserved: { vcpus: 0, memory: 0, cpus: 0 },
    compute: {
      vcpus: cores.capacity,
      vcpus_free: cores.capacity - cores.used,
      cpu_usage: null,
      vm_mem_capacity: memory.capacity * MIB,
      vm_mem_reserved: memory.used * MIB,
      vm_mem_usage: null,
      vm_mem_free: (memory.capacity - memory.used) * MIB,
      disk_capacity: disk.capacity * GIB,
      disk_free: (disk.capacity - disk.used) * GIB,
    },
  };
}

/** Milliseconds after which all is asked of a node again although the compute service says nothing new: its overcommit may change. */
const ASK_AGAIN_MS = 300_000;
/** Nodes that are asked about at the same time, by two requests each, whose answers may all come in one turn: the placement service has no listing of them. */
const CONCURRENT = 4;

/** What was last asked of a node: with which figures of the compute service, what was said, and when what it offers was. */
interface Known {
  figures: string;
  room: Room;
  at: number;
}

/**
 * How the figures of nodes are read. The placement service is asked for what is reserved on a node when its figures at the compute service
 * have changed, and for what the node offers from time to time. Undefined while it does not answer.
 */
function statisticsReader(): (context: MirrorContext, node: NovaHypervisor) => Promise<unknown> {
  /** Oldest first, none older than it is good for: so nodes that are gone are forgotten. */
  const known = new Map<string, Known>();
  const recall = (id: string): Known | undefined => {
    for (const [other, { at }] of known) {
      if (performance.now() - at < ASK_AGAIN_MS) break;
      known.delete(other);
    }
    return known.get(id);
  };
  return async ({ api, log }, node) => {
    const plain = figuresOf(node);
    const figures = JSON.stringify(plain);
    const before = recall(node.id);
    if (before?.figures === figures) return figuresOf(node, before.room);
    try {
      const at = before?.at ?? performance.now();
      const [offered, reserved] = await Promise.all([before ? before.room.offered : offeredBy(api, node.id), reservedOn(api, node.id)]);
      const room = { offered, reserved };
      known.set(node.id, { figures, room, at });
      return figuresOf(node, room);
    } catch (error) {
      if (!isUnknown(error)) throw error;
      log.debug({ err: error }, 'room on a node not read: it keeps its figures');
      return undefined;
    }
  };
}

function rowOf({ engine }: MirrorContext, node: NovaHypervisor, read: { statistics: unknown; traits: readonly string[] }): RowInput {
  const cpu = node.cpu_info;
  return {
    engine,
    kind: 'node',
    id: node.id,
    domainId: null,
    projectId: null,
    userId: null,
    document: {
      id: node.id,
      name: node.service.host,
      host: node.service.host,
      host_ip: node.host_ip ?? null,
      cpu_model: (typeof cpu === 'object' && cpu?.model) || null,
      state: stateOf(node),
      in_maintenance: node.status !== 'enabled',
      fenced_reason: node.state !== 'up' && node.status !== 'enabled' ? (node.service.disabled_reason ?? null) : null,
      services: ['compute'],
      roles: ['compute'],
      custom_params: {},
      hypervisor: { status: node.status, vms: node.running_vms, hypervisor_type: node.hypervisor_type ?? null },
      ...read,
    },
  };
}

/** Compute nodes with what servers have reserved on them, and what they offer. */
export function nodeStrategy(every: number): Strategy {
  const statisticsOf = statisticsReader();
  const traitsOf = traitsReader();
  return listedStrategy({
    kind: 'node',
    service: 'compute',
    also: ['placement'],
    every,
    concurrent: CONCURRENT,
    from: hypervisors,
    observer: (context, want) => {
      const hosts = new Hosts(context, want);
      return (row) => hosts.note(row);
    },
    rowOf: async (context, node) => {
      const [statistics, traits] = await Promise.all([statisticsOf(context, node), traitsOf(context, node.id)]);
      const row = rowOf(context, node, { statistics: statistics ?? figuresOf(node), traits: traits ?? [] });
      if (statistics && traits) return row;
      // While the placement service does not answer they stay as they were; those of a node that is new are then the compute service's.
      const { store, engine } = context;
      const unread = [...(statistics ? [] : ['statistics']), ...(traits ? [] : ['traits'])];
      return carriedOver(row, await store.read.get({ engine, kind: 'node', id: node.id }), unread);
    },
  });
}
