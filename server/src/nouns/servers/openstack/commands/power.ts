import type { Reboot } from '@gantry/contract/nouns/servers/bodies';
import type { Engine } from '../../../../port/engine.ts';
import type { Parts } from '../../../../engines/openstack/commands/parts.ts';
import { serverAction } from './action.ts';

/** Actions that are called the same here and there and need no more than their name; `os-` is what two of them are called with. */
const PLAIN = {
  start: 'os-start',
  stop: 'os-stop',
  pause: 'pause',
  unpause: 'unpause',
  suspend: 'suspend',
  resume: 'resume',
} as const;

/** Power and memory of a server. */
export const powerCommands = (parts: Parts): Engine['commands'] => ({
  ...Object.fromEntries(
    Object.entries(PLAIN).map(([name, key]) => [`server.${name}`, serverAction(parts, { name, body: () => ({ [key]: null }) })]),
  ),
  'server.reboot': serverAction<Reboot>(parts, { name: 'reboot', body: ({ type }) => ({ reboot: { type } }), endsInHistory: true }),
});
