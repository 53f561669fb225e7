import type { Engine } from '../../engine.ts';
import { flavors } from '../nouns/flavors/index.ts';
import { keyPairs } from '../nouns/key-pairs/index.ts';
import { networks } from '../nouns/networks/index.ts';
import { volumeSnapshots } from '../nouns/volume-snapshots/index.ts';
import { volumes } from '../nouns/volumes/index.ts';
import { halting } from '../guests.ts';
import type { Platform } from '../platform.ts';
import { lasting, type Lastings } from '../platform/changes.ts';
import type { KeptParts } from '../platform/kept.ts';
import { serverCommands } from './servers.ts';

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
