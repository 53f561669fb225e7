import { createAccountBook, type AccountBook } from '../../../src/accounts/book.ts';
import { createAccessOf } from '../../../src/accounts/standing.ts';
import type { TestApp } from '../../support/app.ts';

/** The accounts of a running server's object storage, as the server itself has them. */
export function bookOf({ app }: TestApp): AccountBook {
  const identity = app.engines.find((engine) => engine.identity)?.identity;
  if (!identity) throw new Error('no engine signs users in');
  return createAccountBook(app.store, createAccessOf(identity));
}
