/** Application credentials of users, over HTTP on the replayed cloud: made, used at Keystone by the file that comes with them, revoked. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { nouns } from '@gantry/contract';
import type { ApplicationCredentialCreate } from '@gantry/contract/nouns/session/application-credentials';
import { Replay } from '../../../../../fakes/openstack/replay.ts';
import { DEFAULTS } from '../../../../../fakes/openstack/options.ts';
import type { Stand, Visitor } from '../../../scenarios/support/stand.ts';
import { openReplayedStand } from '../../../engines/openstack/support/replayed-stand.ts';

const { calls } = nouns.session;
const DAY_MS = 86_400_000;
const replay = new Replay({ ...DEFAULTS, servers: 2, projects: 2 });
let stand: Stand;
let url: string;
let close: () => Promise<void>;
let owner: Visitor;
let other: Visitor;

beforeAll(async () => {
  ({ stand, url, close } = await openReplayedStand('credentials', replay, { identity: 3600 }));
  [owner, other] = [await stand.visitor('tenant'), await stand.visitor('reader')];
}, 60_000);
afterAll(() => close());

interface CloudsFile {
  clouds: Record<
    string,
    { auth_type: string; auth: Record<string, string>; region_name: string; interface: string; identity_api_version: number }
  >;
}

/** Signs in at Keystone as a client does that has only the file. */
async function signIn(file: string) {
  const [cloud] = Object.values((parse(file) as CloudsFile).clouds);
  const { auth_url: url, application_credential_id: id, application_credential_secret: secret } = cloud!.auth;
  const identity = { methods: ['application_credential'], application_credential: { id, secret } };
  const answer = await fetch(`${url}/auth/tokens`, { method: 'POST', body: JSON.stringify({ auth: { identity } }) });
  const { token } = (await answer.json()) as { token?: { user: { id: string }; project: { id: string }; roles: { name: string }[] } };
  const listed = await fetch(`${url}/auth/projects`, { headers: { 'x-auth-token': answer.headers.get('x-subject-token') ?? '' } });
  return { cloud: cloud!, status: answer.status, token, tokenStatus: listed.status, id: answer.headers.get('x-subject-token') };
}

const make = (body: ApplicationCredentialCreate, who = owner) => who.client.call(calls.createCredential, { body });
const revoke = (credentialId: string, who = owner) => who.client.call(calls.deleteCredential, { params: { credentialId } });
const listed = async (who = owner) => (await who.client.call(calls.credentials)).data;

describe('an application credential', () => {
  it('an application credential is made for the current project, and lets a client in by its file until it is revoked', async () => {
    const { id: userId, project_id: projectId } = await owner.client.call(calls.whoami);
    const before = Date.now();
    const {
      secret,
      clouds_yaml: file,
      ...made
    } = await make({ name: 'terraform', description: 'of the lab', access: 'full', expires_in_days: 9 });
    expect(made).toMatchObject({ name: 'terraform', description: 'of the lab', project_id: projectId, roles: ['member', 'reader'] });
    expect(made.project_name).not.toBeNull();
    expect(Math.abs(Date.parse(made.expires_at!) - before - 9 * DAY_MS)).toBeLessThan(60_000);
    expect(await listed()).toEqual([made]);
    expect(JSON.stringify(await stand.app.store.audit.list({ limit: 50 }))).not.toContain(secret);
    const inside = await signIn(file);
    expect(inside).toMatchObject({ status: 201, tokenStatus: 200, token: { user: { id: userId }, project: { id: projectId } } });
    // Named after domain and project, and not as the operator's own file calls the cloud.
    expect(Object.keys((parse(file) as CloudsFile).clouds)).toEqual(['acme-acme-prod']);
    expect(inside.cloud).toMatchObject({ auth_type: 'v3applicationcredential', region_name: 'RegionOne', interface: 'public' });
    await revoke(made.id);
    expect(await signIn(file)).toMatchObject({ status: 401, tokenStatus: 401 });
    expect(replay.cloud.tokens.find(inside.id!)).toBeUndefined();
    expect(await listed()).toEqual([]);
    expect((await owner.client.refused(calls.deleteCredential, { params: { credentialId: made.id } })).code).toBe('not_found');
  });

  it('an application credential is its user’s alone, of a name that the user has once, and may live without an end', async () => {
    const mine = await make({ name: 'backup', access: 'full' });
    expect(mine.expires_at).toBeNull();
    const twice = await owner.client.refused(calls.createCredential, { body: { name: 'backup', access: 'full' } });
    expect([twice.status, twice.body.error.data?.field_codes]).toEqual([409, { name: [{ code: 'credential_name_taken' }] }]);
    const namesake = await make({ name: 'backup', access: 'full' }, other);
    expect((await listed(other)).map(({ id }) => id)).toEqual([namesake.id]);
    expect((await other.client.refused(calls.deleteCredential, { params: { credentialId: mine.id } })).code).toBe('not_found');
    await revoke(mine.id);
    await revoke(namesake.id, other);
  });

  it('an application credential is made within a project only', async () => {
    const operator = await stand.visitor('system_admin');
    const outside = await operator.client.refused(calls.createCredential, { body: { name: 'system', access: 'full' } });
    expect(outside.code).toBe('project_scope_required');
  });
});

