import { serverCommands } from '../commands/servers.ts';
import { domainStrategy } from '../mirror/domain.ts';
import { imageStrategy } from '../mirror/image.ts';
import { nodeStrategy } from '../mirror/node.ts';
import { projectStrategy } from '../mirror/project.ts';
import { serverStrategy } from '../mirror/server.ts';
import { userStrategy } from '../mirror/user.ts';
import { volumeStrategy } from '../mirror/volume.ts';
import { flavors } from './flavors.ts';
import { keyPairs } from './key-pairs.ts';
import { networks } from './networks/index.ts';
import type { CloudNoun } from './noun.ts';
import { securityGroups } from './security-groups.ts';
import { storagePolicies } from './storage-policies.ts';
import { traits } from './traits.ts';
import { volumeSnapshots } from './volume-snapshots.ts';
import { volumeCommands } from './volumes/commands.ts';

/** The nouns of the engine. What is announced of those that stand here in full is in `mirror/notices.ts`. */
export const NOUNS: readonly CloudNoun[] = [
  { strategy: ({ identity }) => projectStrategy(identity) },
  { strategy: ({ identity }) => domainStrategy(identity) },
  flavors,
  { strategy: ({ images }) => imageStrategy(images) },
  networks,
  securityGroups,
  { strategy: ({ volumes }) => volumeStrategy(volumes), commands: volumeCommands },
  volumeSnapshots,
  storagePolicies,
  { strategy: ({ servers }) => serverStrategy(servers), commands: serverCommands },
  traits,
  { strategy: ({ nodes }) => nodeStrategy(nodes) },
  { strategy: ({ identity }) => userStrategy(identity) },
  keyPairs,
];
