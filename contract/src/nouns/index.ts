/** The nouns of the contract, one line each: an import and a place in the list. */
import { auditLog } from './audit-log/index.ts';
import { computeCluster } from './compute-cluster/index.ts';
import { domainProperties } from './domain-properties/index.ts';
import { domains } from './domains/index.ts';
import { flavors } from './flavors/index.ts';
import { floatingIps } from './floating-ips/index.ts';
import { groups, knownGroups } from './groups/index.ts';
import { images } from './images/index.ts';
import { keyPairs } from './key-pairs/index.ts';
import { loadBalancerFlavorProfiles, loadBalancerFlavors } from './load-balancer-flavors/index.ts';
import { loadBalancerPools } from './load-balancer-pools/index.ts';
import { loadBalancers } from './load-balancers/index.ts';
import { metrics } from './metrics/index.ts';
import { networks } from './networks/index.ts';
import { nodes } from './nodes/index.ts';
import { objectStorage } from './object-storage/index.ts';
import { platform } from './platform/index.ts';
import { computeProjects, projects } from './projects/index.ts';
import { quotas } from './quotas/index.ts';
import { problemReports } from './problem-reports/index.ts';
import { routers } from './routers/index.ts';
import { search } from './search/index.ts';
import { securityGroups } from './security-groups/index.ts';
import { servers } from './servers/index.ts';
import { session } from './session/index.ts';
import { storageClusters } from './storage-clusters/index.ts';
import { storagePolicies } from './storage-policies/index.ts';
import { tasks } from './tasks/index.ts';
import { traits } from './traits/index.ts';
import { knownUsers, users } from './users/index.ts';
import { volumeSnapshots } from './volume-snapshots/index.ts';
import { volumes } from './volumes/index.ts';
import { vpnConnections } from './vpn-connections/index.ts';
import { vpnEndpointGroups } from './vpn-endpoint-groups/index.ts';
import { vpnIkePolicies, vpnIpsecPolicies } from './vpn-policies/index.ts';
import { vpnServices } from './vpn-services/index.ts';

export const nouns = {
  session,
  platform,
  search,
  servers,
  flavors,
  images,
  keyPairs,
  networks,
  securityGroups,
  routers,
  floatingIps,
  loadBalancers,
  loadBalancerPools,
  loadBalancerFlavors,
  loadBalancerFlavorProfiles,
  vpnConnections,
  vpnServices,
  vpnIkePolicies,
  vpnIpsecPolicies,
  vpnEndpointGroups,
  volumes,
  volumeSnapshots,
  storagePolicies,
  objectStorage,
  computeCluster,
  nodes,
  storageClusters,
  traits,
  quotas,
  metrics,
  tasks,
  auditLog,
  problemReports,
  domains,
  domainProperties,
  projects,
  computeProjects,
  users,
  knownUsers,
  groups,
  knownGroups,
};
