/** The storage of the platform: one cluster over the disks of all machines, only to be looked at. */
import { redundancyFacts } from '@gantry/contract/nouns/storage-policies/redundancy';
import type { StorageCluster } from '@gantry/contract/nouns/storage-clusters/entity';
import type { FiguresOf } from '../../../port/engine.ts';
import { GIB } from '../../../engines/embedded/platform/documents.ts';
import type { Documents } from '../../../port/store/rows.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import { spaceOf } from '../../../engines/embedded/platform/quotas.ts';
import { ensureRows } from '../../../engines/embedded/platform/rows.ts';
import { rowOf } from '../../../engines/embedded/platform/rows.ts';
import { allPolicies } from '../../../engines/embedded/platform/storage-policies/all.ts';
import { USUAL_KEEPING } from '../../../engines/embedded/platform/storage-policies/catalogue.ts';
import { disksOf } from './disks.ts';

type ClusterDocument = Documents['storage_cluster'];

const ID = 'storage';
/** Copies of all that is stored. */
const REPLICATION = { norm: 2, limit: 1 } as const;
/** Bytes of one part of what is stored. */
const CHUNK = 256 * 1024 ** 2;
const EVERY = 10_000;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const NOTHING = { total: 0, used: 0, free: 0 } as const;

/** Gives the platform the row of its storage cluster. */
export async function giveStorageCluster(platform: Platform): Promise<void> {
  const document: ClusterDocument = {
    id: ID,
    name: 'storage',
    status: 'unknown',
    tiers: [],
    active_cses: 0,
    active_nodes: 0,
    active_racks: 1,
    active_rows: 1,
    active_rooms: 1,
    license: { capacity: null },
    chunks: { healthy: 0, degraded: 0, urgent: 0, blocked: 0, offline: 0, replicating: 0 },
    repl: REPLICATION,
    logic_space: NOTHING,
    space_per_service: [],
    mds: { total: 0, failed: 0 },
    cs: { total: 0, failed: 0 },
  };
  await ensureRows(platform, 'storage_cluster', [rowOf(platform, 'storage_cluster', document)]);
}

/** Gigabytes that the quotas of all projects count, and what they take of the disks as their policies keep them. */
async function gigabytes(platform: Platform): Promise<{ stored: number; taken: number }> {
  const { buckets, store } = platform;
  const redundancies = new Map((await allPolicies(platform)).map(({ name, redundancy }) => [name, redundancy]));
  const quotas = await buckets.quotas.list(store.records, { limit: EVERY });
  const ofPolicies = quotas.flatMap(({ value }) => spaceOf(value));
  const takes = (policy: string) => redundancyFacts(redundancies.get(policy) ?? USUAL_KEEPING.redundancy).takes;
  return {
    stored: sum(ofPolicies.map(({ gib }) => gib)),
    taken: sum(ofPolicies.map(({ policy, gib }) => gib * takes(policy))),
  };
}

/** What the storage is like now. */
async function measured(platform: Platform): Promise<Partial<StorageCluster>> {
  const { up, down } = await disksOf(platform);
  const kept = await gigabytes(platform);
  const [total, stored] = [sum([...up, ...down]), kept.stored * GIB];
  const used = Math.min(total, Math.round(kept.taken * GIB));
  const physical = { total, used, free: total - used };
  // What is still free, if it is kept as usual.
  const free = physical.free / REPLICATION.norm;
  const parts = Math.ceil(stored / CHUNK);
  // Copies lie on machines by turns: of each that is down its share has one copy less.
  const degraded =
    up.length + down.length === 0 ? 0 : Math.min(parts, Math.round((parts * REPLICATION.norm * down.length) / (up.length + down.length)));
  const services = { total: up.length + down.length, failed: down.length };
  return {
    status: down.length === 0 ? 'healthy' : down.length > up.length ? 'unavailable' : 'degraded',
    tiers: [{ id: 0, ...physical }],
    active_cses: up.length,
    active_nodes: up.length,
    chunks: { healthy: parts - degraded, degraded, urgent: 0, blocked: 0, offline: 0, replicating: 0 },
    logic_space: { total: stored + free, used: stored, free },
    space_per_service: [{ service: 'compute', used: stored }],
    mds: { total: Math.min(services.total, 5), failed: Math.min(services.failed, 5) },
    cs: services,
  };
}

export const storageFigures = (platform: Platform): Readonly<Record<string, FiguresOf>> => ({
  storage_cluster: async (entities) => {
    const now = platform.downSince === null ? await measured(platform) : {};
    return entities.map(() => now);
  },
});
