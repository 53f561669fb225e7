import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import { SESSION_HEADER } from '@gantry/contract/wire/headers';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { Client, Reply } from '../support/client.ts';

const servers = nouns.servers.calls;
const { whoami } = nouns.session.calls;

const many = (times: number, ask: () => Promise<Reply>): Promise<Reply[]> => Promise.all(Array.from({ length: times }, ask));
const statuses = (replies: readonly Reply[]): Record<number, number> => {
  const found: Record<number, number> = {};
  for (const { status } of replies) found[status] = (found[status] ?? 0) + 1;
  return found;
};

describe('the budget of requests', () => {
  /** Stands still unless a test says otherwise: what is used up stays so. */
  let now = 0;
  let app: TestApp;
  let flooding: Client;
  let other: Client;
  // Ten seconds' worth is there at once: a weight of 100 for a user, of 300 for a network.
  const budgets = { GANTRY_USER_RATE: '10', GANTRY_NETWORK_RATE: '30' };
  beforeEach(async () => {
    if (!app) {
      app = await startTestApp({ database: 'sqlite', env: { GANTRY_SAMPLE_SERVERS: '2', ...budgets }, budgetClock: () => now });
      flooding = await app.as('acme-lead', 'acme-prod');
      other = await app.as('globex-member', 'globex-prod');
    }
    now += 20_000;
  });
  afterAll(() => app.close());

  it('a flood of one user gets 429 with Retry-After, while all requests of another user succeed', async () => {
    const [flood, calm] = await Promise.all([many(300, () => flooding.reply(whoami)), many(90, () => other.reply(whoami))]);
    expect(statuses(flood)).toEqual({ 200: 100, 429: 200 });
    expect(statuses(calm)).toEqual({ 200: 90 });
    for (const { json, headers } of flood.filter(({ status }) => status === 429)) {
      expect(json).toMatchObject({ error: { err_code: 'too_many_requests' } });
      expect(headers.get('retry-after')).toBe('1');
    }
    now += 1000;
    expect(statuses(await many(20, () => flooding.reply(whoami)))).toEqual({ 200: 10, 429: 10 });
  });

  it('the budget of a user is one for all sessions, and signing in once more gains nothing', async () => {
    const again = await app.as('acme-lead', 'none');
    const replies = await Promise.all([many(80, () => flooding.reply(whoami)), many(80, () => again.reply(whoami))]);
    expect(statuses(replies.flat())).toEqual({ 200: 100, 429: 60 });
  });

  it('the budget weighs a page of a thousand rows like eleven reads, and a change like two', async () => {
    expect(statuses(await many(20, () => flooding.reply(servers.list, { query: { limit: 1000 } })))).toEqual({ 200: 9, 429: 11 });
    now += 20_000;
    expect(statuses(await many(80, () => flooding.raw('POST', '/api/v2/compute/key_pairs', { body: {} })))).toEqual({ 400: 50, 429: 30 });
  });

  it('the budget weighs a search like the twenty lists that it asks, and a page of the audit like one of any list', async () => {
    expect(statuses(await many(20, () => flooding.reply(nouns.search.calls.find, { query: { text: 'a' } })))).toEqual({ 200: 5, 429: 15 });
    const admin = await app.as('admin', 'own');
    now += 20_000;
    const audits = await many(20, () => admin.reply(nouns.auditLog.calls.list, { query: { limit: 1000 } }));
    expect(statuses(audits)).toEqual({ 200: 9, 429: 11 });
  });

  it('a used-up budget refuses a change before its body is read, and leaves no entry in the audit', async () => {
    const before = await app.store.audit.list({ limit: 1000 });
    const headers = { 'content-type': 'application/json' };
    const replies = await many(80, () => flooding.raw('POST', '/api/v2/compute/key_pairs', { text: '{"name": 1', headers }));
    expect(statuses(replies)).toEqual({ 400: 50, 429: 30 });
    expect(await app.store.audit.list({ limit: 1000 })).toHaveLength(before.length + 50);
  });

  it('requests without a valid session use up the budget of a network; those with a session and health checks are answered', async () => {
    const forged = app.nobody.with({ [SESSION_HEADER]: 'x'.repeat(43) });
    expect(statuses(await many(400, () => forged.reply(whoami)))).toEqual({ 401: 300, 429: 100 });
    expect(statuses(await many(50, () => other.reply(whoami)))).toEqual({ 200: 50 });
    expect(statuses(await many(50, () => app.nobody.raw('GET', '/healthz')))).toEqual({ 200: 50 });
    expect((await app.nobody.raw('GET', '/')).status).toBe(429);
  });

  it('the budget of a network is not used up by users who sign in and work', async () => {
    for (let round = 0; round < 3; round += 1) {
      const lead = await app.as('acme-admin', 'own');
      await many(90, () => lead.reply(whoami));
      now += 1000;
    }
    expect(statuses(await many(280, () => app.nobody.raw('GET', '/config.json')))).toEqual({ 200: 280 });
  });

  it('requests of a session that has ended are charged to the network, and not to its user', async () => {
    const ending = await app.as('acme-member', 'none');
    await ending.call(nouns.session.calls.logout);
    expect(statuses(await many(150, () => ending.reply(whoami)))).toEqual({ 401: 150 });
    const still = await app.as('acme-member', 'none');
    expect(statuses(await many(120, () => still.reply(whoami)))).toEqual({ 200: 100, 429: 20 });
  });
});
