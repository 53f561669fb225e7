import type { Engine } from '../../engine.ts';
import type { Platform } from '../platform.ts';
import { flavorCommands } from './flavor-catalogue.ts';
import { keyPairCommands } from './key-pairs.ts';
import { serverCommands } from './servers.ts';
import { volumeCommands } from './volume-extension.ts';
import { volumeSnapshotCommands } from './volume-snapshots.ts';

/** The commands of the platform, by the names the contract's calls use; each noun brings its own. */
export const commandsOf = (platform: Platform): Engine['commands'] => ({
  ...serverCommands(platform),
  ...flavorCommands(platform),
  ...keyPairCommands(platform),
  ...volumeCommands(platform),
  ...volumeSnapshotCommands(platform),
});
