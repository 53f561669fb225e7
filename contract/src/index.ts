import { nouns } from './nouns/index.ts';
import type { Noun } from './nouns/noun.ts';
import type { Call } from './wire/call.ts';
import type { Kind } from './wire/kind.ts';

const all: readonly Noun[] = Object.values(nouns);

/** Every call of the API. */
export const calls: readonly Call[] = all.flatMap((noun) => Object.values(noun.calls));

/** Every kind of resource, by name. */
export const kinds: ReadonlyMap<string, Kind> = new Map(all.flatMap((noun) => noun.kinds).map((kind) => [kind.name, kind]));

/** Names of all commands and live reads: what an engine may offer. */
export const capabilityNames: ReadonlySet<string> = new Set(
  calls.flatMap(({ does }) => (does.by === 'command' || does.by === 'bulk' ? [does.command] : does.by === 'live' ? [does.live] : [])),
);

export { nouns };
