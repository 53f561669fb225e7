import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import { errorCodesOf } from '@gantry/contract/openapi';
import { SESSION_HEADER } from '@gantry/contract/wire/headers';
import { PASSWORD, startTestApp, USERS, type TestApp, type UserName } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { anyDatabase } from '../support/databases.ts';
import { put } from '../support/tenants.ts';

const { login, whoami, logout } = nouns.session.calls;
const PATH = '/api/v2/accounts/change-password/';
/** As in the product, and nobody waits for the answers. */
const throttle = { window: 900_000, perAccount: 10, perDevice: 20, perNetwork: 100, delay: 0 };
const NEXT = 'correct horse battery 9';

describe.each(anyDatabase)('changing one’s own password on $name', ({ name: database }) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ database, env: { GANTRY_SAMPLE_SERVERS: '0' }, throttle });
  });
  afterAll(() => app.close());

  async function begin(name: UserName, password = PASSWORD): Promise<Client> {
    const { token } = await app.nobody.call(login, { body: { ...USERS[name], password } });
    return app.nobody.with({ [SESSION_HEADER]: token! });
  }
  const change = (client: Client, current: string, next: string, again = next) =>
    client.raw('PUT', PATH, { body: { current_password: current, new_password: next, confirm_password: again } });
  const lives = async (client: Client): Promise<boolean> => (await client.reply(whoami)).status === 200;
  const codesOf = ({ json }: { json: unknown }): Record<string, string[]> => {
    const { field_codes: codes = {} } = (json as { error: { data: { field_codes?: Record<string, { code: string }[]> } } }).error.data;
    return Object.fromEntries(Object.entries(codes).map(([field, texts]) => [field, texts.map(({ code }) => code)]));
  };

  it('a user changes the password with the current one; the new one signs in, and other sessions of the user end [api.change-password]', async () => {
    const [mine, other, stranger] = [await begin('acme-member'), await begin('acme-member'), await begin('acme-viewer')];
    const wrong = await change(mine, 'not it', NEXT);
    expect([wrong.status, codesOf(wrong)]).toEqual([400, { current_password: ['password_wrong'] }]);
    expect(await lives(other)).toBe(true);
    expect((await change(mine, PASSWORD, NEXT)).status).toBe(204);
    expect([await lives(mine), await lives(other), await lives(stranger)]).toEqual([true, false, true]);
    expect((await app.nobody.reply(login, { body: { ...USERS['acme-member'], password: PASSWORD } })).status).toBe(401);
    const again = await begin('acme-member', NEXT);
    expect((await change(again, NEXT, PASSWORD + 'x1')).status).toBe(204);
    expect(await lives(mine)).toBe(false);
    await again.call(logout);
  });

  it('a sign-in with the right password takes a new one along, and ends all other sessions of the user', async () => {
    const before = await begin('globex-member');
    const body = { ...USERS['globex-member'], password: PASSWORD, new_password: NEXT };
    const guessed = await app.nobody.reply(login, { body: { ...body, password: 'not it' } });
    expect([guessed.status, await lives(before)]).toEqual([401, true]);
    const same = await app.nobody.raw('POST', '/api/v2/login', { body: { ...body, new_password: PASSWORD } });
    expect([same.status, codesOf(same)]).toEqual([400, { new_password: ['password_same'] }]);
    const { token } = await app.nobody.call(login, { body });
    expect([await lives(app.nobody.with({ [SESSION_HEADER]: token! })), await lives(before)]).toEqual([true, false]);
    expect((await app.nobody.reply(login, { body: { ...USERS['globex-member'], password: PASSWORD } })).status).toBe(401);
    await begin('globex-member', NEXT);
  });

  it('a change of password tells at each field what is wrong: missing, weak, the same as before, or unequal', async () => {
    const mine = await begin('acme-lead');
    expect(codesOf(await change(mine, '', '', ''))).toEqual({
      current_password: ['required'],
      new_password: ['required'],
      confirm_password: ['required'],
    });
    expect(codesOf(await change(mine, PASSWORD, 'short', 'shorter'))).toEqual({
      new_password: ['password_weak'],
      confirm_password: ['password_unequal'],
    });
    expect(codesOf(await change(mine, NEXT, NEXT))).toEqual({ new_password: ['password_same'] });
    expect(codesOf(await change(mine, PASSWORD, NEXT, 'another horse battery 9'))).toEqual({ confirm_password: ['password_unequal'] });
    expect((await app.nobody.raw('PUT', PATH, { body: {} })).status).toBe(401);
    await begin('acme-lead');
  });

  it('a change of password is refused to a user whom an identity provider signs in', async () => {
    const admin = await app.as('acme-admin', 'own');
    const { domain_id: domainId, id } = await admin.call(whoami);
    const row = await app.store.read.get({ engine: 'embedded', kind: 'user', id });
    expect(row!.domainId).toBe(domainId);
    await put(app.store, { ...row!, document: { ...row!.document, identity_provider: 'corp' } });
    const mine = await begin('acme-admin');
    const refused = await change(mine, PASSWORD, NEXT);
    expect([refused.status, refused.json]).toMatchObject([
      403,
      { error: { err_code: 'forbidden', data: { reason: { code: 'password_elsewhere' } } } },
    ]);
    expect(errorCodesOf(nouns.session.calls.changePassword)).toContain('forbidden');
    await put(app.store, row!);
  });

  it('a change of password stops guesses in an open session, and shuts nobody out of the sign-in', async () => {
    const mine = await begin('acme-viewer');
    const statuses: number[] = [];
    for (let guess = 0; guess < 11; guess += 1) statuses.push((await change(mine, `guess ${guess}`, NEXT)).status);
    expect(statuses).toEqual([400, 400, 400, 400, 400, 400, 400, 400, 400, 400, 429]);
    await begin('acme-viewer');
  });
});
