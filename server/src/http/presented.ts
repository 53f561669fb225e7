import type { FastifyRequest } from 'fastify';
import { AUTH_TOKEN_HEADER, SESSION_HEADER } from '@gantry/contract/wire/headers';
import type { Presented } from '../access/access.ts';

/** A header's one value; a repeated header counts as its joined text. */
export const headerOf = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
};

/** Session and scope token as they came. */
export const presentedBy = (request: FastifyRequest): Presented => ({
  sessionId: headerOf(request, SESSION_HEADER),
  authToken: headerOf(request, AUTH_TOKEN_HEADER),
});
