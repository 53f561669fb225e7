import type { Flavor } from '@gantry/contract/nouns/flavors/entity';
import type { Image } from '@gantry/contract/nouns/images/entity';
import type { Quota } from '@gantry/contract/nouns/quotas/calls';

/** What a new server takes of a quota. */
export type Counted = Exclude<keyof Quota, 'snapshots'>;

export interface QuotaUse {
  resource: Counted;
  /** With what is about to be created. */
  used: number;
  /** -1: no limit. */
  limit: number;
  over: boolean;
}

/** What is about to be created, as far as the quota counts it. */
export interface Creation {
  flavor: Pick<Flavor, 'vcpus' | 'ram' | 'disk'> | undefined;
  image: Pick<Image, 'min_disk'> | undefined;
  /** What the boot volume is made of instead. */
  snapshot?: { size: number } | undefined;
  /** GiB asked for the boot volume. */
  volumeGib: number | undefined;
  /** It boots from a volume that exists already. */
  fromVolume?: boolean;
  /** GiB of the new volumes beside the boot volume. */
  further?: readonly number[];
  /** How many alike; one where absent. */
  count?: number;
}

/** GiB of the boot volume that is made: what is asked for, else the snapshot's size, or the larger of the flavor's disk and what the image needs. */
export const bootVolumeGib = ({ flavor, image, snapshot, volumeGib, fromVolume = false }: Creation): number =>
  fromVolume ? 0 : (volumeGib ?? snapshot?.size ?? Math.max(flavor?.disk ?? 0, image?.min_disk ?? 0, flavor || image ? 1 : 0));

/** What the project will use once this is created. */
export function quotaAfter(quota: Quota, creation: Creation): QuotaUse[] {
  const { flavor, further = [], fromVolume = false, count = 1 } = creation;
  const each: Readonly<Record<Counted, number>> = {
    instances: 1,
    cores: flavor?.vcpus ?? 0,
    ram: flavor?.ram ?? 0,
    volumes: Number(!fromVolume) + further.length,
    gigabytes: bootVolumeGib(creation) + further.reduce((sum, size) => sum + size, 0),
  };
  return (Object.keys(each) as Counted[]).map((resource) => {
    const { limit, used } = quota[resource];
    const after = (used ?? 0) + count * each[resource];
    return { resource, used: after, limit, over: limit >= 0 && after > limit };
  });
}
