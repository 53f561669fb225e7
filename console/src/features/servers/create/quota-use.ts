import type { Flavor } from '@gantry/contract/nouns/flavors/entity';
import { leastVolumeOf, type ImageDisk } from '@gantry/contract/nouns/images/media';
import type { Quota } from '@gantry/contract/nouns/quotas/calls';
import { SERVER_QUOTA } from '@gantry/contract/nouns/servers/quota';
import { VOLUME_QUOTA } from '@gantry/contract/nouns/volumes/quota';
import { takenBy } from '@gantry/contract/wire/taken';
import { quotaAfter, type QuotaUse } from '../../../parts/quotas/quota-use.ts';

/** A volume that is made beside the boot volume. */
interface MadeVolume {
  gib: number;
  /** Name of its storage policy; undefined where it is not known. */
  policy?: string | undefined;
}

/** What is about to be created, as far as the quota counts it. */
export interface Creation {
  flavor: Pick<Flavor, 'vcpus' | 'ram' | 'disk'> | undefined;
  image: ImageDisk | undefined;
  /** What the boot volume is made of instead. */
  snapshot?: { size: number } | undefined;
  /** GiB asked for the boot volume. */
  volumeGib: number | undefined;
  /** Name of its storage policy; undefined where it is not known. */
  policy?: string | undefined;
  /** It boots from a volume that exists already. */
  fromVolume?: boolean;
  /** It boots from its flavor's own disk on the node, where that has one. */
  ownDisk?: boolean;
  further?: readonly MadeVolume[];
  /** How many alike; one where absent. */
  count?: number;
}

/** GiB of the boot volume that is made: what is asked for, else the snapshot's size, or the larger of the flavor's disk and what the image needs. */
export const bootVolumeGib = (creation: Creation): number => {
  const { flavor, image, snapshot, volumeGib } = creation;
  if (!makesBootVolume(creation)) return 0;
  return volumeGib ?? snapshot?.size ?? Math.max(flavor?.disk ?? 0, image ? leastVolumeOf(image) : 0, flavor ? 1 : 0);
};

/** A flavor without a disk needs a volume wherever it runs. */
const makesBootVolume = ({ fromVolume = false, ownDisk = false, flavor }: Creation): boolean =>
  !fromVolume && !(ownDisk && flavor?.disk !== 0);

/** The volumes that are made, the boot volume first. */
const madeBy = (creation: Creation): readonly MadeVolume[] => {
  const { policy, further = [] } = creation;
  return [...(!makesBootVolume(creation) ? [] : [{ gib: bootVolumeGib(creation), policy }]), ...further];
};

/** Whether a volume is made, of a storage policy where one is named. */
export const takesOf = (creation: Creation, policy: string | undefined): boolean =>
  madeBy(creation).some((made) => policy === undefined || made.policy === policy);

/** What the project will use of its quota once this is created. */
export function usesAfter(quota: Quota, creation: Creation): QuotaUse[] {
  const { flavor, count = 1 } = creation;
  const made = madeBy(creation);
  const alike = Array.from({ length: count });
  const policies = new Map<string, number>();
  for (const { policy, gib } of made) if (policy !== undefined) policies.set(policy, (policies.get(policy) ?? 0) + count * gib);
  return quotaAfter(quota, {
    amounts: {
      ...takenBy(
        SERVER_QUOTA,
        alike.map(() => ({ flavor })),
      ),
      ...takenBy(
        VOLUME_QUOTA,
        alike.flatMap(() => made.map(({ gib: size }) => ({ size }))),
      ),
    },
    policies,
  });
}
