import type { IncomingMessage } from 'node:http';
import { AUTH_TOKEN_HEADER, SESSION_HEADER } from '@gantry/contract/wire/headers';
import type { Presented } from '../access/access.ts';
import type { Proxies } from '../access/address.ts';
import type { LiveSocket } from './wire.ts';

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** The two values: headers of the polling handshake, else the same names in its auth payload (decision C2). */
export function presentedBy({ handshake }: LiveSocket): Presented {
  const auth: unknown = handshake.auth;
  const payload = auth !== null && typeof auth === 'object' ? new Map<string, unknown>(Object.entries(auth)) : new Map<string, unknown>();
  const find = (name: string): string | undefined => text(handshake.headers[name]) ?? text(payload.get(name));
  return { sessionId: find(SESSION_HEADER), authToken: find(AUTH_TOKEN_HEADER) };
}

/** Whose pages may open the socket beside those of our own host, and which proxies are believed when they name that. */
export interface OriginRule {
  /** `https://console.example` */
  origins: readonly string[];
  proxies: Pick<Proxies, 'trusts'>;
}

/** The host by which the browser knows us: what a trusted proxy was asked for, else what we are asked for. */
function hostOf({ headers, socket }: IncomingMessage, proxies: OriginRule['proxies']): string | undefined {
  const forwarded = headers['x-forwarded-host'];
  return forwarded !== undefined && proxies.trusts(socket.remoteAddress)
    ? [forwarded].flat().join().split(',').at(-1)?.trim()
    : headers.host;
}

/** Whether a request may come from its page: none named (no browser), the request's own host, or one that is configured. */
export function isOriginAllowed(request: IncomingMessage, { origins, proxies }: OriginRule): boolean {
  const { origin } = request.headers;
  if (origin === undefined || origins.includes(origin)) return true;
  if (!URL.canParse(origin)) return false;
  const { protocol, host } = new URL(origin);
  // Read as an address, so that neither capitals nor the scheme's own port make a difference.
  const own = `${protocol}//${hostOf(request, proxies) ?? ''}`;
  return URL.canParse(own) && new URL(own).host === host;
}
