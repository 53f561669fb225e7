import type { Rebuild, Rescue } from '@gantry/contract/nouns/servers/bodies';
import type { Row } from '../../../../port/store/rows.ts';
import type { Engine } from '../../../../port/engine.ts';
import type { Parts } from '../../../../engines/openstack/commands/parts.ts';
import { serverAction } from './action.ts';

/** Lowest versions that rescue and rebuild a server whose boot disk is a volume. */
const RESCUE_OF_VOLUME = '2.87';
const REBUILD_OF_VOLUME = '2.93';

const ofVolume = (version: string, { document }: Row): string | undefined => (document['boots_from_volume'] === true ? version : undefined);

/** What a server boots from. */
export const diskCommands = (parts: Parts): Engine['commands'] => ({
  'server.rescue': serverAction<Rescue>(parts, {
    name: 'rescue',
    needs: (_body, server) => ofVolume(RESCUE_OF_VOLUME, server),
    body: ({ image_id: image }) => ({ rescue: image === undefined ? {} : { rescue_image_ref: image } }),
  }),
  'server.unrescue': serverAction(parts, { name: 'unrescue', body: () => ({ unrescue: null }) }),
  'server.rebuild': serverAction<Rebuild>(parts, {
    name: 'rebuild',
    needs: (_body, server) => ofVolume(REBUILD_OF_VOLUME, server),
    body: ({ image_id: image }) => ({ rebuild: { imageRef: image } }),
    endsInHistory: true,
  }),
});
