import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { nouns } from '@gantry/contract';
import { STORE_FILE } from '../../src/store/store-file.ts';
import { FULL } from '../../../tools/lib/tier.ts';
import { collectRefusals, type Refusal } from '../../src/http/refusals.ts';
import type { NewAuditEntry } from '../../src/port/store/audit.ts';
import { startTestApp, USERS } from '../support/app.ts';
import { direct } from '../support/direct.ts';

const { login } = nouns.session.calls;
const FOREVER = 2_000_000_000;
const log = pino({ level: 'silent' });

const refusal = (changes: Partial<Refusal> = {}): Refusal => ({
  at: '2026-11-23T10:00:00.000Z',
  userId: null,
  userName: 'ann',
  domainId: 'd',
  projectId: null,
  call: 'session.login',
  target: 'u1',
  status: 401,
  errorCode: 'invalid_credentials',
  requestId: 'r1',
  address: '192.0.2.1',
  body: { username: 'ann' },
  ...changes,
});

/** An audit that keeps what is appended in memory, and fails as often as it is told. */
function paper() {
  const entries: NewAuditEntry[] = [];
  const state = { entries, failures: 0 };
  const append = async (entry: NewAuditEntry): Promise<void> => {
    if (state.failures-- > 0) throw new Error('no ink');
    entries.push(entry);
  };
  return Object.assign(state, { append });
}

describe('refused sign-ins in the audit', () => {
  const data = mkdtempSync(join(tmpdir(), 'gantry-refusals-'));
  afterAll(() => rmSync(data, { recursive: true, force: true }));

  it('the audit holds 1,200 refused sign-ins as 22 rows with their counts: by account and source, and one for the rest', FULL, async () => {
    const env = { GANTRY_SAMPLE_SERVERS: '0', GANTRY_TRUST_PROXY: '127.0.0.1', GANTRY_DATA: data };
    const throttle = { window: FOREVER, perAccount: 10, perDevice: 10, perNetwork: 100, delay: 0 };
    const app = await startTestApp({ database: 'sqlite', env, throttle, refusalPeriod: FOREVER });
    const refuse = async (username: string, from: string, text?: string): Promise<void> => {
      const headers = { 'x-forwarded-for': from };
      const body = { ...USERS['acme-lead'], username, password: 'wrong' };
      const reply =
        text === undefined ? await app.nobody.reply(login, { body }, headers) : await app.nobody.raw('POST', login.path, { text, headers });
      expect(reply.status).toBeGreaterThanOrEqual(400);
    };
    const many = async (count: number, one: (index: number) => Promise<void>): Promise<void> => {
      for (let done = 0; done < count; done += 100)
        await Promise.all(Array.from({ length: Math.min(100, count - done) }, (_, index) => one(done + index)));
    };
    await many(800, (index) => refuse(index % 2 === 0 ? 'acme-lead' : 'ACME-Lead', `2001:db8::${1 + (index % 9)}`));
    await many(100, () => refuse('', '192.0.2.9', '{not JSON'));
    await many(300, (index) => refuse(`made-up-${index}`, '192.0.2.9'));
    await app.close();
    const rows = await direct({ url: undefined, file: join(data, STORE_FILE) }, `select * from audit where call = 'session.login'`);
    expect(rows.reduce((sum, { count }) => sum + Number(count), 0)).toBe(1200);
    // One account from one network; twenty accounts of the other one, and all else of that.
    expect(rows.length).toBe(22);
    const [lead] = rows.filter(({ count }) => count === 800);
    expect(lead).toMatchObject({ status: 429, error_code: 'too_many_sign_ins', target: expect.any(String) });
    expect(JSON.parse(String(lead?.['body']))).toMatchObject({ refused: { invalid_credentials: 10, too_many_sign_ins: 790 } });
    expect(rows.filter(({ error_code: code, count }) => code === 'unsupported_media_type' && count === 100)).toHaveLength(1);
    expect(rows.find(({ body }) => String(body).includes('"accounts"'))).toMatchObject({
      user_name: null,
      address: '192.0.2.9',
      count: 281,
    });
  });

  it('10,000 refused sign-ins of one minute are one row of the audit for each account and source', async () => {
    const audit = paper();
    const refusals = collectRefusals(audit, log, FOREVER);
    for (let index = 0; index < 10_000; index++) {
      const last = index === 9999;
      refusals.add(`account ${index % 3}`, refusal({ address: `198.51.100.${index % 4}`, status: last ? 429 : 401 }));
    }
    await refusals.close();
    expect(audit.entries.length).toBe(12);
    expect(audit.entries.reduce((sum, { count = 1 }) => sum + count, 0)).toBe(10_000);
    expect(audit.entries.filter(({ status }) => status === 429)).toHaveLength(1);
  });

  it('refused sign-ins with ever new names or from ever new networks make a limited number of audit rows', async () => {
    const audit = paper();
    let at = 0;
    const refusals = collectRefusals(audit, log, FOREVER, () => at);
    const minute = async (names: number, addressOf: (index: number) => string): Promise<number> => {
      const before = audit.entries.length;
      for (let index = 0; index < names; index += 1) refusals.add(`nobody ${at} ${index}`, refusal({ address: addressOf(index) }));
      await refusals.close();
      return audit.entries.length - before;
    };
    expect(await minute(200, () => '192.0.2.1')).toBe(21);
    at += 60_000;
    expect(await minute(200, () => '192.0.2.1')).toBe(1);
    expect(audit.entries.at(-1)).toMatchObject({ userName: null, address: '192.0.2.1', count: 200, body: { accounts: 'many' } });
    expect(await minute(5, () => '192.0.2.2')).toBe(5);
    expect(await minute(5_000, (index) => `10.0.${index >> 8}.${index & 255}`)).toBe(600 - 27 + 1);
    expect(audit.entries.at(-1)).toMatchObject({ userName: null, address: null });
    at += 3_600_000;
    expect(await minute(200, () => '192.0.2.1')).toBe(21);
    expect(audit.entries.reduce((sum, { count = 1 }) => sum + count, 0)).toBe(200 + 200 + 5 + 5_000 + 200);
  });

  it('refused sign-ins are written when their time is over, again where the audit fails, and once only', async () => {
    vi.useFakeTimers();
    try {
      const audit = paper();
      audit.failures = 1;
      const refusals = collectRefusals(audit, log, 60_000);
      refusals.add('ann', refusal());
      await vi.advanceTimersByTimeAsync(60_000);
      expect(audit.entries).toEqual([]);
      refusals.add('ann', refusal({ errorCode: 'too_many_sign_ins', status: 429 }));
      await vi.advanceTimersByTimeAsync(59_000);
      expect(audit.entries).toEqual([]);
      await vi.advanceTimersByTimeAsync(1_000);
      const body = { username: 'ann', refused: { invalid_credentials: 1, too_many_sign_ins: 1 } };
      expect(audit.entries).toEqual([{ ...refusal(), status: 429, errorCode: 'too_many_sign_ins', body, count: 2 }]);
      await vi.advanceTimersByTimeAsync(120_000);
      await refusals.close();
      expect(audit.entries).toHaveLength(1);
    } finally {
      vi.useRealTimers();
    }
  });
});
