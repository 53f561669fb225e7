import { serverCommands } from './servers/commands/index.ts';
import { domainStrategy } from './domains.ts';
import { imageStrategy } from './images/strategy.ts';
import { nodeStrategy } from './nodes/strategy.ts';
import { projectStrategy } from './projects.ts';
import { serverStrategy } from './servers/strategy.ts';
import { userStrategy } from './users.ts';
import { volumeStrategy } from './volumes/strategy.ts';
import { flavors } from './flavors/index.ts';
import { keyPairs } from './key-pairs.ts';
import { networks } from './networks/index.ts';
import type { CloudNoun } from './noun.ts';
import { securityGroups } from './security-groups/index.ts';
import { storagePolicies } from './storage-policies/index.ts';
import { traits } from './traits/index.ts';
import { volumeSnapshots } from './volume-snapshots/index.ts';
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
