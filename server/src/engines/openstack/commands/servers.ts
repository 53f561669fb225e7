import type { Engine } from '../../engine.ts';
import type { Parts } from './parts.ts';
import { createServer } from './server-create.ts';
import { deleteServer } from './server-delete.ts';
import { diskCommands } from './server-disk.ts';
import { createImage } from './server-image.ts';
import { attachInterface, detachInterface, updateInterface } from './server-interfaces.ts';
import { migrationCommands } from './server-migration.ts';
import { moveCommands } from './server-move.ts';
import { powerCommands } from './server-power.ts';
import { resizeCommands } from './server-resize.ts';
import { shelfCommands } from './server-shelf.ts';
import { stateCommands } from './server-state.ts';
import { updateServer } from './server-update.ts';
import { attachVolume, detachVolume, updateVolume } from './server-volumes.ts';

/** What the compute service does with servers. It can neither cut the power without asking the guest nor resize a running server. */
export const serverCommands = (parts: Parts): Engine['commands'] => ({
  'server.create': createServer(parts),
  'server.update': updateServer(parts),
  'server.delete': deleteServer(parts),
  'server.createImage': createImage(parts),
  'server.attachVolume': attachVolume(parts),
  'server.detachVolume': detachVolume(parts),
  'server.updateVolume': updateVolume(parts),
  'server.attachInterface': attachInterface(parts),
  'server.updateInterface': updateInterface(parts),
  'server.detachInterface': detachInterface(parts),
  ...powerCommands(parts),
  ...shelfCommands(parts),
  ...diskCommands(parts),
  ...resizeCommands(parts),
  ...moveCommands(parts),
  ...migrationCommands(parts),
  ...stateCommands(parts),
});
