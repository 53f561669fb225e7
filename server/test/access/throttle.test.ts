import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import { databases } from '../support/databases.ts';
import { PASSWORD, startTestApp, USERS, type TestApp } from '../support/app.ts';

const { login } = nouns.session.calls;
/** No failure is forgotten while a test wants it counted, however slow the machine is. */
const WINDOW = 600_000;
const LIMITS = { window: WINDOW, perUser: 4, perAddress: 12, atOnce: 50, delay: 100 };

describe.each(databases)('guessing passwords on $name', ({ name: database }) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ database, env: { GANTRY_SAMPLE_SERVERS: '0' }, throttle: LIMITS });
  });
  afterAll(() => app.close());
  afterEach(() => void (LIMITS.window = WINDOW));

  const tryAs = (name: keyof typeof USERS, password: string) => app.nobody.reply(login, { body: { ...USERS[name], password } });

  it('is slowed, then refused with 429 even when right, and free again after a while', async () => {
    const began = Date.now();
    const wrong = await Promise.all(Array.from({ length: LIMITS.perUser }, () => tryAs('acme-lead', 'wrong')));
    expect(wrong.map(({ status }) => status)).toEqual(wrong.map(() => 401));
    expect(Date.now() - began).toBeGreaterThanOrEqual(2 * LIMITS.delay);
    const refused = await tryAs('acme-lead', PASSWORD);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
    expect((await tryAs('acme-member', PASSWORD)).status).toBe(200);
    // As if the failures were that long ago.
    LIMITS.window = 1;
    await expect.poll(async () => (await tryAs('acme-lead', PASSWORD)).status).toBe(200);
  });

  it('in parallel gets no more tries than one after the other', async () => {
    const replies = await Promise.all(Array.from({ length: 3 * LIMITS.perUser }, () => tryAs('globex-member', 'wrong')));
    expect(replies.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(LIMITS.perUser);
    expect(replies.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(2 * LIMITS.perUser);
  });

  it('of many users from one address is refused as well', async () => {
    const guess = (index: number) => app.nobody.reply(login, { body: { domain: 'acme', username: `guess-${index}`, password: 'x' } });
    await Promise.all(Array.from({ length: LIMITS.perAddress }, (_, index) => guess(index)));
    expect((await guess(99)).status).toBe(429);
  });

  it('is written down, without the password', async () => {
    const entries = await app.store.audit.list({ limit: 100, call: 'session.login' });
    expect(new Set(entries.map(({ errorCode }) => errorCode))).toEqual(new Set(['invalid_credentials', 'too_many_requests', null]));
    const success = entries.find(({ status }) => status === 200);
    expect(success).toMatchObject({ userName: expect.stringMatching(/^acme-/), userId: expect.any(String), address: '127.0.0.1' });
    expect(JSON.stringify(entries)).not.toContain(PASSWORD);
    expect(entries[0]?.body).toMatchObject({ password: '***' });
  });
});
