import type { Engine } from '../../engine.ts';
import type { Platform } from '../platform.ts';
import { deleteServer, rebootServer, startServer, stopServer } from './actions.ts';
import { createServer } from './create.ts';
import { updateServer } from './update.ts';

/** What tenants may do with servers. */
export const serverCommands = (platform: Platform): Engine['commands'] => ({
  'server.create': createServer(platform),
  'server.update': updateServer(platform),
  'server.start': startServer(platform),
  'server.stop': stopServer(platform),
  'server.reboot': rebootServer(platform),
  'server.delete': deleteServer(platform),
});
