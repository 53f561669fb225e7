/** A one-time ticket to a server's console; what it opens says `console-wire.ts` (S2 §7, decision D17). */
import { z } from 'zod';
import { controlling } from '../../access/roles.ts';
import { defineCall } from '../../wire/call.ts';
import { id, instant } from '../../wire/values.ts';
import { serverKind } from './entity.ts';
import { isConsolable } from './rules.ts';

/** 256 random bits, base64url. */
const consoleTicket = z.string().regex(/^[\w-]{43}$/);

/** The first frame of a page. */
export const consoleOpening = z.strictObject({ ticket: consoleTicket });

/** Gives control of the guest, hence not for those who may only read. */
export const consoleCall = defineCall({
  id: 'servers.console',
  side: 'both',
  method: 'GET',
  path: '/api/v2/compute/servers/{serverId}/console',
  summary: 'Opens the console of a server: a one-time ticket, valid for one minute',
  source: 'S2 §7, decision D17',
  permission: controlling('compute_server_console'),
  params: z.object({ serverId: id }),
  answer: z.object({
    /** Address of the WebSocket, below the root of the API. */
    url: z.string(),
    /** A secret, handed out once: whoever has it works with the server's console. */
    token: consoleTicket,
    expires_at: instant,
  }),
  does: { by: 'ticket', live: 'server.console', kind: serverKind, id: 'serverId', rule: isConsolable },
});
