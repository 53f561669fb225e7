import { domains } from './domains/index.ts';
import { flavors } from './flavors/index.ts';
import { floatingIps } from './floating-ips/index.ts';
import { groups } from './groups/index.ts';
import { images } from './images/index.ts';
import { keyPairs } from './key-pairs.ts';
import { networks } from './networks/index.ts';
import { nodes } from './nodes/index.ts';
import type { CloudNoun } from './noun.ts';
import { projects } from './projects/index.ts';
import { routers } from './routers/index.ts';
import { securityGroups } from './security-groups/index.ts';
import { servers } from './servers/index.ts';
import { storagePolicies } from './storage-policies/index.ts';
import { traits } from './traits/index.ts';
import { users } from './users/index.ts';
import { volumeSnapshots } from './volume-snapshots/index.ts';
import { volumes } from './volumes/index.ts';

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
  volumes,
  volumeSnapshots,
  storagePolicies,
  servers,
  traits,
  nodes,
  users,
  groups,
  keyPairs,
];
