import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import { SESSION_HEADER } from '@gantry/contract/wire/headers';
import { hashOf } from '../../src/access/tokens.ts';
import { anyDatabase } from '../support/databases.ts';
import { PASSWORD, startTestApp, USERS, type TestApp, type UserName } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { listen } from '../../../fakes/socket.ts';

const { login, logout, whoami, sessions, endSession, endOthers } = nouns.session.calls;
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

describe.each(anyDatabase)('one’s own sessions on $name', ({ name: database }) => {
  let app: TestApp;
  let now = Date.now();
  beforeAll(async () => {
    app = await startTestApp({ database, env: { GANTRY_SAMPLE_SERVERS: '0' }, sessionClock: { now: () => now } });
  });
  afterAll(() => app.close());

  /** A new session of somebody, a second after whatever was before. */
  async function begin(name: UserName, agent = FIREFOX): Promise<Client> {
    now += 1000;
    const user = await app.nobody.call(login, { body: { ...USERS[name], password: PASSWORD } }, { 'user-agent': agent });
    return app.nobody.with({ [SESSION_HEADER]: user.token! });
  }
  const listOf = async (client: Client) => (await client.call(sessions)).data;
  const current = async (client: Client): Promise<string> => (await listOf(client)).find((one) => one.is_current)!.id;
  const lives = async (client: Client): Promise<boolean> => (await client.reply(whoami)).status === 200;

  it('sessions of a user are listed with when and where they began, the present one marked, and without tokens', async () => {
    const old = await begin('acme-member');
    const mine = await begin('acme-member', 'curl/8.5.0');
    const { data, count } = await mine.call(sessions, { query: { with_count: true } });
    expect(count).toBe(2);
    expect(data.map(({ browser, address, is_current: isCurrent }) => [browser, address, isCurrent])).toEqual([
      [null, '127.0.0.1', true],
      ['Firefox', '127.0.0.1', false],
    ]);
    for (const one of data) {
      expect(new Date(one.created_at).getTime()).toBeLessThanOrEqual(now);
      expect(one.expires_at > one.created_at).toBe(true);
    }
    const text = JSON.stringify(data);
    for (const { sessionId } of [old, mine]) for (const secret of [sessionId, hashOf(sessionId)]) expect(text).not.toContain(secret);
    expect((await mine.call(sessions, { query: { limit: 1, with_count: true } })).data.map(({ id }) => id)).toEqual([data[0]!.id]);
    expect((await listOf(old)).map(({ id }) => id)).toEqual(data.map(({ id }) => id));
    expect((await mine.reply(sessions, { query: { page: 1 } as never })).status).toBe(400);
    expect((await app.nobody.reply(sessions)).status).toBe(401);
  });

  it('sessions of a user are ended one by one, and nobody ends those of others', async () => {
    const [mine, other, third] = [await begin('acme-lead'), await begin('acme-lead'), await begin('acme-lead')];
    const stranger = await begin('globex-member');
    const foreign = await stranger.refused(endSession, { params: { sessionId: await current(other) } });
    const unknown = await stranger.refused(endSession, { params: { sessionId: 'f'.repeat(32) } });
    expect([foreign.status, unknown.status, foreign.code]).toEqual([404, 404, unknown.code]);
    await mine.call(endSession, { params: { sessionId: await current(other) } });
    expect([await lives(mine), await lives(other), await lives(third)]).toEqual([true, false, true]);
    await third.call(endSession, { params: { sessionId: await current(third) } });
    expect([await lives(mine), await lives(third)]).toEqual([true, false]);
  });

  it('a user ends all sessions but the present one, with their sockets, and those of other people go on', async () => {
    const [mine, stranger] = [await begin('acme-admin'), await begin('acme-viewer')];
    const others = [await app.as('acme-admin', 'own'), await begin('acme-admin')];
    const listening = await listen(app.url, others[0]!);
    expect(await mine.call(endOthers)).toEqual({ count: 2 });
    expect([await lives(mine), await lives(stranger), await lives(others[0]!), await lives(others[1]!)]).toEqual([
      true,
      true,
      false,
      false,
    ]);
    await expect.poll(() => listening.signals, { timeout: 60_000 }).toEqual(['session_ended', 'disconnect']);
    expect(await mine.call(endOthers)).toEqual({ count: 0 });
    expect((await listOf(mine)).length).toBe(1);
  });

  it('a user has fifty sessions at most: one more ends the session that was not in use for longest, to the second', async () => {
    const first = await begin('globex-member');
    await first.call(endOthers);
    const second = await begin('globex-member');
    now += 120_000;
    expect(await lives(first)).toBe(true);
    const rest: Client[] = [];
    for (let number = 3; number <= 50; number++) rest.push(await begin('globex-member'));
    expect([(await listOf(first)).length, await lives(second)]).toEqual([50, true]);
    now += 120_000;
    expect(await lives(first)).toBe(true);
    now += 1000;
    for (const client of rest) expect(await lives(client)).toBe(true);
    const last = await begin('globex-member');
    expect([await lives(last), await lives(first), await lives(second), (await listOf(last)).length]).toEqual([true, true, false, 50]);
    // Of the first, what is stored is older than of the others: it was in use again within the minute.
    const further = await begin('globex-member');
    expect([await lives(further), await lives(first), (await listOf(last)).length]).toEqual([true, true, 50]);
    for (const client of [last, further]) await client.call(logout);
    expect((await listOf(first)).length).toBe(48);
  });
});
