import { createHash, randomBytes } from 'node:crypto';
import { PERSONAL_TOKEN_PREFIX } from '@gantry/contract/nouns/session/tokens';

/** A new session id or scope token: 256 random bits, base64url, 43 characters (decision A1). */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** A new personal token: the same randomness behind a prefix by which anybody recognises one. */
export const newPersonalToken = (): string => `${PERSONAL_TOKEN_PREFIX}${newToken()}`;

/** Whether a header could hold a personal token. */
export const isPersonalToken = (text: string | undefined): text is string =>
  text !== undefined && text.startsWith(PERSONAL_TOKEN_PREFIX) && isToken(text.slice(PERSONAL_TOKEN_PREFIX.length));

/** What the store keeps of a token: its SHA-256 in hex. The token is random enough to need no salt. */
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** What a session is called where its user reads it: from its hash, and leads back neither to it nor to the token. */
export const publicIdOf = (sessionHash: string): string => hashOf(`public ${sessionHash}`).slice(0, 32);

/** Whether a header could hold one of our tokens; anything else is not worth a query. */
export const isToken = (text: string | undefined): text is string => text !== undefined && /^[\w-]{43}$/.test(text);
