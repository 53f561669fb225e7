import type { nouns } from '@gantry/contract';
import { auditLog } from './audit-log.ts';
import { computeCluster } from './compute-cluster.ts';
import { domainProperties } from './domain-properties.ts';
import { domains } from './domains.ts';
import { flavors } from './flavors.ts';
import { floatingIps } from './floating-ips.ts';
import { groups, knownGroups } from './groups.ts';
import { images } from './images.ts';
import { keyPairs } from './key-pairs.ts';
import { loadBalancerFlavorProfiles, loadBalancerFlavors } from './load-balancer-flavors.ts';
import { loadBalancerPools } from './load-balancer-pools.ts';
import { loadBalancers } from './load-balancers.ts';
import { metrics } from './metrics.ts';
import { networks } from './networks.ts';
import { nodes } from './nodes.ts';
import { objectStorage } from './object-storage.ts';
import { platform } from './platform.ts';
import { computeProjects, projects } from './projects.ts';
import { quotas } from './quotas.ts';
import { problemReports } from './problem-reports.ts';
import { routers } from './routers.ts';
import { search } from './search.ts';
import { securityGroups } from './security-groups.ts';
import { servers } from './servers.ts';
import { session } from './session.ts';
import { storageClusters } from './storage-clusters.ts';
import { storagePolicies } from './storage-policies.ts';
import { tasks } from './tasks.ts';
import { traits } from './traits.ts';
import { knownUsers, users } from './users.ts';
import { volumeSnapshots } from './volume-snapshots.ts';
import { volumes } from './volumes.ts';
import { vpnConnections } from './vpn-connections.ts';
import { vpnEndpointGroups, vpnIkePolicies, vpnIpsecPolicies, vpnServices } from './vpn-parts.ts';
import type { Marks, Specimen } from './support/specimen.ts';

/** The specimen of each noun of the contract, one line each. */
export const SPECIMENS: Readonly<Record<keyof typeof nouns, Specimen>> = {
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

/** What the file of a call's noun says, and what it calls the call. */
export function fileOf({ id }: { id: string }): { specimen: Specimen; name: string } {
  const [noun, name = ''] = id.split('.') as [keyof typeof SPECIMENS, string];
  return { specimen: SPECIMENS[noun], name };
}

/** Ids of the calls that have a mark of the fuzz test. */
export const marked = (mark: Exclude<keyof Marks, 'makes'>): ReadonlySet<string> =>
  new Set(Object.entries(SPECIMENS).flatMap(([noun, { fuzz }]) => (fuzz?.[mark] ?? []).map((name) => `${noun}.${name}`)));
