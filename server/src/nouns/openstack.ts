import { domains } from './domains/openstack/index.ts';
import { flavors } from './flavors/openstack/index.ts';
import { floatingIps } from './floating-ips/openstack/index.ts';
import { groups } from './groups/openstack/index.ts';
import { images } from './images/openstack/index.ts';
import { keyPairs } from './key-pairs/openstack.ts';
import { loadBalancerFlavorProfiles, loadBalancerFlavors } from './load-balancer-flavors/openstack.ts';
import { loadBalancerPools } from './load-balancer-pools/openstack/index.ts';
import { loadBalancers } from './load-balancers/openstack/index.ts';
import { networks } from './networks/openstack/index.ts';
import { nodes } from './nodes/openstack/index.ts';
import type { CloudNoun } from '../engines/openstack/noun.ts';
import { projects } from './projects/openstack/index.ts';
import { quotas } from './quotas/openstack/index.ts';
import { routers } from './routers/openstack/index.ts';
import { securityGroups } from './security-groups/openstack/index.ts';
import { servers } from './servers/openstack/index.ts';
import { storagePolicies } from './storage-policies/openstack/index.ts';
import { traits } from './traits/openstack/index.ts';
import { users } from './users/openstack/index.ts';
import { volumeSnapshots } from './volume-snapshots/openstack/index.ts';
import { volumes } from './volumes/openstack/index.ts';
import { vpnNouns } from './vpn-connections/openstack/index.ts';

/** The nouns of the engine. */
export const NOUNS: readonly CloudNoun[] = [
  projects,
  domains,
  flavors,
  images,
  networks,
  securityGroups,
  routers,
  floatingIps,
  loadBalancerFlavors,
  loadBalancerFlavorProfiles,
  loadBalancers,
  loadBalancerPools,
  volumes,
  volumeSnapshots,
  storagePolicies,
  servers,
  traits,
  nodes,
  users,
  groups,
  keyPairs,
  quotas,
  ...vpnNouns,
];
