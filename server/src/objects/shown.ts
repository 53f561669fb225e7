/** What of a stored object a browser may do with it: at the object store's own address, and below the console's. */
import type { Answer } from './exchange.ts';

/** Shown by a browser, it is a page without an origin that can load, run and ask for nothing. */
export const SANDBOX = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; media-src data:";

/** A document that runs nothing of its own in a page's name; browsers show none of it in a sandbox. */
const PDF = /^application\/pdf\b/i;

/** An answer of the object store's own address, whose host may be the console's: its cookies are the same for all ports of a host. */
export const guarded = (answer: Answer): Answer => ({
  ...answer,
  headers: {
    ...answer.headers,
    'x-content-type-options': 'nosniff',
    ...(!PDF.test(answer.headers?.['content-type'] ?? '') && { 'content-security-policy': SANDBOX }),
  },
});
