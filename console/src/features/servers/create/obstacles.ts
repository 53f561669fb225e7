import type { Flavor } from '@gantry/contract/nouns/flavors/entity';
import type { Image } from '@gantry/contract/nouns/images/entity';
import { leastVolumeOf, type ImageDisk } from '@gantry/contract/nouns/images/media';
import { memoryProblem } from '@gantry/contract/nouns/images/rules';
import { bootDiskProblem } from '@gantry/contract/nouns/servers/boot-disk';
import { isSnapshotBootable, type SnapshotState } from '@gantry/contract/nouns/volume-snapshots/rules';
import type { Quota } from '@gantry/contract/nouns/quotas/calls';
import type { QuotaResource } from '@gantry/contract/wire/quotas';
import { fromGib, fromMib } from '../../../ui/show/format-size.ts';
import type { DraftVolume } from './draft.ts';
import type { QuotaUse } from '../../../parts/quotas/quota-use.ts';
import { takesOf, usesAfter, type Creation } from './quota-use.ts';

/** What stands against a choice, as a key of the texts with the size it needs in bytes, or the quota it would exceed. */
export type Obstacle =
  | { code: 'too-little-ram' | 'too-little-disk'; bytes: number }
  | { code: 'over-quota'; resource: QuotaResource; policy?: string }
  | { code: 'volume-not-available' | 'snapshot-not-available'; status: string }
  | { code: 'volume-not-bootable' | 'snapshot-not-bootable' }
  | undefined;

/** A volume can be had while nobody has it, and be booted from where something bootable is on it. */
export function bootVolumeObstacle({ status, bootable }: { status: string; bootable: boolean }): Obstacle {
  if (status !== 'available') return { code: 'volume-not-available', status };
  return bootable ? undefined : { code: 'volume-not-bootable' };
}

/** A snapshot has to be complete, and of a volume that can be booted from. */
export function bootSnapshotObstacle(snapshot: SnapshotState): Obstacle {
  const verdict = isSnapshotBootable(snapshot);
  if (verdict === true) return undefined;
  const isReady = verdict.code === 'snapshot_not_bootable';
  return isReady ? { code: 'snapshot-not-bootable' } : { code: 'snapshot-not-available', status: snapshot.status };
}

/**
 * A flavor has to hold the image.
 * @param volumeGib size asked for the boot volume; where there is one the flavor's own disk does not count.
 */
export function flavorObstacle(
  flavor: Pick<Flavor, 'ram' | 'disk'>,
  image: (Pick<Image, 'min_ram' | 'disk_format'> & ImageDisk) | undefined,
  volumeGib: number | undefined,
): Obstacle {
  if (!image) return undefined;
  if (memoryProblem(flavor, image)) return { code: 'too-little-ram', bytes: fromMib(image.min_ram) };
  const isTooSmall = bootDiskProblem(image, flavor, { volume_size: volumeGib })?.field === 'flavor_id';
  return isTooSmall ? { code: 'too-little-disk', bytes: fromGib(leastVolumeOf(image)) } : undefined;
}

/** A boot volume has to hold its image. */
export function sizeObstacle(volumeGib: number | undefined, image: ImageDisk | undefined): Obstacle {
  return tooSmall(volumeGib, image && leastVolumeOf(image));
}

function tooSmall(gib: number | undefined, least: number | undefined): Obstacle {
  if (gib === undefined || least === undefined || gib >= least) return undefined;
  return { code: 'too-little-disk', bytes: fromGib(least) };
}

/** What a medium installs has to fit on the disk that came with it. */
export function mediumObstacle(volumes: readonly DraftVolume[], image: Pick<Image, 'min_disk'> | undefined): Obstacle {
  const disk = volumes.find(({ installs }) => installs);
  return disk && tooSmall(disk.size ?? 0, image?.min_disk);
}

/** The first part of a quota that does not suffice for what is about to be created. */
function overIn(quota: Quota | undefined, creation: Creation, counts: (use: QuotaUse) => boolean): Obstacle {
  const use = quota && usesAfter(quota, creation).find((one) => one.over && counts(one));
  return use && { code: 'over-quota', resource: use.resource, ...(use.policy !== undefined && { policy: use.policy }) };
}

/** What volumes decide of the quota, what a flavor does, and what the servers themselves do. */
const OF_VOLUMES: ReadonlySet<QuotaResource> = new Set(['volumes', 'gigabytes']);
const OF_FLAVOR: ReadonlySet<QuotaResource> = new Set(['cores', 'ram']);
const OF_SERVERS: ReadonlySet<QuotaResource> = new Set(['instances', ...OF_FLAVOR]);

/** The volumes that are made have to fit into what is left of the quota, all together and of their storage policies. */
export const storageObstacle = (quota: Quota | undefined, creation: Creation): Obstacle =>
  overIn(quota, creation, ({ resource, policy }) => OF_VOLUMES.has(resource) && takesOf(creation, policy));

/** A flavor has to fit into what is left of the quota, as often as servers are asked for. */
export const quotaObstacle = (flavor: Creation['flavor'], quota: Quota | undefined, creation: Creation): Obstacle =>
  overIn(quota, { ...creation, flavor }, ({ resource }) => OF_FLAVOR.has(resource));

/** The same of the servers that are asked for, their number included. */
export const serversObstacle = (quota: Quota | undefined, creation: Creation): Obstacle =>
  overIn(quota, creation, ({ resource }) => OF_SERVERS.has(resource));
