import type { FastifyRequest } from 'fastify';
import { AUTH_TOKEN_HEADER, SESSION_HEADER } from '@gantry/contract/wire/headers';
import type { Presented } from '../access/access.ts';

/** A header's one value; a repeated header counts as its joined text. */
export const headerOf = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
};

/** What `Authorization: Bearer gtp_…` holds; other schemes are not ours. */
const bearerOf = (request: FastifyRequest): string | undefined => /^Bearer +(\S+)$/i.exec(headerOf(request, 'authorization') ?? '')?.[1];

/** What a request is charged by and known by: the session, where none is named the personal token. */
export const credentialIn = ({ sessionId, personalToken }: Presented): string | undefined => sessionId ?? personalToken;

/** Session and scope token as they came, or the personal token. */
export const presentedBy = (request: FastifyRequest): Presented => ({
  sessionId: headerOf(request, SESSION_HEADER),
  authToken: headerOf(request, AUTH_TOKEN_HEADER),
  personalToken: bearerOf(request),
});

/** How the client reached this server; undefined where its Host header is none. */
export function originOf(request: FastifyRequest): string | undefined {
  const { host } = request.headers;
  return host !== undefined && URL.canParse(`${request.protocol}://${host}`) ? new URL(`${request.protocol}://${host}`).origin : undefined;
}
