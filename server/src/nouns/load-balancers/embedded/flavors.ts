/** The ways in which the platform builds load balancers: two, which are always there. */
import type { Topology } from '@gantry/contract/nouns/load-balancers/availability';
import { idOf } from '../../../engines/embedded/platform/ids.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import { ensureRows, rowOf } from '../../../engines/embedded/platform/rows.ts';
import type { Documents, Share } from '../../../port/store/rows.ts';

const EVERYONE: Share[] = [{ target: 'public', state: 'accepted' }];
const PROVIDER = 'embedded';

/** The one that is taken where none is chosen comes first. */
const OFFERED: readonly { name: string; topology: Topology; description: string }[] = [
  { name: 'active-standby', topology: 'ACTIVE_STANDBY', description: 'Two instances on different nodes: one works, the other takes over.' },
  { name: 'single', topology: 'SINGLE', description: 'One instance.' },
];

export const flavorIdOf = (platform: Pick<Platform, 'id'>, topology: Topology): string =>
  idOf(platform.id, 'load_balancer_flavor', OFFERED.find((one) => one.topology === topology)!.name);

/** Puts those that are not there: a new platform has none, nor has one that an older version began. */
export async function ensureFlavors(platform: Platform): Promise<void> {
  const profiles = OFFERED.map(({ name, topology }): Documents['load_balancer_flavor_profile'] => ({
    id: idOf(platform.id, 'load_balancer_flavor_profile', name),
    name,
    provider_name: PROVIDER,
    flavor_data: { loadbalancer_topology: topology, compute_flavor: null },
  }));
  const flavors = OFFERED.map(({ name, topology, description }, index): Documents['load_balancer_flavor'] => ({
    id: flavorIdOf(platform, topology),
    name,
    description,
    enabled: true,
    flavor_profile_id: profiles[index]!.id,
    flavor_data: null,
  }));
  const shares = { shares: EVERYONE };
  await ensureRows(
    platform,
    'load_balancer_flavor_profile',
    profiles.map((one) => rowOf(platform, 'load_balancer_flavor_profile', one, shares)),
  );
  await ensureRows(
    platform,
    'load_balancer_flavor',
    flavors.map((one) => rowOf(platform, 'load_balancer_flavor', one, shares)),
  );
}
