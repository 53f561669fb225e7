/** The nouns of the contract, one line each: an import and a place in the list. */
import { auditLog } from './audit-log/index.ts';
import { domainProperties } from './domain-properties/index.ts';
import { domains } from './domains/index.ts';
import { flavors } from './flavors/index.ts';
import { floatingIps } from './floating-ips/index.ts';
import { images } from './images/index.ts';
import { keyPairs } from './key-pairs/index.ts';
import { networks } from './networks/index.ts';
import { nodes } from './nodes/index.ts';
import { platform } from './platform/index.ts';
import { projects } from './projects/index.ts';
import { quotas } from './quotas/index.ts';
import { routers } from './routers/index.ts';
import { search } from './search/index.ts';
import { securityGroups } from './security-groups/index.ts';
import { servers } from './servers/index.ts';
import { session } from './session/index.ts';
import { storagePolicies } from './storage-policies/index.ts';
import { tasks } from './tasks/index.ts';
import { traits } from './traits/index.ts';
import { users } from './users/index.ts';
import { volumeSnapshots } from './volume-snapshots/index.ts';
import { volumes } from './volumes/index.ts';

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
