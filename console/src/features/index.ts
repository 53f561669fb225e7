import type { Feature } from '../app/feature.ts';
import { account } from './account/index.ts';
import { applicationCredentials } from './application-credentials/index.ts';
import { auditLog } from './audit-log/index.ts';
import { domains } from './domains/index.ts';
import { errors } from './errors/index.ts';
import { flavors } from './flavors/index.ts';
import { floatingIps } from './floating-ips/index.ts';
import { groups } from './groups/index.ts';
import { images } from './images/index.ts';
import { keyPairs } from './key-pairs/index.ts';
import { loadBalancerPools } from './load-balancer-pools/index.ts';
import { loadBalancers } from './load-balancers/index.ts';
import { monitoring } from './monitoring/index.ts';
import { networks } from './networks/index.ts';
import { nodes } from './nodes/index.ts';
import { notifications } from './notifications/index.ts';
import { ownProject } from './own-project/index.ts';
import { ownSessions } from './own-sessions/index.ts';
import { personalTokens } from './personal-tokens/index.ts';
import { projects } from './projects/index.ts';
import { objectStorage } from './object-storage/index.ts';
import { problemReports } from './problem-reports/index.ts';
import { routers } from './routers/index.ts';
import { securityGroups } from './security-groups/index.ts';
import { servers } from './servers/index.ts';
import { session } from './session/index.ts';
import { storagePolicies } from './storage-policies/index.ts';
import { tasks } from './tasks/index.ts';
import { traits } from './traits/index.ts';
import { users } from './users/index.ts';
import { volumes } from './volumes/index.ts';
import { volumeSnapshots } from './volume-snapshots/index.ts';
import { vpn } from './vpn/index.ts';

/** The nouns of the console, one line each. The order is the order of the menu. */
export const features: readonly Feature[] = [
  session,
  monitoring,
  servers,
  volumes,
  images,
  networks,
  routers,
  floatingIps,
  loadBalancers,
  loadBalancerPools,
  vpn,
  securityGroups,
  keyPairs,
  volumeSnapshots,
  objectStorage,
  storagePolicies,
  flavors,
  nodes,
  traits,
  users,
  groups,
  projects,
  domains,
  notifications,
  ownProject,
  ownSessions,
  personalTokens,
  applicationCredentials,
  problemReports,
  account,
  tasks,
  auditLog,
  errors,
];
