import type { IncomingMessage } from 'node:http';
import { AUTH_TOKEN_HEADER, SESSION_HEADER } from '@gantry/contract/wire/headers';
import type { Presented } from '../access/access.ts';
import type { LiveSocket } from './wire.ts';

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** The two values: headers of the polling handshake, else the same names in its auth payload (decision C2). */
export function presentedBy({ handshake }: LiveSocket): Presented {
  const auth: unknown = handshake.auth;
  const payload = auth !== null && typeof auth === 'object' ? new Map<string, unknown>(Object.entries(auth)) : new Map<string, unknown>();
  const find = (name: string): string | undefined => text(handshake.headers[name]) ?? text(payload.get(name));
  return { sessionId: find(SESSION_HEADER), authToken: find(AUTH_TOKEN_HEADER) };
}

/** Whether a request may come from its page: none named (no browser), the request's own host, or one that is configured. */
export function isOriginAllowed({ headers }: IncomingMessage, origins: readonly string[]): boolean {
  const { origin, host } = headers;
  if (origin === undefined || origins.includes(origin)) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}
