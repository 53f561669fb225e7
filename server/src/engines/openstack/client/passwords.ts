/** Passwords of users at Keystone: signing in with one, and setting another in its place. */
import { GantryError } from '@gantry/contract/wire/errors';
import { ServiceError } from './errors.ts';
import { send } from './http.ts';
import { requestToken, type Keystone, type Token } from './tokens.ts';

/** Whom Keystone is to look for. */
export type KeystoneName = { id: string } | { name: string; domain: { id: string } | { name: string } };

/** A token without scope. Throws ServiceError. */
export function passwordToken(keystone: Keystone, known: KeystoneName, password: string): Promise<Token> {
  const user = 'id' in known ? { ...known, password } : { name: known.name, password, domain: known.domain };
  return requestToken(keystone, { identity: { methods: ['password'], password: { user } }, scope: 'unscoped' });
}

/**
 * Sets a new password by the present one alone, which may have expired: Keystone asks for no token (`POST /v3/users/{id}/password`). Throws
 * GantryError with Keystone's words for what it does not take as a new one, ServiceError for all else.
 */
export async function replacePassword(
  keystone: Keystone,
  userId: string,
  { current, next }: { current: string; next: string },
): Promise<void> {
  try {
    await send({
      service: 'identity',
      method: 'POST',
      url: `${keystone.authUrl}/users/${encodeURIComponent(userId)}/password`,
      headers: {},
      body: { user: { original_password: current, password: next } },
      timeLimit: keystone.timeLimit,
      connections: keystone.connections,
    });
  } catch (error) {
    if (!(error instanceof ServiceError) || error.httpStatus !== 400) throw error;
    throw new GantryError(error.code, { ...(error.detail !== undefined && { detail: error.detail }), cause: error });
  }
}
