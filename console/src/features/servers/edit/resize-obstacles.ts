import type { Flavor } from '@gantry/contract/nouns/flavors/entity';
import type { Server } from '@gantry/contract/nouns/servers/entity';

/** Why a server cannot get a flavor, as the server would say it at the field. */
export type ResizeObstacle =
  | { code: 'flavor_same' }
  | { code: 'flavor_disk_smaller'; params: { disk: number } }
  | { code: 'flavor_beyond_live'; params: { vcpus: number; ram: number } };

/**
 * What stands against a flavor. A disk does not shrink; one that boots from a volume of its own has none of the flavor.
 * @param live as it runs: only up to what it was started with room for.
 */
export function resizeObstacle(
  flavor: Pick<Flavor, 'id' | 'vcpus' | 'ram' | 'disk'>,
  { flavor: now, image, max_vcpu: vcpus, max_mem: ram }: Pick<Server, 'flavor' | 'image' | 'max_vcpu' | 'max_mem'>,
  live: boolean,
): ResizeObstacle | undefined {
  if (flavor.id === now.id) return { code: 'flavor_same' };
  if (image !== null && flavor.disk < now.disk) return { code: 'flavor_disk_smaller', params: { disk: now.disk } };
  if (live && vcpus !== null && ram !== null && (flavor.vcpus > vcpus || flavor.ram > ram))
    return { code: 'flavor_beyond_live', params: { vcpus, ram } };
  return undefined;
}
