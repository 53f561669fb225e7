import type { CloudNoun } from '../../../engines/openstack/noun.ts';
import { EXTENSION } from './client.ts';
import { vpnCommands } from './commands.ts';
import { connectionStrategy, groupStrategy, ikePolicyStrategy, ipsecPolicyStrategy, serviceStrategy } from './strategies.ts';

/** VPN connections and what they are made of, by the network service's VPNaaS. */
export const vpnNouns: readonly CloudNoun[] = [
  { strategy: ({ networks: every }) => connectionStrategy(every), commands: vpnCommands, extension: EXTENSION },
  { strategy: ({ networks: every }) => serviceStrategy(every) },
  { strategy: ({ networks: every }) => ikePolicyStrategy(every) },
  { strategy: ({ networks: every }) => ipsecPolicyStrategy(every) },
  { strategy: ({ networks: every }) => groupStrategy(every) },
];