/** What the cloud says to a request with a credential's own token. */
async function status(file: string, method: string, place: string): Promise<number> {
  const { id } = await signIn(file);
  const headers = { 'x-auth-token': id ?? '', 'openstack-api-version': 'compute 2.73', 'content-type': 'application/json' };
  const body = method === 'POST' ? JSON.stringify({ 'os-stop': null }) : undefined;
  return (await fetch(`${url}${place}`, { method, headers, ...(body && { body }) })).status;
}

describe('an application credential that only reads', () => {
  afterEach(async () => {
    for (const { id } of await listed()) await revoke(id);
  });
  const problem = async (name: string) =>
    (await owner.client.refused(calls.createCredential, { body: { name, access: 'read' } })).body.error.data?.field_codes?.['access'];

  it('an application credential that only reads changes nothing at any service, whatever its roles allow', async () => {
    const { id: userId, project_id: projectId } = await owner.client.call(calls.whoami);
    const [reading, full] = [await make({ name: 'reading', access: 'read' }), await make({ name: 'writing', access: 'full' })];
    expect((await signIn(reading.clouds_yaml)).token?.roles).toMatchObject([{ name: 'reader' }]);
    const places = ['/compute/v2.1/servers/detail', '/network/v2.0/networks', `/volume/v3/${projectId}/volumes/detail`, '/image/v2/images'];
    for (const place of places) expect([place, await status(reading.clouds_yaml, 'GET', place)]).toEqual([place, 200]);
    for (const [method, place] of [
      ['POST', '/compute/v2.1/servers/any/action'],
      ['DELETE', '/network/v2.0/networks/any'],
      ['DELETE', `/volume/v3/${projectId}/volumes/any`],
      ['DELETE', '/image/v2/images/any'],
      ['GET', `/identity/v3/users/${userId}/application_credentials`],
    ] as const) {
      expect([place, await status(reading.clouds_yaml, method, place)]).toEqual([place, 401]);
      expect(await status(full.clouds_yaml, method, place), place).not.toBe(401);
    }
    expect((await listed()).map(({ name, access }) => `${name} ${access}`)).toEqual(['reading read', 'writing full']);
  });

  it('an application credential that only reads is not made in a cloud that refuses or ignores access rules', async () => {
    const path = /application_credentials$/;
    const message = "Additional properties are not allowed ('access_rules' was unexpected)";
    let back = replay.on('POST', path, () => ({ status: 400, answer: { error: { code: 400, message, title: 'Bad Request' } } }));
    expect(await problem('refused')).toEqual([{ code: 'credential_no_rules' }]);
    back();
    back = replay.on('POST', path, (asked, usual) => {
      const { application_credential: wanted } = asked.sent as { application_credential: Record<string, unknown> };
      delete wanted['access_rules'];
      return usual();
    });
    expect(await problem('ignored')).toEqual([{ code: 'credential_no_rules' }]);
    back();
    expect(await listed()).toEqual([]);
  });

  it('an application credential that only reads is not made where a service takes no token with rules', async () => {
    const { tokens } = replay.cloud;
    const back = replay.on('GET', /^\/volume\//, ({ headers }, usual) =>
      tokens.find(String(headers['x-auth-token']))?.rules ? { status: 401, answer: { error: { code: 401, message: 'no' } } } : usual(),
    );
    expect(await problem('untyped')).toEqual([{ code: 'credential_rules_refused', params: { services: 'volume' } }]);
    back();
    expect(await listed()).toEqual([]);
  });
});
