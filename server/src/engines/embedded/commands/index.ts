import type { Engine } from '../../engine.ts';
import { networks } from '../nouns/networks/index.ts';
import { volumes } from '../nouns/volumes/index.ts';
import type { Platform } from '../platform.ts';
import type { Lastings } from '../platform/changes.ts';
import { flavorCommands } from './flavor-catalogue.ts';
import { keyPairCommands } from './key-pairs.ts';
import { serverCommands } from './servers.ts';
import { volumeCommands } from './volume-extension.ts';
import { volumeSnapshotCommands } from './volume-snapshots.ts';

/** The commands of the platform, by the names the contract's calls use, and what takes time; each noun brings its own. */
export function partsOf(platform: Platform): { commands: Engine['commands']; lastings: Lastings } {
  const parts = [networks(platform), volumes(platform)];
  return {
    commands: {
      ...serverCommands(platform),
      ...flavorCommands(platform),
      ...keyPairCommands(platform),
      ...volumeCommands(platform),
      ...volumeSnapshotCommands(platform),
      ...Object.assign({}, ...parts.map(({ commands }) => commands)),
    },
    lastings: new Map(parts.flatMap(({ lastings }) => lastings.map((one) => [one.does, one]))),
  };
}
