import { z } from 'zod';

/** What a client says after connecting (S2 §7). Headers travel on the polling handshake, the same two values in `auth` (decision C2). */
export const loginMessage = z.object({
  /** Wish of an administrator outside a project; the server decides by what it knows (decision C4). */
  all_tenants: z.boolean(),
  /** Last sequence number this client has seen: what came after it follows at once. */
  since: z.number().int().nonnegative().optional(),
});
export type LoginMessage = z.infer<typeof loginMessage>;
