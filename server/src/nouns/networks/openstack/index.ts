import { atEnd, members, one, text } from '../../../engines/openstack/mirror/notice.ts';
import type { CloudNoun } from '../../../engines/openstack/noun.ts';
import { networkCommands } from './commands.ts';
import { networkStrategy } from './strategy.ts';
import { readAddresses } from './used.ts';

const KIND = 'network';

/** Networks with their subnets, which are announced by themselves; a policy does not name its network. */
export const networks: CloudNoun = {
  strategy: ({ networks: every }) => networkStrategy(every),
  notices: {
    network: atEnd(({ body }) => one(KIND, text(members(body['network'])['id']) ?? text(body['network_id']))),
    subnet: atEnd(({ body }) => one(KIND, text(members(body['subnet'])['network_id']))),
    rbac_policy: atEnd(() => [{ kind: KIND, id: null }]),
  },
  commands: networkCommands,
  live: (parts) => ({ 'network.addresses': readAddresses(parts) }),
};
