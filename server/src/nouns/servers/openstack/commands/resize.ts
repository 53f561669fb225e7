import type { Resize } from '@gantry/contract/nouns/servers/bodies';
import type { Engine } from '../../../../port/engine.ts';
import type { Parts } from '../../../../engines/openstack/commands/parts.ts';
import { serverAction } from './action.ts';

/** Another flavor, kept or not. */
export const resizeCommands = (parts: Parts): Engine['commands'] => ({
  'server.resize': serverAction<Resize>(parts, {
    name: 'resize',
    body: ({ flavor_id: flavor }) => ({ resize: { flavorRef: flavor } }),
  }),
  'server.confirmResize': serverAction(parts, { name: 'confirmResize', body: () => ({ confirmResize: null }) }),
  'server.revertResize': serverAction(parts, { name: 'revertResize', body: () => ({ revertResize: null }) }),
});
