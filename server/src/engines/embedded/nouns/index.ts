import type { Engine } from '../../../port/engine.ts';
import { computeCluster } from './compute-cluster/index.ts';
import { domains } from './domains/index.ts';
import { flavors } from './flavors/index.ts';
import { floatingIps } from './floating-ips/index.ts';
import { groups } from './groups/index.ts';
import { images } from './images/index.ts';
import { keyPairs } from './key-pairs/index.ts';
import { networks } from './networks/index.ts';
import { nodes } from './nodes/commands.ts';
import { objectStorage } from './object-storage/index.ts';
import { projects } from './projects/index.ts';
import { routers } from './routers/index.ts';
import { securityGroups } from './security-groups/index.ts';
import { storagePolicies } from './storage-policies/index.ts';
import { traits } from './traits/index.ts';
import { volumeSnapshots } from './volume-snapshots/index.ts';
import { volumes } from './volumes/index.ts';
import type { Work } from '../platform/work.ts';
import type { Platform } from '../platform/platform.ts';
import { changesOf, type Lastings } from '../platform/changes.ts';
import type { NounParts } from '../platform/kept.ts';
import { servers } from './servers/index.ts';
import { users } from './users/commands.ts';

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
export function partsOf(platform: Platform): { commands: Engine['commands']; works: readonly Work[] } {
  const parts = NOUNS.map((noun) => noun(platform));
  const lastings: Lastings = new Map(parts.flatMap(({ lastings: some }) => some.map((one) => [one.does, one])));
  return {
    commands: Object.assign({}, ...parts.map(({ commands }) => commands)) as Engine['commands'],
    works: [...parts.flatMap(({ works = [] }) => works), changesOf(platform, lastings)],
  };
}
