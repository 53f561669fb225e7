import type { Engine } from '../../port/engine.ts';
import type { ServiceName } from './client/errors.ts';
import type { Parts } from './commands/parts.ts';
import { isMirrored, type CloudNouns } from './noun.ts';
import type { Settings } from './settings.ts';

/** What one service makes possible. */
type Abilities = { service: ServiceName; extension: string | undefined; streams: NonNullable<Engine['streams']> } & Pick<
  Engine,
  'commands' | 'live'
>;

/**
 * Commands and live reads of all nouns whose service and extension the cloud has. As long as nobody knows what it has, they are refused as out of reach,
 * not as unknown.
 */
export function abilitiesOf(
  parts: Parts,
  { nouns, composed }: CloudNouns,
  poll: Settings['poll'],
): Pick<Engine, 'commands' | 'live'> & Required<Pick<Engine, 'streams'>> {
  const all = nouns.map((noun): Abilities => ({
    service: isMirrored(noun) ? noun.strategy(poll).service : noun.service,
    extension: noun.extension,
    commands: noun.commands?.(parts) ?? {},
    live: noun.live?.(parts) ?? {},
    streams: noun.streams?.(parts) ?? {},
  }));
  const lacks = (extension: string | undefined): boolean => extension !== undefined && parts.api.lacking.has(extension);
  const offered = () => all.filter(({ service, extension }) => parts.api.catalogued(service) !== false && !lacks(extension));
  return {
    get commands() {
      return composed(parts.engine, Object.assign({}, ...offered().map(({ commands }) => commands)) as Engine['commands']);
    },
    get streams() {
      return Object.assign({}, ...offered().map(({ streams }) => streams)) as NonNullable<Engine['streams']>;
    },
    get live() {
      return Object.assign({}, ...offered().map(({ live }) => live)) as Engine['live'];
    },
  };
}
