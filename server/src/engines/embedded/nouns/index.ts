import type { Engine } from '../../engine.ts';
import { flavors } from './flavors/index.ts';
import { keyPairs } from './key-pairs/index.ts';
import { networks } from './networks/index.ts';
import { volumeSnapshots } from './volume-snapshots/index.ts';
import { volumes } from './volumes/index.ts';
import { halting } from './servers/guests.ts';
import type { Platform } from '../platform/platform.ts';
import { lasting, type Lastings } from '../platform/changes.ts';
import type { KeptParts } from '../platform/kept.ts';
import { serverCommands } from './servers/index.ts';

/** Servers go through more than a thing that is kept. */
const servers = (platform: Platform): KeptParts => ({ commands: serverCommands(platform), lastings: [lasting(halting)] });

const NOUNS: readonly ((platform: Platform) => KeptParts)[] = [servers, flavors, keyPairs, networks, volumes, volumeSnapshots];

/** The commands of the platform, by the names the contract's calls use, and what takes time there; each noun brings its own. */
export function partsOf(platform: Platform): { commands: Engine['commands']; lastings: Lastings } {
  const parts = NOUNS.map((noun) => noun(platform));
  return {
    commands: Object.assign({}, ...parts.map(({ commands }) => commands)) as Engine['commands'],
    lastings: new Map(parts.flatMap(({ lastings }) => lastings.map((one) => [one.does, one]))),
  };
}
