/** Bytes that a browser fetches by itself, which sends no headers of ours: a ticket in the address says who asks, and for what. */
import { z } from 'zod';
import { instant } from './values.ts';

/** Where tickets for bytes are taken, below the root of the API. */
export const DOWNLOAD_PATH = '/api/v2/downloads';

/** What the bytes of a resource are as a file. */
export interface StreamedFile {
  /** What it is saved as. */
  name: string;
  /** bytes */
  size: number;
  /** Another one for other bytes. */
  etag: string;
}

/** What a ticket for bytes is handed out as. */
export const downloadTicket = z.object({
  /** Path and query below the root of the API; GET and HEAD, also of ranges, as often as wanted until it ends. */
  url: z.string(),
  expires_at: instant,
});
