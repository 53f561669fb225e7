/** Tickets by which a browser downloads a ZIP file: its own downloads carry no headers, and what is in the file does not fit into an address. */
import { z } from 'zod';
import { hashOf } from '../access/tokens.ts';
import type { TicketStore } from '../port/store/sign-in.ts';

export const ARCHIVE_PURPOSE = 's3.archive';
/** Milliseconds until the download must have begun. */
export const ARCHIVE_LIFETIME = 60_000;

/** Who asked, and for what. */
export const archiveContent = z.object({
  sessionHash: z.string(),
  scopeTokenHash: z.string().nullable(),
  selection: z.object({ bucket: z.string(), folder: z.string(), keys: z.array(z.string()) }),
});

/** What a ticket was made for, once; undefined where it leads nowhere. */
export async function redeemArchive(
  tickets: Pick<TicketStore, 'redeem'>,
  token: string,
): Promise<z.infer<typeof archiveContent> | undefined> {
  const found = await tickets.redeem(hashOf(token), ARCHIVE_PURPOSE);
  return found === undefined ? undefined : archiveContent.parse(found);
}
