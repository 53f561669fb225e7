/** What another flavor of a server has to keep to. */
import type { Flavor } from '../flavors/entity.ts';
import type { Server } from './entity.ts';

/** Why a server cannot get a flavor: a code of `fields` at `flavor_id`. Sizes of disks in GiB, of memory in MiB. */
type ResizeProblem =
  | { code: 'flavor_same' }
  | { code: 'flavor_disk_smaller'; params: { disk: number } }
  | { code: 'flavor_beyond_live'; params: { vcpus: number; ram: number } };

/** What is known of a server whose flavor is to change. */
type Resized = Pick<Server, 'max_vcpu' | 'max_mem'> & { flavor: Pick<Server['flavor'], 'id' | 'disk'>; image: object | null };

/**
 * What stands against a flavor. A disk does not shrink; a server that boots from a volume without an image has no disk of the flavor.
 * @param live as it runs: only up to what it was started with room for.
 */
export function resizeProblem(
  flavor: Pick<Flavor, 'id' | 'vcpus' | 'ram' | 'disk'>,
  { flavor: now, image, max_vcpu: vcpus, max_mem: ram }: Resized,
  live: boolean,
): ResizeProblem | undefined {
  if (flavor.id === now.id) return { code: 'flavor_same' };
  if (image !== null && flavor.disk < now.disk) return { code: 'flavor_disk_smaller', params: { disk: now.disk } };
  if (live && vcpus !== null && ram !== null && (flavor.vcpus > vcpus || flavor.ram > ram))
    return { code: 'flavor_beyond_live', params: { vcpus, ram } };
  return undefined;
}
