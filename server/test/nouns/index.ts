import type { nouns } from '@gantry/contract';
import { auditLog } from './audit-log.ts';
import { domainProperties } from './domain-properties.ts';
import { domains } from './domains.ts';
import { flavors } from './flavors.ts';
import { floatingIps } from './floating-ips.ts';
import { images } from './images.ts';
import { keyPairs } from './key-pairs.ts';
import { networks } from './networks.ts';
import { nodes } from './nodes.ts';
import { platform } from './platform.ts';
import { projects } from './projects.ts';
import { quotas } from './quotas.ts';
import { routers } from './routers.ts';
import { search } from './search.ts';
import { securityGroups } from './security-groups.ts';
import { servers } from './servers.ts';
import { session } from './session.ts';
import { storagePolicies } from './storage-policies.ts';
import { tasks } from './tasks.ts';
import { traits } from './traits.ts';
import { users } from './users.ts';
import { volumeSnapshots } from './volume-snapshots.ts';
import { volumes } from './volumes.ts';
import type { Specimen } from './support/specimen.ts';

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
  volumes,
  volumeSnapshots,
  storagePolicies,
  nodes,
  traits,
  quotas,
  tasks,
  auditLog,
  domains,
  domainProperties,
  projects,
  users,
};
