/** Tickets to screens: 256 random bits; the store has their hash, and sealed what they lead to (decision D17). */
import { z } from 'zod';
import { CONSOLE_STREAM_PATH } from '@gantry/contract/nouns/servers/console-wire';
import { hashOf, newToken } from '../access/tokens.ts';
import type { TicketStore } from '../port/store/sign-in.ts';
import type { Screens } from './port.ts';

const PURPOSE = 'server.console';

const screen = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('vnc'), url: z.url({ protocol: /^wss?$/ }) }),
  z.object({ kind: z.literal('log') }),
]);

/** What a ticket is bound to: who asked, from where, which server of which project, how its screen is reached. */
const content = z.object({
  sessionHash: z.string(),
  scopeTokenHash: z.string().nullable(),
  serverId: z.string(),
  projectId: z.string().nullable(),
  screen,
  requestId: z.string(),
  address: z.string(),
});
export type TicketContent = z.infer<typeof content>;

/** Makes tickets that work for `lifetime` milliseconds. */
export const issuer =
  (tickets: Pick<TicketStore, 'issue'>, lifetime: number): Screens['issue'] =>
  async ({ caller: { sessionHash, scopeTokenHash }, target, found, requestId, address }) => {
    const token = newToken();
    const bound: TicketContent = {
      sessionHash,
      scopeTokenHash,
      serverId: target.id,
      projectId: target.projectId,
      screen: screen.parse(found),
      requestId,
      address,
    };
    const until = await tickets.issue({ hash: hashOf(token), purpose: PURPOSE, content: bound, lifetime });
    return { url: CONSOLE_STREAM_PATH, token, expires_at: until };
  };

/** What a ticket leads to, once; undefined where it leads nowhere. */
export async function redeem(tickets: Pick<TicketStore, 'redeem'>, token: string): Promise<TicketContent | undefined> {
  const found = await tickets.redeem(hashOf(token), PURPOSE);
  return found === undefined ? undefined : content.parse(found);
}
