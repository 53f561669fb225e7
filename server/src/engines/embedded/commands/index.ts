import type { Command } from '../../engine.ts';
import type { Platform } from '../platform.ts';
import { deleteServer, rebootServer, startServer, stopServer } from './actions.ts';
import { createServer } from './create.ts';
import { updateServer } from './update.ts';

/** The commands of the platform, by the names the contract's calls use. */
export const commandsOf = (platform: Platform): Readonly<Record<string, Command<never>>> => ({
  'server.create': createServer(platform),
  'server.update': updateServer(platform),
  'server.start': startServer(platform),
  'server.stop': stopServer(platform),
  'server.reboot': rebootServer(platform),
  'server.delete': deleteServer(platform),
});
