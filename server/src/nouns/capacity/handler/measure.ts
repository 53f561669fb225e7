/** What is used right now, of what there may be. */
import { CLUSTERS_MAX, type QuotaCapacity } from '@gantry/contract/nouns/capacity/entity';
import { projectKind } from '@gantry/contract/nouns/projects/entity';
import { serverKind } from '@gantry/contract/nouns/servers/entity';
import { storageClusterKind, type StorageCluster } from '@gantry/contract/nouns/storage-clusters/entity';
import { volumeSnapshotKind } from '@gantry/contract/nouns/volume-snapshots/entity';
import { volumeKind } from '@gantry/contract/nouns/volumes/entity';
import type { Kind } from '@gantry/contract/wire/kind';
import { entitiesOf } from '../../../calls/entity.ts';
import type { Platform } from '../../../calls/port.ts';
import type { OwnerSum } from '../../../port/store/reader.ts';
import type { Store } from '../../../port/store/store.ts';
import { EVERYTHING } from '../../../store/visibility/visibility.ts';
import { nodesStat } from '../../compute-cluster/handler/nodes-stat.ts';

/** What is looked at. */
export interface Measured {
  store: Pick<Store, 'read'>;
  platform: Pick<Platform, 'figures'>;
}

/** Of one thing that fills up. */
export interface Filling {
  used: number;
  limit: number;
}

/** What servers were promised of the nodes: cores, and bytes of memory; undefined where there is no node. */
export async function measureCompute(deps: Measured): Promise<Record<'vcpus' | 'ram', Filling> | undefined> {
  const { nodes, compute } = await nodesStat(EVERYTHING, deps);
  if (!compute || !nodes?.count) return undefined;
  return {
    vcpus: { used: compute.vcpus - compute.vcpus_free, limit: compute.vcpus },
    ram: { used: compute.vm_mem_reserved, limit: compute.vm_mem_capacity },
  };
}

/** Storage clusters with their tiers. */
export async function measureStorage({ store: { read }, platform }: Measured): Promise<StorageCluster[]> {
  const request = { kind: storageClusterKind, visibility: EVERYTHING, filters: {}, sort: { key: 'name', descending: false } };
  const { rows } = await read.list({ ...request, limit: CLUSTERS_MAX });
  return (await entitiesOf(storageClusterKind, rows, read, EVERYTHING, platform.figures)) as StorageCluster[];
}

/** Projects of which figures are kept: the first ones by name. */
const PROJECTS_MAX = 5_000;
const PAGE = 500;
/** More than there are projects. */
const EVERY = 1_000_000;

/** What each project uses of its quota, some hundred projects at a time. */
export async function* measureProjects({
  read,
}: Pick<Store, 'read'>): AsyncGenerator<{ id: string; used: Record<QuotaCapacity, number> }[]> {
  const sums = async (kind: Kind, by: string): Promise<Map<string, OwnerSum>> =>
    new Map((await read.largest({ kind, by, limit: EVERY })).map((sum) => [sum.projectId, sum]));
  const cores = await sums(serverKind, 'vcpus');
  const ram = await sums(serverKind, 'ram');
  const volumes = await sums(volumeKind, 'size');
  const snapshots = await sums(volumeSnapshotKind, 'size');
  const amount = (of: ReadonlyMap<string, OwnerSum>, id: string): number => of.get(id)?.amount ?? 0;
  let marker: string | undefined;
  let count = 0;
  do {
    const request = { kind: projectKind, visibility: EVERYTHING, filters: {}, sort: { key: 'name', descending: false } };
    const page = await read.list({ ...request, limit: PAGE, marker });
    yield page.rows.map(({ id }) => ({
      id,
      used: {
        instances: cores.get(id)?.count ?? 0,
        cores: amount(cores, id),
        ram: amount(ram, id),
        volumes: volumes.get(id)?.count ?? 0,
        gigabytes: amount(volumes, id) + amount(snapshots, id),
      },
    }));
    count += page.rows.length;
    marker = page.marker ?? undefined;
  } while (marker !== undefined && count < PROJECTS_MAX);
}
