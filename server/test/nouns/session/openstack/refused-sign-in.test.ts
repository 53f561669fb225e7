/** Sign-ins that Keystone refuses for another reason than a wrong password, over HTTP, in Keystone's own words, and how long it lets others in. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import { SESSION_HEADER } from '@gantry/contract/wire/headers';
import { DEFAULTS, PASSWORD } from '../../../../../fakes/openstack/options.ts';
import { Replay } from '../../../../../fakes/openstack/replay.ts';
import type { Told } from '../../../../../fakes/openstack/listener.ts';
import { openReplayedStand } from '../../../engines/openstack/support/replayed-stand.ts';
import { Client } from '../../../support/client.ts';
import type { Stand } from '../../../scenarios/support/stand.ts';

const { whoami } = nouns.session.calls;
const NEXT = 'correct horse battery 9';
const replay = new Replay({ ...DEFAULTS, servers: 2, projects: 3, boot: 50, act: 50 });
const { people } = replay.cloud;
const alice = people.users.find(({ name }) => name === 'alice')!;
let stand: Stand;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ stand, close } = await openReplayedStand('refused-sign-in', replay, {}));
}, 60_000);
afterAll(() => close());

const nobody = () => new Client(stand.app.selfServiceUrl);
const signIn = (password: string, more: object = {}) =>
  nobody().raw('POST', '/api/v2/login', { body: { domain: 'acme', username: 'alice', password, ...more } });
const errorOf = ({ json }: { json: unknown }) => (json as { error: { err_code: string; detail?: string; data?: object } }).error;

describe('a sign-in with a password that has expired', () => {
  it('an expired password is told to who gives the right one alone, and another is set in its place', async () => {
    people.expired.add(alice.id);
    const [right, wrong] = [await signIn(PASSWORD), await signIn('not it')];
    expect([right.status, errorOf(right).err_code]).toEqual([403, 'password_expired']);
    expect([wrong.status, errorOf(wrong).err_code]).toEqual([401, 'invalid_credentials']);
    expect(JSON.stringify(right.json)).not.toContain(alice.id);
    const guessed = await signIn('not it', { new_password: NEXT });
    expect([guessed.status, errorOf(guessed).err_code]).toEqual([401, 'invalid_credentials']);
    const renewed = await signIn(PASSWORD, { new_password: NEXT });
    expect([renewed.status, (renewed.json as { name: string }).name]).toEqual([200, 'alice']);
    expect((await signIn(PASSWORD)).status).toBe(401);
    expect((await signIn(NEXT)).status).toBe(200);
  });

  it('tells in Keystone’s words what is wrong with a new password, and keeps the former one', async () => {
    const session = (await signIn(NEXT)).json as { token: string };
    const restore = replay.on('POST', /\/users\/[^/]+\/password$/, () => ({
      status: 400,
      answer: { error: { code: 400, message: 'The password does not match the requirements: a colour.', title: 'Bad Request' } },
    }));
    const refused = await signIn(NEXT, { new_password: 'correct horse battery 7' });
    restore();
    expect(refused.status).toBe(409);
    expect(JSON.stringify(refused.json)).toContain('does not match the requirements: a colour');
    expect((await signIn(NEXT)).status).toBe(200);
    expect(
      (
        await nobody()
          .with({ [SESSION_HEADER]: session.token })
          .reply(whoami)
      ).status,
    ).toBe(200);
  });

  it('refuses the present password and a weak one as the new password before Keystone is asked', async () => {
    const codes = async (next: string) => errorOf(await signIn(NEXT, { new_password: next })).data;
    expect(await codes(NEXT)).toMatchObject({ field_codes: { new_password: [{ code: 'password_same' }] } });
    expect(await codes('short')).toMatchObject({ field_codes: { new_password: [{ code: 'password_weak' }] } });
  });
});

describe('a sign-in that Keystone takes', () => {
  it('a session says at sign-in and later that it ends with the token that Keystone has issued', async () => {
    const issued: string[] = [];
    const restore = replay.on('POST', /\/v3\/auth\/tokens$/, ({ sent }, usual) => {
      const told = usual();
      if (JSON.stringify(sent).includes('"bob"')) issued.push((told.answer as { token: { expires_at: string } }).token.expires_at);
      return told;
    });
    const signedIn = await nobody().raw('POST', '/api/v2/login', { body: { domain: 'acme', username: 'bob', password: PASSWORD } });
    restore();
    expect([signedIn.status, issued.length]).toEqual([200, 1]);
    const { expires_at: end, token } = signedIn.json as { expires_at: string; token: string };
    const later = await nobody()
      .with({ [SESSION_HEADER]: token })
      .call(whoami);
    expect([end, later.expires_at].map((text) => Date.parse(text))).toEqual([Date.parse(issued[0]!), Date.parse(issued[0]!)]);
  });
});

describe('a sign-in that Keystone refuses', () => {
  const said = (message: string): Told => ({ status: 401, answer: { error: { code: 401, message, title: 'Unauthorized' } } });
  const receipt = {
    receipt: { methods: ['password'], user: { id: 'u-17', name: 'bob' }, expires_at: '2030-01-01T00:00:00.000000Z' },
    required_auth_methods: [['password', 'totp']],
  };
  const half: Told = { status: 401, answer: receipt, headers: { 'openstack-auth-receipt': 'half-way' } };
  it.each([
    ['needs a second factor', half, 401, 'second_factor_required'],
    ['is of a locked account', said('The account is locked for user: u-17.'), 403, 'account_locked'],
    ['is of a disabled account', said('The account is disabled for user: u-17.'), 403, 'user_disabled'],
    ['is wrong', said('The request you have made requires authentication.'), 401, 'invalid_credentials'],
  ])('a sign-in that %s is told apart, without whom it concerns', async (_, told, status, code) => {
    const restore = replay.on('POST', /\/v3\/auth\/tokens$/, ({ sent }, usual) =>
      JSON.stringify(sent).includes('"someone"') ? told : usual(),
    );
    const body = { domain: 'acme', username: 'someone', password: 'any' };
    const refused = await nobody().raw('POST', '/api/v2/login', { body });
    expect([refused.status, errorOf(refused).err_code]).toEqual([status, code]);
    expect(JSON.stringify(refused.json)).not.toMatch(/u-17|half-way/);
    restore();
  });
});
