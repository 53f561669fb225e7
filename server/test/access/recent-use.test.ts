/** Which session of a user ends where one more begins. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SESSIONS_MAX } from '@gantry/contract/nouns/session/limits';
import { createAccess, type Access } from '../../src/access/access.ts';
import { RecentUse } from '../../src/access/recent-use.ts';
import type { Identity, Principal } from '../../src/port/engine.ts';
import { openTestStore } from '../support/databases.ts';

const MINUTE = 60_000;
const PRINCIPAL: Principal = {
  userId: 'ann',
  userName: 'ann',
  domainId: 'd',
  domainName: 'd',
  roles: [],
  isSuperuser: false,
  permissions: [],
  externalProvider: null,
  credential: null,
  expiresAt: null,
};
const identity: Partial<Identity> = {
  signInsAtOnce: 2,
  account: async () => ({ key: 'ann', userId: 'ann', domainId: 'd' }),
  signIn: async () => PRINCIPAL,
  check: async () => undefined,
  holds: async () => true,
};
const FROM = { address: '127.0.0.1', browser: null, sought: () => undefined, locked: () => undefined, late: () => undefined };

let opened: Awaited<ReturnType<typeof openTestStore>>;
let access: Access;
let now: number;
beforeEach(async () => {
  now = Date.parse('2026-11-29T12:00:00Z');
  opened = await openTestStore('sqlite');
  const times = { idle: 30 * MINUTE, absolute: 600 * MINUTE };
  access = createAccess({ store: opened.store, identity: identity as Identity, times, now: () => now });
});
afterEach(() => opened.close());

/** A second after whatever was before. */
const signIn = () => {
  now += 1000;
  return access.signIn({ domain: 'd', username: 'ann', password: 'x' }, FROM);
};
const isThere = (sessionId: string) =>
  access.authenticate({ sessionId, authToken: undefined }).then(
    () => true,
    () => false,
  );

it('a session whose page is open does not end by sign-ins of a minute, and one that nobody uses does', async () => {
  const [open, idle] = [await signIn(), await signIn()];
  for (let count = 2; count < SESSIONS_MAX; count += 1) await signIn();
  // As the socket of a page is looked after.
  expect(await access.stillHolds([open.caller])).toHaveLength(1);
  await signIn();
  expect([await isThere(open.sessionId), await isThere(idle.sessionId)]).toEqual([true, false]);
});

it('the last use of a session is known for as long as it may not be stored, and forgotten with the next use after that', () => {
  const recent = new RecentUse(2 * MINUTE, () => now);
  recent.note('a');
  now += MINUTE;
  recent.note('b');
  expect([recent.of('a'), recent.of('b'), recent.of('c')]).toEqual(['2026-11-29T12:00:00.000Z', '2026-11-29T12:01:00.000Z', undefined]);
  recent.note('a');
  now += 2 * MINUTE;
  recent.note('c');
  expect([recent.of('a'), recent.of('b')]).toEqual(['2026-11-29T12:01:00.000Z', '2026-11-29T12:01:00.000Z']);
  now += 1;
  recent.note('c');
  expect([recent.of('a'), recent.of('b'), recent.of('c')]).toEqual([undefined, undefined, '2026-11-29T12:03:00.001Z']);
});
