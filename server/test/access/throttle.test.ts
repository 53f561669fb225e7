import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import type { ErrorBody } from '@gantry/contract/wire/errors';
import { PASSWORD, startTestApp, USERS, type TestApp, type UserName } from '../support/app.ts';
import type { Reply } from '../support/client.ts';
import { anyDatabase } from '../support/databases.ts';

const { login } = nouns.session.calls;
/** No failure is forgotten while a test wants it counted, however slow the machine is. */
const WINDOW = 600_000;
const LIMITS = { window: WINDOW, perAccount: 10, perDevice: 12, perNetwork: 100, delay: 1 };

interface Try {
  domain?: string;
  username: string;
  password?: string;
  device?: string;
  /** Address that the proxy says. */
  from?: string;
}

const newDevice = (): string => randomBytes(32).toString('base64url');
const statuses = (replies: readonly Reply[]): Record<number, number> =>
  Object.fromEntries([...Map.groupBy(replies, ({ status }) => status)].map(([status, some]) => [status, some.length]));

describe.each(anyDatabase)('wrong passwords on $name', ({ name: database }) => {
  let app: TestApp;
  beforeAll(async () => {
    const env = { GANTRY_SAMPLE_SERVERS: '0', GANTRY_TRUST_PROXY: '127.0.0.1' };
    app = await startTestApp({ database, env, throttle: LIMITS, refusalPeriod: 100 });
  });
  afterAll(() => app.close());

  const attempt = ({ from = '192.0.2.1', domain = 'acme', password = 'wrong', ...body }: Try): Promise<Reply> =>
    app.nobody.reply(login, { body: { domain, password, ...body } }, { 'x-forwarded-for': from });
  const right = (who: UserName, more: Partial<Try> = {}) => attempt({ ...USERS[who], password: PASSWORD, ...more });
  const times = (count: number, guess: (index: number) => Try): Promise<Reply[]> =>
    Promise.all(Array.from({ length: count }, (_, index) => attempt(guess(index))));
  const idOf = async (who: UserName) => {
    const client = await app.as('admin', 'own');
    const { data: domains } = await client.call(nouns.domains.calls.list);
    const domain = domains.find(({ name }) => name === USERS[who].domain)!;
    const { data: users } = await client.call(nouns.users.calls.list, { params: { domainId: domain.id } });
    return { domainId: domain.id, userId: users.find(({ name }) => name === USERS[who].username)!.id };
  };

  it('80 guesses at once for one account from 40 addresses are ten looks at its password', async () => {
    const replies = await times(80, (index) => ({ username: 'acme-lead', from: `198.51.100.${1 + Math.floor(index / 2)}` }));
    expect(statuses(replies)).toEqual({ 401: 10, 429: 70 });
    const refused = await right('acme-lead', { from: '203.0.113.77' });
    const seconds = Number(refused.headers.get('retry-after'));
    expect([refused.status, (refused.json as ErrorBody).error]).toEqual([
      429,
      expect.objectContaining({ err_code: 'too_many_sign_ins', data: expect.objectContaining({ params: { seconds } }) }),
    ]);
    expect(seconds).toBeGreaterThan(WINDOW / 1000 - 300);
    expect(seconds).toBeLessThanOrEqual(WINDOW / 1000);
    expect((await right('acme-viewer', { from: '203.0.113.77' })).status).toBe(200);
  });

  it('an account is locked however its name and its domain are written', async () => {
    const { domainId } = await idOf('acme-admin');
    const spellings = [
      { domain: 'acme', username: 'acme-admin' },
      { domain: domainId, username: 'acme-admin' },
      { domain: 'ACME', username: 'Acme-Admin' },
      { domain: ' acme ', username: ' ACME-ADMIN ' },
      { domain: domainId, username: 'aCME-aDMIN' },
    ];
    const replies = [];
    for (const name of [...spellings, ...spellings]) replies.push(await attempt(name));
    expect(statuses(replies)).toEqual({ 401: 10 });
    for (const name of spellings) expect((await attempt({ ...name, password: PASSWORD })).status).toBe(429);
  });

  it('a name that nobody has is refused like one that somebody has, also in a domain that there is not', async () => {
    const { domainId } = await idOf('globex-member');
    for (const domains of [
      ['globex', domainId, 'GLOBEX'],
      ['no-such-domain', 'No-Such-Domain', 'NO-SUCH-DOMAIN'],
    ]) {
      const replies = [];
      for (let index = 0; index < 12; index++) replies.push(await attempt({ domain: domains[index % 3]!, username: 'Nobody' }));
      expect(replies.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
    }
  });

  it('addresses of one IPv6 network count as one, and an IPv4 address however it is written', async () => {
    const counted = async (network: string) => app.store.signIns.take(`network ${network}`, 1000, WINDOW);
    await times(5, (index) => ({ username: `v6-${index}`, from: `2001:db8:1:2:${index + 1}::${index}` }));
    await attempt({ username: 'v6-other', from: '2001:db8:1:3::1' });
    expect([await counted('2001:db8:1:2::/64'), await counted('2001:db8:1:3::/64')]).toEqual([{ place: 6 }, { place: 2 }]);
    await attempt({ username: 'v4-1', from: '203.0.113.9' });
    await attempt({ username: 'v4-2', from: '::ffff:203.0.113.9' });
    await attempt({ username: 'v4-3', from: '::ffff:cb00:7109' });
    expect(await counted('203.0.113.9')).toEqual({ place: 4 });
  });

  it('after 100 wrong passwords from one address its others get in, and to their accounts those who have been there before', async () => {
    const [from, device] = ['192.0.2.200', newDevice()];
    expect((await right('acme-member', { device })).status).toBe(200);
    const replies = await times(100, (index) => ({ username: index < 20 ? 'acme-member' : `guess-${index % 30}`, from }));
    expect(replies.filter(({ status }) => status < 400)).toEqual([]);
    expect((await right('acme-member', { from })).status).toBe(429);
    expect((await right('acme-member', { from, device: newDevice() })).status).toBe(429);
    expect((await right('acme-member', { from, device })).status).toBe(200);
    expect((await right('globex-member', { from })).status).toBe(200);
  });

  it('a device that an account knows has a limit of its own, which a right password begins anew, and is a stranger to other accounts', async () => {
    const device = newDevice();
    expect((await right('acme-viewer', { device })).status).toBe(200);
    expect(statuses(await times(11, () => ({ username: 'acme-viewer', device })))).toEqual({ 401: 11 });
    expect((await right('acme-viewer', { device })).status).toBe(200);
    expect(statuses(await times(30, () => ({ username: 'acme-viewer', device })))).toEqual({ 401: 12, 429: 18 });
    expect((await right('acme-viewer', { device })).status).toBe(429);
    // Its wrong passwords lock nobody else out.
    expect((await right('acme-viewer')).status).toBe(200);
    expect(statuses(await times(15, () => ({ username: 'someone-else', device })))).toEqual({ 401: 10, 429: 5 });
  });

  it('many right sign-ins to one account at once are all let in, also with wrong ones between them', async () => {
    const wrong = times(5, () => ({ domain: 'default', username: 'admin' }));
    const replies = await Promise.all(Array.from({ length: 30 }, () => right('admin')));
    expect(statuses(replies)).toEqual({ 200: 30 });
    expect(statuses(await wrong)).toEqual({ 401: 5 });
  });

  it('an administrator unlocks an account, and both are in the audit, the lock once and with the user', async () => {
    const { domainId, userId } = await idOf('acme-lead');
    expect((await right('acme-lead')).status).toBe(429);
    const admin = await app.as('admin', 'own');
    await admin.call(nouns.users.calls.unlock, { params: { domainId, userId } });
    expect((await right('acme-lead')).status).toBe(200);
    const locks = (await app.store.audit.list({ limit: 1000, call: 'users.lock' })).filter(({ target }) => target === userId);
    expect(locks).toEqual([
      expect.objectContaining({
        userId: null,
        userName: 'acme-lead',
        domainId,
        status: 200,
        body: { failures: 10, seconds: WINDOW / 1000 },
      }),
    ]);
    const [unlocked] = await app.store.audit.list({ limit: 1, call: 'users.unlock' });
    expect(unlocked).toMatchObject({ userName: 'admin', target: userId, status: 204 });
  });

  it('tries are written down with their account and source, without password and device', async () => {
    const device = newDevice();
    await attempt({ username: 'Written', device, from: '192.0.2.50' });
    const entries = () => app.store.audit.list({ limit: 1000, call: 'session.login' });
    await expect.poll(async () => (await entries()).some(({ userName }) => userName === 'Written')).toBe(true);
    const all = await entries();
    const body = { username: 'Written', password: '***', device: '***', refused: { invalid_credentials: 1 } };
    expect(all.find(({ userName }) => userName === 'Written')).toMatchObject({ count: 1, status: 401, address: '192.0.2.50', body });
    const success = all.find(({ status }) => status === 200);
    expect(success).toMatchObject({ count: 1, userId: expect.any(String), errorCode: null });
    expect(JSON.stringify(all)).not.toContain(PASSWORD);
    expect(JSON.stringify(all)).not.toContain(device);
  });
});
