import type { Document, RowInput } from '../../../store/port.ts';
import { isOutage } from '../client/errors.ts';
import { getHypervisor, listHypervisors, type NovaHypervisor } from '../client/nova.ts';
import { roomsOf, type Room, type Rooms } from '../client/placement.ts';
import { listedStrategy } from './listed.ts';
import type { MirrorContext, Strategy } from './strategy.ts';

const MIB = 1024 ** 2;
const GIB = 1024 ** 3;

/** The states of compute nodes (S0 §4), as far as the compute service knows them. */
const stateOf = (node: NovaHypervisor): string => {
  if (node.state !== 'up') return 'offline';
  return node.status === 'enabled' ? 'healthy' : 'disabled';
};

/** Figures of the compute service, which knows of no overcommit, but where the placement service has its own. */
function figuresOf(node: NovaHypervisor, rooms: Rooms = {}): Document {
  const of = (room: Room | undefined, capacity: number, used: number): Room => room ?? { capacity, used };
  const cores = of(rooms.VCPU, node.vcpus, node.vcpus_used);
  const memory = of(rooms.MEMORY_MB, node.memory_mb, node.memory_mb_used);
  const disk = of(rooms.DISK_GB, node.local_gb, node.local_gb - node.free_disk_gb);
  return {
    compute: {
      vcpus: cores.capacity,
      vcpus_free: cores.capacity - cores.used,
      vm_mem_capacity: memory.capacity * MIB,
      vm_mem_reserved: memory.used * MIB,
      vm_mem_free: (memory.capacity - memory.used) * MIB,
      disk_capacity: disk.capacity * GIB,
      disk_free: (disk.capacity - disk.used) * GIB,
    },
  };
}

/** Milliseconds after which a node's room is asked for again although the compute service's figures are the same: its overcommit may change. */
const ASK_AGAIN_MS = 300_000;

/** What was last asked of a node's room: with which figures of the compute service, when, and what was said. */
interface Known {
  figures: string;
  at: number;
  rooms: Rooms | undefined;
}

/**
 * How the figures of nodes are read. The placement service has no listing of them: it is asked for each node whose figures have changed at
 * the compute service, and for each one from time to time. While it does not answer they stay as they were; those of a node that is new are
 * then the compute service's.
 */
function statisticsReader(): (context: MirrorContext, node: NovaHypervisor) => Promise<unknown> {
  const known = new Map<string, Known>();
  return async ({ api, store, engine, log }, node) => {
    const plain = figuresOf(node);
    const figures = JSON.stringify(plain);
    const before = known.get(node.id);
    if (before?.figures === figures && performance.now() - before.at < ASK_AGAIN_MS) return figuresOf(node, before.rooms);
    try {
      const at = performance.now();
      const rooms = await roomsOf(api, node.id);
      known.set(node.id, { figures, at, rooms });
      return figuresOf(node, rooms);
    } catch (error) {
      if (!isOutage(error)) throw error;
      log.debug({ err: error }, 'room on a node not read: it keeps its figures');
      const row = await store.read.get({ engine, kind: 'node', id: node.id });
      return row?.document['statistics'] ?? plain;
    }
  };
}

function rowOf({ engine }: MirrorContext, node: NovaHypervisor, statistics: unknown): RowInput {
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
      host: node.service.host,
      host_ip: node.host_ip ?? null,
      cpu_model: (typeof cpu === 'object' && cpu?.model) || null,
      state: stateOf(node),
      in_maintenance: node.status !== 'enabled',
      hypervisor: { status: node.status, vms: node.running_vms, hypervisor_type: node.hypervisor_type ?? null },
      statistics,
    },
  };
}

/** Compute nodes with what servers have reserved on them. */
export function nodeStrategy(every: number): Strategy {
  const statisticsOf = statisticsReader();
  return listedStrategy({
    kind: 'node',
    service: 'compute',
    also: ['placement'],
    every,
    from: { list: listHypervisors, get: getHypervisor },
    rowOf: async (context, node) => rowOf(context, node, await statisticsOf(context, node)),
  });
}
