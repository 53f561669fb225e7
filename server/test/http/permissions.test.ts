/** What permissions open beside roles, asked over HTTP: expectations are written by hand (S0 §6; decisions G15, G29). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls, nouns } from '@gantry/contract';
import type { Call, CallInput } from '@gantry/contract/wire/call';
import { AUTH_TOKEN_HEADER } from '@gantry/contract/wire/headers';
import { signIn, startTestApp, type ScopeName, type TestApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';

const PASSWORD = 'correct horse battery 9';

/** Which permission looks after what administration alone does, by the noun; null: none but administrators. */
const KEEPERS: Readonly<Record<string, string | null>> = {
  auditLog: null,
  computeCluster: 'compute',
  domains: null,
  flavors: 'compute',
  images: 'compute',
  loadBalancers: 'network',
  metrics: 'cluster',
  networks: 'network',
  nodes: 'compute',
  objectStorage: 's3',
  platform: null,
  problemReports: null,
  servers: 'compute',
  storageClusters: 'cluster',
  storagePolicies: 'compute',
  traits: 'compute',
  volumeSnapshots: 'compute',
  volumes: 'compute',
};

const isOfAdministration = ({ permission }: Call): boolean => permission.audience === 'system';

describe('permissions', () => {
  let app: TestApp;
  let admin: Client;
  beforeAll(async () => {
    app = await startTestApp({ database: 'sqlite', env: { GANTRY_SAMPLE_SERVERS: '1' } });
    admin = await app.as('admin', 'own');
  });
  afterAll(() => app.close());

  const session = (username: string, domain: string, scope: ScopeName) =>
    signIn(app.nobody.at(app.app.adminUrl), { domain, username, password: PASSWORD }, scope);

  /** A user of a domain with these rights, signed in. */
  async function holder(name: string, rights: object, { domain = 'default', scope = 'own' as ScopeName } = {}): Promise<Client> {
    const { data } = await admin.call(nouns.domains.calls.list, { query: {} });
    const domainId = data.find((one) => one.name.toLowerCase() === domain)!.id;
    await admin.call(nouns.users.calls.create, { params: { domainId }, body: { name, password: PASSWORD, ...rights } });
    return session(name, domain, scope);
  }
  const whose = (permission: string) => holder(`holder of ${permission}`, { system_permissions: [permission] });

  /** The error of a call that names nothing there is; undefined where it was not refused for want of a right. */
  async function refusal(client: Client, call: Call): Promise<string | undefined> {
    const params = Object.fromEntries(Object.keys(call.params?.shape ?? {}).map((name) => [name, `no-${name}`]));
    const { status, json } = await client.reply(call, { params, ...(call.body && { body: {} }) } as CallInput<Call>);
    const code = (json as { error?: { err_code: string } } | undefined)?.error?.err_code;
    return status === 403 || status === 401 ? code : undefined;
  }

  it('every call of administration is known to the table of this test', () => {
    const found = new Set(calls.filter(isOfAdministration).map(({ id }) => id.split('.')[0]!));
    expect([...found].toSorted()).toEqual(Object.keys(KEEPERS).toSorted());
  });

  it.each(['cluster', 'compute', 'network', 's3', 'viewer', 'login'])(
    'who has %s is refused each call of administration that this does not open, and no other [choice.admin-permissions]',
    async (permission) => {
      const client = await whose(permission);
      const wrong: string[] = [];
      for (const call of calls.filter(isOfAdministration)) {
        const keeper = KEEPERS[call.id.split('.')[0]!];
        const reads = call.method === 'GET';
        // Who may only sign in reads what the overview shows, and no dashboards of somebody else's.
        const overview = keeper === 'cluster' && call.id !== 'metrics.dashboards';
        const opens = keeper === permission || (reads && (permission === 'viewer' || (permission === 'login' && overview)));
        const inProject = call.does.by === 'command' && call.does.scope === 'project';
        const code = await refusal(client, call);
        if (inProject ? code !== 'project_scope_required' : (code === 'forbidden') === opens) wrong.push(`${call.id}: ${code}`);
      }
      expect(wrong).toEqual([]);
    },
    120_000,
  );

  it.each(['ssh', 'debug', 'abgw', 'iscsi', 'nfs', 'updates'])(
    'who has the permission %s only has nowhere to go yet',
    async (permission) => {
      const client = await whose(permission);
      expect(client.headers[AUTH_TOKEN_HEADER]).toBe('');
    },
  );

  it('services change servers in all projects, viewers look at all and change nothing', async () => {
    const [compute, viewer] = [await session('holder of compute', 'default', 'own'), await session('holder of viewer', 'default', 'own')];
    const { data } = await viewer.call(nouns.servers.calls.list, { query: {} });
    expect(data.length).toBeGreaterThan(0);
    const at = { params: { serverId: data[0]!.id } };
    expect((await viewer.refused(nouns.servers.calls.update, { ...at, body: { description: 'x' } })).code).toBe('forbidden');
    await compute.call(nouns.servers.calls.update, { ...at, body: { description: 'by compute' } });
    expect((await compute.refused(nouns.networks.calls.list, { query: {} })).code).toBe('forbidden');
    expect((await compute.refused(nouns.knownUsers.calls.list, { query: {} })).code).toBe('forbidden');
    expect((await viewer.call(nouns.knownUsers.calls.list, { query: {} })).data.length).toBeGreaterThan(0);
    const { data: abilities } = await viewer.call(nouns.session.calls.meta);
    const changing = Object.entries(abilities).filter(([subject, methods]) => subject !== 'session' && methods.join() !== 'GET');
    // Whoever is signed in may report a problem.
    expect(changing).toEqual([['reports', ['GET', 'POST']]]);
    expect(abilities['compute_servers']).toEqual(['GET']);
    expect(abilities['compute_server_console']).toBeUndefined();
  });

  it('rights come with a place of the change log from which nothing is missed of what was read at the same time', async () => {
    const { changes } = app.store;
    const lead = await app.as('acme-lead', 'acme-prod');
    const serverId = (await lead.call(nouns.servers.calls.list, { query: { limit: 1 } })).data[0]!.id;
    await lead.call(nouns.servers.calls.update, { params: { serverId }, body: { description: 'just now' } });
    const place = async () => (await lead.call(nouns.session.calls.meta)).seq;
    expect((await changes.since(await place(), 1000)).entries.map(({ id }) => id)).toContain(serverId);
    const head = await changes.head();
    await expect.poll(place, { timeout: 20_000 }).toBeGreaterThanOrEqual(head);
  });

  it('a session ends at once when a permission of its user is taken away', async () => {
    const client = await session('holder of network', 'default', 'own');
    await client.call(nouns.networks.calls.list, { query: {} });
    const { data } = await admin.call(nouns.knownUsers.calls.list, { query: { name: 'holder of network' } });
    const { id: userId, domain_id: domainId } = data[0]!;
    await admin.call(nouns.users.calls.update, { params: { domainId, userId }, body: { system_permissions: ['s3'] } });
    await expect.poll(async () => (await client.reply(nouns.networks.calls.list, { query: {} })).status, { timeout: 10_000 }).toBe(401);
  });

  it('who has admin administers the system, whatever the own role; so does who has superuser, who gives it to others and takes it again', async () => {
    const second = await holder('second', { system_permissions: ['admin'] });
    await second.call(nouns.domains.calls.create, { body: { name: 'by second' } });
    const wanted = { name: 'third', password: PASSWORD, system_permissions: ['superuser'] } as const;
    const refused = await second.refused(nouns.users.calls.create, {
      params: { domainId: 'default' },
      body: { ...wanted, system_permissions: ['superuser'] },
    });
    expect(refused.body.error.data?.field_codes).toEqual({ system_permissions: [{ code: 'superuser_only' }] });
    const third = await holder('third', { system_permissions: ['superuser'] });
    await third.call(nouns.domains.calls.create, { body: { name: 'by third' } });
    const { data } = await admin.call(nouns.knownUsers.calls.list, { query: { name: 'third' } });
    const at = { params: { domainId: 'default', userId: data[0]!.id } };
    const taken = { ...at, body: { system_permissions: [] } };
    expect((await second.refused(nouns.users.calls.update, taken)).body.error.data?.reason).toEqual({ code: 'user_default_admin' });
    expect((await third.refused(nouns.users.calls.update, taken)).body.error.data?.reason).toEqual({ code: 'user_self' });
    await admin.call(nouns.users.calls.update, taken);
    await admin.call(nouns.users.calls.update, { ...at, body: { name: 'third no more' } });
  });

  it('who has domain_admin as a permission administers the domain', async () => {
    const client = await holder('by permission', { domain_permissions: ['domain_admin'] }, { domain: 'acme' });
    const names = (await client.call(nouns.knownUsers.calls.list, { query: {} })).data.map(({ name }) => name);
    expect(names).toContain('acme-member');
    expect(names).not.toContain('globex-member');
  });

  it('who has quota_manager sets the quotas of the own domain, and does nothing else there', async () => {
    const client = await holder('quotas', { domain_permissions: ['quota_manager'] }, { domain: 'acme' });
    const { data } = await client.call(nouns.computeProjects.calls.list, { query: {} });
    expect(data.map(({ name }) => name).toSorted()).toEqual(['acme-dev', 'acme-prod']);
    const projectId = data[0]!.id;
    await client.call(nouns.quotas.calls.update, { params: { projectId }, body: { cores: 12 } });
    expect((await client.call(nouns.quotas.calls.read, { params: { projectId }, query: {} })).cores.limit).toBe(12);
    expect((await client.refused(nouns.knownUsers.calls.list, { query: {} })).code).toBe('forbidden');
    expect((await client.refused(nouns.servers.calls.list, { query: {} })).code).toBe('forbidden');
    const domainId = data[0]!.domain_id;
    const rename = { params: { domainId, projectId }, body: { description: 'x' } };
    expect((await client.refused(nouns.projects.calls.update, rename)).code).toBe('forbidden');
    const foreign = (await admin.call(nouns.computeProjects.calls.list, { query: { name: 'globex-prod' } })).data[0]!;
    const set = { params: { projectId: foreign.id }, body: { cores: 1 } };
    expect((await client.refused(nouns.quotas.calls.update, set)).code).toBe('not_found');
  });

  it('users of a project bring images only with image_upload; who leads it needs no permission', async () => {
    const { data } = await admin.call(nouns.computeProjects.calls.list, { query: { name: 'acme-dev' } });
    const uploads = async (name: string, role: string, permissions: readonly string[]): Promise<boolean> => {
      const rights = { assigned_projects: [{ project_id: data[0]!.id, role }], domain_permissions: permissions };
      const client = await holder(name, rights, { domain: 'acme', scope: 'acme-dev' });
      const { data: abilities } = await client.call(nouns.session.calls.meta);
      const told = abilities['compute_images']?.includes('POST') === true;
      const { status } = await client.reply(nouns.images.calls.create, { body: { name: 'x' } } as never);
      expect(status === 403).toBe(!told);
      return told;
    };
    expect(await uploads('plain', 'project_user', [])).toBe(false);
    expect(await uploads('allowed', 'project_user', ['image_upload'])).toBe(true);
    expect(await uploads('leading', 'project_admin', [])).toBe(true);
  });

  it('nobody takes an assignment from themselves, also by a group; a viewer stays one unless told otherwise', async () => {
    const { data } = await admin.call(nouns.computeProjects.calls.list, { query: { name: 'acme-prod' } });
    const { id: project_id, domain_id: domainId } = data[0]!;
    const lead = await app.as('acme-admin', 'own');
    const own = (await lead.call(nouns.session.calls.whoami)).id;
    const [given, over] = [{ project_id, role: 'project_admin' } as const, { project_id, role: null } as const];
    await lead.call(nouns.users.calls.assign, { params: { domainId, userId: own }, body: given });
    const taken = await lead.refused(nouns.users.calls.assign, { params: { domainId, userId: own }, body: over });
    expect(taken.body.error.data?.reason).toEqual({ code: 'user_self' });
    const { id } = await lead.call(nouns.groups.calls.create, { params: { domainId }, body: { name: 'us', assigned_projects: [given] } });
    const ours = { params: { domainId, groupId: id! } };
    await lead.call(nouns.groups.calls.addUsers, { ...ours, body: { uuids: [own] } });
    const lost = await lead.refused(nouns.groups.calls.assign, { ...ours, body: over });
    expect(lost.body.error.data?.reason).toEqual({ code: 'user_self' });
    const viewer = (await admin.call(nouns.knownUsers.calls.list, { query: { name: 'acme-viewer' } })).data[0]!;
    const at = { params: { domainId, userId: viewer.id } };
    const assign = async (more: object) => {
      await lead.call(nouns.users.calls.assign, { ...at, body: { project_id, role: 'project_user', ...more } });
      return (await lead.call(nouns.users.calls.read, at)).assigned_projects;
    };
    expect(await assign({})).toMatchObject([{ project_id, role: 'project_user', read_only: true }]);
    expect(await assign({ read_only: false })).toMatchObject([{ project_id, role: 'project_user', read_only: false }]);
  });

  it('nobody closes the domain they are in themselves', async () => {
    const { id } = await admin.call(nouns.domains.calls.create, { body: { name: 'of operators' } });
    const domainId = id!;
    const body = { name: 'operator', password: PASSWORD, role: 'system_admin' as const };
    await admin.call(nouns.users.calls.create, { params: { domainId }, body });
    const operator = await session('operator', 'of operators', 'own');
    const closing = { params: { domainId }, body: { enabled: false } };
    expect((await operator.refused(nouns.domains.calls.update, closing)).body.error.data?.reason).toEqual({ code: 'user_self' });
    await admin.call(nouns.domains.calls.update, closing);
    await expect.poll(async () => (await operator.reply(nouns.session.calls.whoami)).status, { timeout: 10_000 }).toBe(403);
  });
});
