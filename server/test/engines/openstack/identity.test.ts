/** Who is what: Keystone's answers as roles of ours. */
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Scope } from '@gantry/contract/access/roles';
import { rightsOf } from '../../../src/engines/openstack/identity/roles.ts';
import { settings } from '../../../src/engines/openstack/settings.ts';
import { Bench } from './support/bench.ts';
import type { Told } from '../../../../fakes/openstack/listener.ts';
import { PASSWORD } from '../../../../fakes/openstack/options.ts';

const UNKNOWN = { type: 'project', projectId: '11111111-1111-4111-8111-111111111111', domainId: 'x' } as const;

describe('sign-in at Keystone', () => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await Bench.open();
  });
  afterEach(() => bench.close());
  const identity = () => bench.engine.identity!;
  const domain = (): Scope & { type: 'domain' } => ({ type: 'domain', domainId: bench.cloud.id('acme') });
  const projectsOf = async (user: string) =>
    (await identity().projects(await bench.signIn(user)))
      .map(({ name, role, enabled }) => ({ name, role, enabled }))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1));

  it('a sign-in takes a domain by name or id, and ends with the token', async () => {
    const byName = await bench.signIn('alice', 'ACME');
    const byId = await bench.signIn('alice', bench.cloud.id('acme'));
    expect(byName).toMatchObject({
      userName: 'alice',
      domainId: bench.cloud.id('acme'),
      domainName: 'acme',
      roles: ['project_member'],
      isSuperuser: false,
    });
    expect(byId.userId).toBe(byName.userId);
    expect(Date.parse(byName.expiresAt!) - Date.now()).toBeLessThanOrEqual(3_600_000);
  });

  it('a sign-in refuses an unknown user and a wrong password alike, and takes equally long', async () => {
    const timed = async (user: string, where: string) => {
      const startedAt = performance.now();
      await expect(bench.signIn(user, where, 'wrong')).rejects.toMatchObject({ code: 'invalid_credentials', detail: undefined });
      return performance.now() - startedAt;
    };
    const [wrong, unknown, nowhere] = await Promise.all([
      timed('alice', 'acme'),
      timed('nobody', 'acme'),
      timed('alice', 'no such domain'),
    ]);
    // Each is held back until a second is full: how long they took before that does not show.
    for (const ms of [wrong, unknown, nowhere]) expect(ms).toBeGreaterThan(990);
  });

  it.each([
    [401, 'The password is expired and needs to be changed for user: 0a1b.', 'password_expired'],
    [401, 'The account is locked for user: 0a1b.', 'account_locked'],
    [401, 'The account is disabled for user: 0a1b.', 'user_disabled'],
    [401, 'The request you have made requires authentication.', 'invalid_credentials'],
    [400, 'Invalid input for field password: it is too long', 'invalid_credentials'],
    [403, 'You are not authorized to perform the requested action.', 'forbidden'],
    [404, 'The resource could not be found.', 'engine_unavailable'],
    [413, 'Request is too large.', 'engine_unavailable'],
    [429, 'Too many requests.', 'engine_unavailable'],
  ])(
    'a sign-in that Keystone refuses with %s and “%s” is told as %s, without what Keystone says of the user',
    async (code, message, expected) => {
      await bench.signIn('alice');
      bench.cloud.on('POST', /\/auth\/tokens$/, () => ({ status: code, answer: { error: { code, message, title: 'No' } } }));
      const refusal = await bench.signIn('alice').catch((error: unknown) => error);
      expect(refusal).toMatchObject({ code: expected });
      expect(JSON.stringify(refusal)).not.toContain('0a1b');
    },
  );

  it('a sign-in tells a second factor by the receipt that Keystone gives for the first one', async () => {
    await bench.signIn('alice');
    const receipt = { methods: ['password'], user: { id: '0a1b', name: 'alice' }, expires_at: '2030-01-01T00:00:00.000000Z' };
    const answer = { receipt, required_auth_methods: [['password', 'totp']] };
    bench.cloud.on('POST', /\/auth\/tokens$/, () => ({ status: 401, answer, headers: { 'openstack-auth-receipt': 'half' } }));
    await expect(bench.signIn('alice')).rejects.toMatchObject({ code: 'second_factor_required', detail: undefined });
  });

  it('a sign-in tells of a disabled domain, whatever the password', async () => {
    bench.cloud.on('GET', /\/domains$/, (_, usual) => {
      const { answer: all, ...told } = usual();
      const { domains } = all as { domains: { name: string }[] };
      return { ...told, answer: { domains: domains.map((one) => (one.name === 'acme' ? { ...one, enabled: false } : one)) } };
    });
    await expect(bench.signIn('alice', 'acme', 'any')).rejects.toMatchObject({ code: 'domain_disabled' });
  });

  it('changes a password by the user’s own token, and tells a wrong one from what the cloud says of the new one', async () => {
    const alice = await bench.signIn('alice');
    const { unscoped } = alice.credential as { unscoped: string };
    const answers = [
      { status: 204 },
      { status: 401, answer: { error: { message: 'no' } } },
      { status: 400, answer: { error: { message: 'used before' } } },
    ];
    const asked: unknown[] = [];
    bench.cloud.on('POST', /\/users\/[^/]+\/password$/, ({ path, sent, headers }) => {
      asked.push([path, sent, headers['x-auth-token']]);
      return answers[asked.length - 1]!;
    });
    const change = () => identity().changePassword(alice, { current: PASSWORD, next: 'correct horse battery 9' });
    await change();
    expect(asked).toEqual([
      [
        `/identity/v3/users/${alice.userId}/password`,
        { user: { original_password: PASSWORD, password: 'correct horse battery 9' } },
        unscoped,
      ],
    ]);
    await expect(change()).rejects.toMatchObject({ code: 'invalid_credentials' });
    await expect(change()).rejects.toMatchObject({ code: 'engine_refused', detail: 'used before' });
  });

  it('an administrator of a domain gets it and its projects, but neither the system nor another domain', async () => {
    expect(await projectsOf('carol')).toEqual([
      { name: 'acme-dev', role: 'project_admin', enabled: true },
      { name: 'acme-prod', role: 'project_admin', enabled: true },
    ]);
    const carol = await bench.signIn('carol');
    expect(carol).toMatchObject({ roles: ['domain_admin'], isSuperuser: false });
    await expect(identity().enter(carol, { type: 'system' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(identity().enter(carol, { type: 'domain', domainId: 'default' })).rejects.toMatchObject({ code: 'not_found' });
    expect(await identity().enter(carol, domain())).toMatchObject({ scope: domain(), role: 'domain_admin', readOnly: false });
  });

  it('a reader gets a project to look at, a member to change', async () => {
    expect(await projectsOf('bob')).toMatchObject([{ role: 'project_user' }, { role: 'project_user' }]);
    const bob = await bench.signIn('bob');
    expect((await identity().projects(bob)).find(({ name }) => name === 'acme-prod')).toMatchObject({ readOnly: true });
    expect(await identity().enter(bob, bench.project('acme-prod'))).toMatchObject({ role: 'project_user', readOnly: true });
    expect(await identity().enter(await bench.signIn('alice'), bench.project('acme-prod'))).toMatchObject({
      role: 'project_user',
      readOnly: false,
    });
  });

  it('gives the system to administrators of the cloud project', async () => {
    const admin = await bench.signIn('admin', 'default');
    expect(admin).toMatchObject({ isSuperuser: true, roles: expect.arrayContaining(['system_admin']) });
    const grant = await identity().enter(admin, { type: 'system' });
    expect(grant).toMatchObject({ role: 'system_admin', readOnly: false, credential: { projectId: bench.cloud.id('admin'), cloud: true } });
  });

  it('a foreign project is answered like a project that does not exist', async () => {
    const alice = await bench.signIn('alice');
    const foreign = { ...UNKNOWN, projectId: bench.cloud.id('admin') };
    for (const scope of [foreign, UNKNOWN]) await expect(identity().enter(alice, scope)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('a scope takes domain and project from Keystone, not from the caller', async () => {
    const alice = await bench.signIn('alice');
    const { scope } = await identity().enter(alice, { ...bench.project('acme-prod'), domainId: 'default' });
    expect(scope).toEqual(bench.project('acme-prod'));
  });

  it('notices within seconds that a right was taken away, a project or a user disabled, a user deleted', async () => {
    const alice = await bench.signIn('alice');
    const grant = { scope: bench.project('acme-prod'), role: 'project_user', readOnly: false, permissions: [] } as const;
    expect(await identity().holds(alice, grant)).toBe(true);
    // Keys of object storage are asked for without the user's token.
    const { projectId } = grant.scope;
    const held = async (id: string | null = projectId) =>
      (await identity().rightsNow(alice.userId, id)).map(({ scope, role, readOnly }) => ({ scope, role, readOnly }));
    const { permissions: _none, ...right } = grant;
    expect(await held()).toEqual([right]);
    expect(await held(null)).toContainEqual(right);
    expect(await held('no-such-project')).toEqual([]);
    // A member who becomes a reader loses the right to change.
    expect(await identity().holds(alice, { ...grant, readOnly: true })).toBe(false);
    await identity().check(alice);
    const answer = (usual: () => Told) => usual().answer as { project: { enabled: boolean }; user: { enabled: boolean } };
    const back = bench.cloud.on('GET', /^\/identity\/v3\/projects\//, (_, usual) => {
      const { project } = answer(usual);
      return { answer: { project: { ...project, enabled: false } } };
    });
    await expect.poll(() => identity().holds(alice, grant), { timeout: 20_000 }).toBe(false);
    expect(await held()).toEqual([]);
    back();
    await expect.poll(() => identity().holds(alice, grant), { timeout: 20_000 }).toBe(true);
    expect(await held()).toEqual([right]);
    const assigned = bench.cloud.on('GET', /role_assignments/, () => ({ answer: { role_assignments: [] } }));
    await expect.poll(() => identity().holds(alice, grant), { timeout: 20_000 }).toBe(false);
    expect(await held()).toEqual([]);
    assigned();
    await expect.poll(() => held(), { timeout: 20_000 }).toEqual([right]);
    const checked = () =>
      identity()
        .check(alice)
        .then(
          () => 'fine',
          (error: { code: string }) => error.code,
        );
    bench.cloud.on('GET', /^\/identity\/v3\/users\//, (_, usual) => ({
      answer: { user: { ...answer(usual).user, enabled: false } },
    }));
    await expect.poll(checked, { timeout: 20_000 }).toBe('user_disabled');
    expect(await held()).toEqual([]);
    bench.cloud.on('GET', /^\/identity\/v3\/users\//, () => ({ status: 404, answer: { error: { message: 'Could not find user' } } }));
    await expect.poll(checked, { timeout: 20_000 }).toBe('unauthorized');
  });

  it('an ended token asks for a new sign-in, and a silent Keystone is told as unavailable', async () => {
    const alice = await bench.signIn('alice');
    await identity().projects(alice);
    bench.cloud.revokeTokens();
    await expect(identity().projects(alice)).rejects.toMatchObject({ code: 'reauth_required' });
    await expect(identity().enter({ ...alice, credential: null }, bench.project('acme-prod'))).rejects.toMatchObject({
      code: 'reauth_required',
    });
    bench.cloud.silent.add('identity');
    const refusal = { code: 'engine_unavailable', detail: expect.stringMatching(/^identity: /) };
    await expect(identity().projects(alice)).rejects.toMatchObject(refusal);
    await expect(bench.signIn('alice')).rejects.toMatchObject(refusal);
  });

  it('renews the service account when its token is no longer taken', async () => {
    const alice = await bench.signIn('alice');
    bench.cloud.revokeTokens();
    await identity().check(alice);
    expect(bench.cloud.count('POST', /auth\/tokens$/)).toBe(3);
  });
});

describe('the role table', () => {
  const names = new Map([
    ['1', 'admin'],
    ['2', 'member'],
    ['3', 'reader'],
    ['4', 'something else'],
  ]);
  const scope = fc.oneof(
    fc.constantFrom('a', 'b', 'cloud').map((id) => ({ project: { id } })),
    fc.constantFrom('x', 'y').map((id) => ({ domain: { id } })),
    fc.constant({ system: { all: true } }),
  );
  const assignments = fc.array(
    fc.record({ user: fc.constant({ id: 'u' }), role: fc.constantFrom('1', '2', '3', '4').map((id) => ({ id })), scope }),
    { maxLength: 8 },
  );
  const { roles } = settings.parse({ clouds_file: 'x', cloud: 'x' });

  it('the role table gives no more than the place where a role is held, in whatever order', () => {
    fc.assert(
      fc.property(assignments, (list) => {
        const rights = rightsOf(roles, 'cloud', list, names);
        const holds = (role: string, where: (item: (typeof list)[number]['scope']) => boolean) =>
          list.some((item) => names.get(item.role.id) === role && where(item.scope));
        const inCloud = (item: object) =>
          'system' in item || ('project' in item && (item as { project: { id: string } }).project.id === 'cloud');
        expect(rights.system !== null).toBe(holds('admin', inCloud));
        for (const id of ['x', 'y'])
          expect(rights.domains.get(id)?.role).toBe(
            holds('admin', (item) => 'domain' in item && item.domain.id === id) ? 'domain_admin' : undefined,
          );
        for (const id of ['a', 'b', 'cloud']) {
          const here = (item: (typeof list)[number]['scope']) => 'project' in item && item.project.id === id;
          const changes = holds('admin', here) || holds('member', here);
          const expected = holds('admin', here) ? 'project_admin' : changes || holds('reader', here) ? 'project_user' : undefined;
          expect(rights.projects.get(id)?.role).toBe(expected);
          if (expected) expect(rights.projects.get(id)?.readOnly).toBe(!changes);
        }
        expect(rightsOf(roles, 'cloud', list.toReversed(), names)).toEqual({
          system: rights.system,
          domains: expect.toSatisfy((map: typeof rights.domains) => map.size === rights.domains.size),
          projects: expect.toSatisfy((map: typeof rights.projects) =>
            [...map].every(([id, held]) => held.role === rights.projects.get(id)?.role),
          ),
        });
      }),
    );
  });

  it('the role table gives no right to the system where no cloud project is known', () => {
    const list = [{ user: { id: 'u' }, role: { id: '1' }, scope: { project: { id: 'cloud' } } }];
    expect(rightsOf(roles, undefined, list, names).system).toBeNull();
  });

  it.each([
    { keystone_role: 'admin', on: 'project', role: 'system_admin' },
    { keystone_role: 'admin', on: 'project', role: 'domain_admin' },
    { keystone_role: 'admin', on: 'domain', role: 'system_admin' },
    { keystone_role: 'member', on: 'domain', role: 'project_user' },
  ])('the role table cannot be configured to give $role for a role on a $on', (entry) => {
    expect(settings.safeParse({ clouds_file: 'x', cloud: 'x', roles: [entry] }).success).toBe(false);
  });
});
