import type { Engine } from '../engine.ts';
import type { ServiceName } from './client/errors.ts';
import type { Parts } from './commands/parts.ts';
import { readQuota } from './live/quota.ts';
import type { CloudNoun } from './nouns/noun.ts';
import type { Settings } from './settings.ts';

/** What one service makes possible. */
type Abilities = { service: ServiceName } & Pick<Engine, 'commands' | 'live'>;

/**
 * Commands and live reads of all nouns whose service the cloud has. As long as nobody knows what it has, they are refused as out of reach,
 * not as unknown.
 */
export function abilitiesOf(parts: Parts, nouns: readonly CloudNoun[], poll: Settings['poll']): Pick<Engine, 'commands' | 'live'> {
  const all = nouns.map(({ strategy, commands, live }): Abilities => {
    return { service: strategy(poll).service, commands: commands?.(parts) ?? {}, live: live?.(parts) ?? {} };
  });
  all.push({ service: 'compute', commands: {}, live: { 'quota.read': readQuota(parts) } });
  const offered = () => all.filter(({ service }) => parts.api.catalogued(service) !== false);
  return {
    get commands() {
      return Object.assign({}, ...offered().map(({ commands }) => commands)) as Engine['commands'];
    },
    get live() {
      return Object.assign({}, ...offered().map(({ live }) => live)) as Engine['live'];
    },
  };
}
