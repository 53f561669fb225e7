import type { Engine } from '../../engine.ts';
import type { Parts } from './parts.ts';
import { createServer } from './server-create.ts';
import { deleteServer } from './server-delete.ts';
import { rebootServer, startServer, stopServer } from './server-power.ts';
import { updateServer } from './server-update.ts';

/** What the compute service does with servers. */
export const serverCommands = (parts: Parts): Engine['commands'] => ({
  'server.create': createServer(parts),
  'server.update': updateServer(parts),
  'server.start': startServer(parts),
  'server.stop': stopServer(parts),
  'server.reboot': rebootServer(parts),
  'server.delete': deleteServer(parts),
});
