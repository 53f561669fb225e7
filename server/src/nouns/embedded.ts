import type { Engine } from '../port/engine.ts';
import { computeCluster } from './compute-cluster/embedded/index.ts';
import { domains } from './domains/embedded/index.ts';
import { flavors } from './flavors/embedded.ts';
import { floatingIps } from './floating-ips/embedded/index.ts';
import { groups } from './groups/embedded.ts';
import { images } from './images/embedded/index.ts';
import { keyPairs } from './key-pairs/embedded.ts';
import { loadBalancers } from './load-balancers/embedded/index.ts';
import { loadBalancerPools } from './load-balancer-pools/embedded/index.ts';
import { networks } from './networks/embedded/index.ts';
import { nodes } from './nodes/embedded/commands.ts';
import { objectStorage } from './object-storage/embedded.ts';
import { projects } from './projects/embedded.ts';
import { routers } from './routers/embedded/index.ts';
import { securityGroups } from './security-groups/embedded/index.ts';
import { storagePolicies } from './storage-policies/embedded/index.ts';
import { traits } from './traits/embedded/index.ts';
import { volumeSnapshots } from './volume-snapshots/embedded/index.ts';
import { volumes } from './volumes/embedded/index.ts';
import { vpnConnections } from './vpn-connections/embedded/index.ts';
import type { Work } from '../engines/embedded/platform/work.ts';
import type { Platform } from '../engines/embedded/platform/platform.ts';
import { changesOf, type AsyncOperations } from '../engines/embedded/platform/changes.ts';
import type { NounParts } from '../engines/embedded/platform/lifecycle.ts';
import { servers } from './servers/embedded/index.ts';
import { users } from './users/embedded/commands.ts';
import type { PlatformNouns } from '../engines/embedded/index.ts';
import { streamsOf } from './images/embedded/download.ts';
import { readMetrics, readMetricsRange } from './metrics/embedded/index.ts';
import { nodeFigures } from './nodes/embedded/figures.ts';
import { setNodeDown } from './nodes/embedded/index.ts';
import { liveReadsOf } from './servers/embedded/live.ts';
import { simulatedGuests } from './servers/embedded/simulated-guests.ts';
import { figuresOf } from './servers/embedded/statistics.ts';
import { withReach } from './servers/shared/reachable.ts';
import { storageFigures } from './storage-clusters/embedded/index.ts';
import { identityOf } from './users/embedded/index.ts';

const NOUNS: readonly ((platform: Platform) => NounParts)[] = [
  projects,
  servers,
  flavors,
  traits,
  images,
  keyPairs,
  networks,
  securityGroups,
  routers,
  floatingIps,
  loadBalancers,
  loadBalancerPools,
  vpnConnections,
  volumes,
  volumeSnapshots,
  storagePolicies,
  objectStorage,
  computeCluster,
  nodes,
  users,
  groups,
  domains,
];

/** The commands of the platform, by the names the contract's calls use, and what goes on there by itself; each noun brings its own. */
function partsOf(platform: Platform): { commands: Engine['commands']; works: readonly Work[] } {
  const parts = NOUNS.map((noun) => noun(platform));
  const asyncOperations: AsyncOperations = new Map(parts.flatMap(({ asyncOperations: some }) => some.map((one) => [one.does, one])));
  return {
    commands: withReach(platform.id, Object.assign({}, ...parts.map(({ commands }) => commands)) as Engine['commands']),
    works: [...parts.flatMap(({ works = [] }) => works), changesOf(platform, asyncOperations)],
  };
}

/** What the platform is made with, apart from what it begins with. */
export const platformNouns: Omit<PlatformNouns, 'begin' | 'sampleDomain'> = {
  guestsOf: simulatedGuests,
  partsOf,
  identityOf,
  liveReadsOf,
  streamsOf,
  readMetrics,
  readMetricsRange,
  figuresOf: (platform) => ({ ...figuresOf(platform), ...nodeFigures(platform), ...storageFigures(platform) }),
  setNodeDown,
};
