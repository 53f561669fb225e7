import type { KeystoneDomain } from '../client/keystone.ts';
import type { ServiceError } from '../client/errors.ts';
import { GantryError, type ErrorCode } from '@gantry/contract/wire/errors';

/**
 * Keystone's own words for a sign-in that it refuses for another reason than a wrong name or password, which has one sentence for all. It says
 * so only to who gave the right password, but for a locked account, and sends a receipt where further methods are needed.
 */
const MEANINGS: readonly (readonly [RegExp, ErrorCode])[] = [
  [/"required_auth_methods"|additional authentications? steps? required/i, 'second_factor_required'],
  [/password is expired/i, 'password_expired'],
  [/account is locked/i, 'account_locked'],
  [/account is disabled/i, 'user_disabled'],
];

/** Whose password has expired, if Keystone refuses a sign-in for that: it says so to who gave the right one alone. */
export const expiredUser = ({ httpStatus, detail = '' }: ServiceError): string | undefined =>
  httpStatus === 401 ? /password is expired .*for user: ([\w-]+)/i.exec(detail)?.[1] : undefined;

/**
 * What a refused sign-in (4xx) is to people. Words of Keystone's are no detail of it: they hold the user's id, or a receipt that is good for half
 * a sign-in.
 * @param domain that was asked for; undefined where there is none
 */
export function signInRefusal(error: ServiceError, domain: KeystoneDomain | undefined): GantryError {
  const { httpStatus: status, detail = '' } = error;
  const says = (code: ErrorCode): GantryError => new GantryError(code, { cause: error });
  const meant = status === 401 || status === 403 ? MEANINGS.find(([words]) => words.test(detail)) : undefined;
  if (meant) return says(meant[1]);
  if (domain?.enabled === false) return says('domain_disabled');
  // A password that is longer than Keystone takes is a bad request, and a wrong one.
  if (status === 400 || status === 401) return says('invalid_credentials');
  return status === 403 ? says('forbidden') : new GantryError('engine_unavailable', { params: { service: 'identity' }, cause: error });
}
