import { GantryError } from '@gantry/contract/wire/errors';
import { signedIn, type CallRequest } from './call-request.ts';

/**
 * Refuses a personal token to make what would go on after it: an access key and a link have no scope and no end of the token's. Throws forbidden
 * with the reason `token_outlived`.
 */
export function assertBySession(request: Pick<CallRequest, 'caller'>): void {
  if (signedIn(request).personalToken !== undefined) throw new GantryError('forbidden', { reason: { code: 'token_outlived' } });
}
