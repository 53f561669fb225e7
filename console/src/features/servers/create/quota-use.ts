import type { Flavor } from '@gantry/contract/nouns/flavors/entity';
import type { Image } from '@gantry/contract/nouns/images/entity';
import type { Quota } from '@gantry/contract/nouns/quotas/calls';

export interface QuotaUse {
  resource: keyof Quota;
  /** With what is about to be created. */
  used: number;
  /** -1: no limit. */
  limit: number;
  over: boolean;
}

interface Creation {
  flavor: Pick<Flavor, 'vcpus' | 'ram' | 'disk'> | undefined;
  image: Pick<Image, 'min_disk'> | undefined;
  /** GiB asked for the boot volume. */
  volumeGib: number | undefined;
}

/** GiB of the boot volume: what is asked for, else the flavor's disk, else what the image needs. */
export const bootVolumeGib = ({ flavor, image, volumeGib }: Creation): number =>
  volumeGib ?? Math.max(flavor?.disk ?? 0, image?.min_disk ?? 0, flavor || image ? 1 : 0);

/** What the project will use when one more server like this exists. */
export function quotaAfter(quota: Quota, creation: Creation): QuotaUse[] {
  const added: Readonly<Record<keyof Quota, number>> = {
    instances: 1,
    cores: creation.flavor?.vcpus ?? 0,
    ram: creation.flavor?.ram ?? 0,
    volumes: 1,
    gigabytes: bootVolumeGib(creation),
  };
  return (Object.keys(added) as (keyof Quota)[]).map((resource) => {
    const { limit, used } = quota[resource];
    const after = (used ?? 0) + added[resource];
    return { resource, used: after, limit, over: limit >= 0 && after > limit };
  });
}
