import type { Engine } from '../../../../port/engine.ts';
import type { Parts } from '../../../../engines/openstack/commands/parts.ts';
import { createServer } from './create.ts';
import { deleteServer } from './delete.ts';
import { diskCommands } from './disk.ts';
import { createImage } from './image.ts';
import { attachInterface, detachInterface, updateInterface } from './interfaces.ts';
import { migrationCommands } from './migration.ts';
import { moveCommands } from './move.ts';
import { powerCommands } from './power.ts';
import { resizeCommands } from './resize.ts';
import { shelfCommands } from './shelf.ts';
import { stateCommands } from './state.ts';
import { updateServer } from './update.ts';
import { attachVolume, detachVolume, updateVolume } from './volumes.ts';

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
