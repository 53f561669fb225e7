import { createAccountService, type AccountService } from '../../../src/accounts/account-service.ts';
import { createAccessOf } from '../../../src/accounts/account-access.ts';
import type { TestApp } from '../../support/app.ts';

/** The accounts of a running server's object storage, as the server itself has them. */
export function bookOf({ app }: TestApp): AccountService {
  const identity = app.engines.find((engine) => engine.identity)?.identity;
  if (!identity) throw new Error('no engine signs users in');
  return createAccountService(app.store, createAccessOf(identity));
}
