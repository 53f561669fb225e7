import type { Engine } from '../../engine.ts';
import { flavors } from './flavors/index.ts';
import { keyPairs } from './key-pairs/index.ts';
import { networks } from './networks/index.ts';
import { volumeSnapshots } from './volume-snapshots/index.ts';
import { volumes } from './volumes/index.ts';
import { halting } from './servers/guests.ts';
import type { Work } from '../platform/work.ts';
import { transitionsOf } from './servers/transitions.ts';
import type { Platform } from '../platform/platform.ts';
import { changesOf, lasting, type Lastings } from '../platform/changes.ts';
import type { KeptParts } from '../platform/kept.ts';
import { serverCommands } from './servers/index.ts';

/** Servers go through more than a thing that is kept. */
const servers = (platform: Platform): KeptParts => ({ commands: serverCommands(platform), lastings: [lasting(halting)] });

const NOUNS: readonly ((platform: Platform) => KeptParts)[] = [servers, flavors, keyPairs, networks, volumes, volumeSnapshots];

/** The commands of the platform, by the names the contract's calls use, and what goes on there by itself; each noun brings its own. */
export function partsOf(platform: Platform): { commands: Engine['commands']; works: readonly Work[] } {
  const parts = NOUNS.map((noun) => noun(platform));
  const lastings: Lastings = new Map(parts.flatMap(({ lastings: some }) => some.map((one) => [one.does, one])));
  return {
    commands: Object.assign({}, ...parts.map(({ commands }) => commands)) as Engine['commands'],
    works: [transitionsOf(platform), changesOf(platform, lastings)],
  };
}
