/** The replayed cloud of fakes/openstack must answer as the recorded one did: the same members, for every question that was recorded. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULTS } from '../../../../fakes/openstack/options.ts';
import { Replay } from '../../../../fakes/openstack/replay.ts';
import { AsRecorded } from '../../../../fakes/openstack/as-recorded.ts';
import { readRecording, type Exchange } from '../../../../fakes/openstack/recording.ts';

const PASSWORD = 'replayed';
const { exchanges, names } = readRecording();
const replay = new Replay({ ...DEFAULTS, servers: 600, projects: 6, password: PASSWORD, boot: 30, act: 30 });
let url = '';
const tokens = new Map<string, string>();

interface Answer {
  status: number;
  requestId: string | null;
  body: unknown;
}

async function ask(method: string, path: string, token?: string, version?: string | null, body?: unknown): Promise<Answer> {
  const response = await fetch(url + path, {
    method,
    headers: { ...(token && { 'x-auth-token': token }), ...(version && { 'openstack-api-version': version }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    requestId: response.headers.get('x-openstack-request-id'),
    body: text === '' ? '' : (JSON.parse(text) as unknown),
  };
}

async function signIn(name: string, domain: string, scope?: unknown): Promise<string> {
  const user = { name, password: PASSWORD, domain: { name: domain } };
  const response = await fetch(`${url}/identity/v3/auth/tokens`, {
    method: 'POST',
    body: JSON.stringify({ auth: { identity: { methods: ['password'], password: { user } }, ...(scope !== undefined && { scope }) } }),
  });
  expect(response.status).toBe(201);
  return response.headers.get('x-subject-token')!;
}

/** What begins meanwhile takes long enough to be met under way, on a slow machine too. */
async function slowly(work: () => Promise<void>): Promise<void> {
  const { options } = replay.cloud;
  const { act } = options;
  options.act = 3_000;
  try {
    await work();
  } finally {
    options.act = act;
  }
}

/** The members of an answer, to the depth where ids and names become keys; things of a list have those of any of them. */
function membersOf(value: unknown, depth = 4): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => JSON.stringify(membersOf(item, depth)));
    return [...new Set(items)].toSorted();
  }
  if (typeof value !== 'object' || value === null || depth === 0) return 'value';
  const open = ['metadata', 'addresses', 'extra_specs', 'options'];
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, open.includes(key) ? 'open' : membersOf(inner, depth - 1)]),
  );
}

/** Things of a recorded list that the replayed cloud must have in the same shape. */
const listOf = (answer: unknown): unknown[] => (Object.values(answer as object).find(Array.isArray) ?? []) as unknown[];

/** The things of a listing, each as its members with their shapes: `status: "value"`. Things of the same shape count once. */
const shapesOf = (answer: unknown): string[][] =>
  (membersOf(listOf(answer)) as string[]).map((shape) =>
    Object.entries(JSON.parse(shape) as object).map(([key, inner]) => `${key}: ${JSON.stringify(inner)}`),
  );
const keyOf = (shape: string): string => shape.slice(0, shape.indexOf(': '));

/** Ids of the recording that the replayed cloud has as well. */
const known = ['acme', 'acme-prod', 'acme-dev', 'admin', 'acme-net', 'shared', 'lab-tiny', 'm1.tiny', 'private', 'giant', 'offered'];
const isKnown = ({ path }: Exchange): boolean =>
  !Object.entries(names).some(([name, id]) => path.includes(id) && !known.includes(name)) &&
  !/hypervisors\/|resource_providers\/|volumes\/|changes-since|os-keypairs/.test(path);
const asAdmin = exchanges.filter(({ as, method, status }) => as?.startsWith('admin@') && method === 'GET' && status === 200);
const isListing = ({ path }: Exchange): boolean =>
  /detail\?|images\?|networks\?|subnets\?|users$|projects$|domains$|roles$|services$/.test(path);

beforeAll(async () => {
  url = await replay.start();
  tokens.set('admin', await signIn('admin', 'Default', { project: { name: 'admin', domain: { name: 'Default' } } }));
  tokens.set('alice', await signIn('alice', 'acme', { project: { id: names['acme-prod'] } }));
});
afterAll(() => replay.stop());

describe('the replayed cloud', () => {
  it.each(asAdmin.filter((exchange) => isKnown(exchange) && isListing(exchange)).map((exchange) => [exchange.path, exchange] as const))(
    'the replayed cloud lists %s in the recorded shapes',
    async (path, { version, answer }) => {
      const { status, body } = await ask('GET', path, tokens.get('admin'), version);
      expect(status).toBe(200);
      const shapes = shapesOf(body);
      const recorded = shapesOf(answer);
      expect(shapes.length).toBeGreaterThan(0);
      // Each member stands in some recorded thing in that shape, and what all recorded things have, all have.
      const members = new Set(recorded.flat());
      const always = recorded[0]!.filter((one) => recorded.every((shape) => shape.some((other) => keyOf(other) === keyOf(one))));
      expect(shapes.flat().filter((one) => !members.has(one))).toEqual([]);
      for (const shape of shapes) expect(shape.map(keyOf)).toEqual(expect.arrayContaining(always.map(keyOf)));
    },
  );

  it.each(asAdmin.filter((exchange) => isKnown(exchange) && !isListing(exchange)).map((exchange) => [exchange.path, exchange] as const))(
    'the replayed cloud answers %s with the recorded members',
    async (path, { version, answer }) => {
      const { status, body, requestId } = await ask('GET', path, tokens.get('admin'), version);
      expect(status).toBe(200);
      expect(requestId).toMatch(/^req-[\da-f-]{36}$/);
      expect(Object.keys(body as object)).toEqual(
        expect.arrayContaining(Object.keys(answer as object).filter((key) => !/links/.test(key))),
      );
    },
  );

  it.each(
    exchanges
      .filter(({ path, status }) => path.includes('11111111') && status === 404)
      .map((exchange) => [exchange.path, exchange] as const),
  )('the replayed cloud answers an unknown id as recorded: %s', async (path, { version, answer }) => {
    const { status, body } = await ask('GET', path, tokens.get('admin'), version);
    expect({ status, body }).toEqual({ status: 404, body: answer });
  });

  it('the replayed cloud gives a server the recorded members through its life', async () => {
    const [admin, alice] = [tokens.get('admin'), tokens.get('alice')];
    const recorded = exchanges.find(({ method, path, status }) => method === 'POST' && path.endsWith('/servers') && status === 202)!;
    const created = await ask('POST', recorded.path, alice, recorded.version, recorded.sent);
    expect({ status: created.status, members: membersOf(created.body) }).toEqual({ status: 202, members: membersOf(recorded.answer) });
    const { id } = (created.body as { server: { id: string } }).server;
    const shown = async () =>
      (await ask('GET', `/compute/v2.1/servers/${id}`, admin, 'compute 2.73')).body as { server: { status: string } };
    await expect.poll(async () => (await shown()).server.status).toBe('ACTIVE');
    const running = exchanges.find(({ path, status }) => path.endsWith(`/servers/${names['tiny']}`) && status === 200)!;
    expect(membersOf(await shown())).toEqual(membersOf(running.answer));
    const conflict = await ask('POST', `/compute/v2.1/servers/${id}/action`, alice, null, { 'os-start': null });
    expect(conflict.status).toBe(409);
    const history = exchanges.find(({ path }) => path.endsWith('/os-instance-actions'))!;
    const actions = await ask('GET', `/compute/v2.1/servers/${id}/os-instance-actions`, alice, history.version);
    expect(membersOf(actions.body)).toEqual(membersOf(history.answer));
    expect((await ask('DELETE', `/compute/v2.1/servers/${id}`, alice)).status).toBe(204);
    await expect.poll(async () => (await ask('GET', `/compute/v2.1/servers/${id}`, admin, 'compute 2.73')).status).toBe(404);
    const since = new Date(Date.now() - 60_000).toISOString();
    const changed = await ask('GET', `/compute/v2.1/servers/detail?all_tenants=1&changes-since=${since}`, admin, 'compute 2.73');
    const gone = listOf(changed.body).find((server) => (server as { id: string }).id === id);
    const deleted = listOf(exchanges.find(({ path }) => path.includes('changes-since'))!.answer).find(
      (server) => (server as { status: string }).status === 'DELETED' && typeof (server as { image: unknown }).image === 'object',
    );
    expect(deleted).toBeDefined();
    expect(membersOf(gone)).toEqual(membersOf(deleted));
  });

  it('the replayed cloud answers actions as recorded, lets them lead where Nova lets them lead, and refuses alike', async () => {
    const [admin, alice] = [tokens.get('admin')!, tokens.get('alice')!];
    const recorded = (name: string, status: (code: number) => boolean): Exchange =>
      exchanges.find((item) => item.path.endsWith('/action') && name in ((item.sent ?? {}) as object) && status(item.status))!;
    const {
      sent,
      version,
      path: servers,
    } = exchanges.find(({ method, path, status }) => method === 'POST' && path.endsWith('/servers') && status === 202)!;
    const created = await ask('POST', servers, alice, version, sent);
    const { id } = (created.body as { server: { id: string } }).server;
    const place = `/compute/v2.1/servers/${id}`;
    const shown = async () => {
      const { server } = (await ask('GET', place, admin, 'compute 2.73')).body as { server: Record<string, unknown> };
      return {
        status: server['status'],
        task: server['OS-EXT-STS:task_state'],
        host: server['OS-EXT-SRV-ATTR:host'],
        locked: server['locked'],
      };
    };
    const rests = async (status: string): Promise<void> => {
      await expect.poll(shown, { timeout: 15_000 }).toMatchObject({ status, task: null });
    };
    await rests('ACTIVE');

    /** What the recorded one answered, told to this one; names of servers and hosts differ. */
    const same = async (name: string, token: string, status: (code: number) => boolean): Promise<Answer> => {
      const was = recorded(name, status);
      const is = await ask('POST', `${place}/action`, token, was.version, was.sent);
      expect([name, is.status, membersOf(is.body)]).toEqual([name, was.status, membersOf(was.answer)]);
      return is;
    };
    const good = (code: number) => code < 300;
    const refusals: [string, string][] = [
      ['unpause', alice],
      ['rescue', alice],
      ['rebuild', alice],
      ['migrate', alice],
      ['resize', alice],
      ['evacuate', admin],
    ];
    for (const [name, token] of refusals) await same(name, token, (code) => code >= 400);

    const path: [string, string][] = [
      ['pause', 'PAUSED'],
      ['unpause', 'ACTIVE'],
      ['suspend', 'SUSPENDED'],
      ['resume', 'ACTIVE'],
      ['shelve', 'SHELVED_OFFLOADED'],
      ['unshelve', 'ACTIVE'],
      ['rescue', 'RESCUE'],
      ['unrescue', 'ACTIVE'],
      ['rebuild', 'ACTIVE'],
      ['changePassword', 'ACTIVE'],
      ['createImage', 'ACTIVE'],
      ['os-stop', 'SHUTOFF'],
      ['resize', 'VERIFY_RESIZE'],
      ['revertResize', 'SHUTOFF'],
      ['resize', 'VERIFY_RESIZE'],
      ['confirmResize', 'SHUTOFF'],
      ['os-start', 'ACTIVE'],
    ];
    for (const [name, status] of path) {
      await same(name, alice, good);
      await rests(status);
    }
    // Nova lets a hard reboot take the place of a reboot that is under way, and nothing else.
    const begin = (type: string) => ask('POST', `${place}/action`, alice, null, { reboot: { type } });
    await slowly(async () => {
      expect((await begin('SOFT')).status).toBe(202);
      expect((await begin('SOFT')).status).toBe(409);
      expect((await begin('HARD')).status).toBe(202);
      expect(await shown()).toMatchObject({ status: 'HARD_REBOOT', task: 'rebooting_hard' });
    });
    await rests('ACTIVE');
    expect(replay.cloud.server(id)?.actions.every(({ finishedAt }) => finishedAt !== null)).toBe(true);
    const { host } = await shown();
    const stays = recorded('os-migrateLive', (code) => code === 400);
    const toItself = { 'os-migrateLive': { host, block_migration: 'auto' } };
    expect(await ask('POST', `${place}/action`, admin, stays.version, toItself)).toMatchObject({ status: 400, body: stays.answer });
    await same('os-migrateLive', admin, good);
    await rests('ACTIVE');
    expect((await shown()).host).not.toBe(host);

    await same('lock', admin, good);
    expect(await shown()).toMatchObject({ locked: true });
    await same('unlock', alice, (code) => code === 403);
    const locked = await ask('POST', `${place}/action`, alice, null, { 'os-stop': null });
    expect(locked).toMatchObject({ status: 409, body: { conflictingRequest: { message: `Instance ${id} is locked` } } });
    const describe = (token: string) => ask('PUT', `${place}/metadata`, token, null, { metadata: { tier: 'web' } });
    expect(await describe(alice)).toMatchObject({ status: 409, body: { conflictingRequest: { message: `Instance ${id} is locked` } } });
    expect((await describe(admin)).status).toBe(200);
    await same('unlock', admin, good);
    expect((await describe(alice)).status).toBe(200);
    await same('os-resetState', admin, good);
    await rests('ERROR');
    expect((await describe(alice)).body).toMatchObject({ conflictingRequest: { message: expect.stringContaining('vm_state error') } });
    expect((await ask('DELETE', place, alice)).status).toBe(204);
    await expect.poll(async () => (await ask('GET', place, admin, 'compute 2.73')).status, { timeout: 15_000 }).toBe(404);
    // Nothing of what it held on its way stays held.
    const { hypervisors } = (await ask('GET', '/compute/v2.1/os-hypervisors/detail', admin, 'compute 2.53')).body as {
      hypervisors: { running_vms: number }[];
    };
    const alive = replay.cloud.servers.filter(({ node, status }) => node !== null && status !== 'DELETED').length;
    expect(hypervisors.reduce((sum, { running_vms: vms }) => sum + vms, 0)).toBe(alive);
  });

  it('lets administrators stop a live migration that is under way, or hurry it, once', async () => {
    const [admin, alice] = [tokens.get('admin')!, tokens.get('alice')!];
    const { id, node: home } = replay.cloud.servers.find(
      ({ status, projectId }) => status === 'ACTIVE' && projectId === names['acme-prod'],
    )!;
    const place = `/compute/v2.1/servers/${id}`;
    const now = () => replay.cloud.server(id)!;
    const underWay = (token: string) => ask('GET', `${place}/migrations`, token, 'compute 2.23');
    const { act } = replay.cloud.options;
    // It takes as long as the test does.
    replay.cloud.options.act = 3_600_000;
    for (const ends of ['stopped', 'hurried']) {
      const migrate = { 'os-migrateLive': { host: null, block_migration: 'auto' } };
      expect((await ask('POST', `${place}/action`, admin, 'compute 2.30', migrate)).status).toBe(202);
      expect(now()).toMatchObject({ status: 'MIGRATING', taskState: 'migrating', node: home });
      const { migrations } = (await underWay(admin)).body as { migrations: { id: number }[] };
      const one = `${place}/migrations/${migrations[0]!.id}`;
      const end = (token: string) =>
        ends === 'stopped'
          ? ask('DELETE', one, token, 'compute 2.65')
          : ask('POST', `${one}/action`, token, 'compute 2.22', { force_complete: null });
      expect([await end(alice), await end(admin), await end(admin)].map(({ status }) => status)).toEqual([403, 202, 404]);
      expect(now()).toMatchObject({ status: 'ACTIVE', taskState: null });
      expect(now().node === home).toBe(ends === 'stopped');
      expect((await underWay(admin)).body).toEqual({ migrations: [] });
    }
    replay.cloud.options.act = act;
    expect(
      now()
        .actions.slice(0, 4)
        .map(({ action }) => action),
    ).toEqual(['live_migration_force_complete', 'live-migration', 'live_migration_cancel', 'live-migration']);
  });

  it('the replayed cloud keeps key pairs with the recorded members', async () => {
    const [admin, alice] = [tokens.get('admin'), tokens.get('alice')];
    const recorded = (method: string, path: RegExp, status: number) =>
      exchanges.find((item) => item.method === method && path.test(item.path) && item.status === status)!;
    const add = recorded('POST', /os-keypairs$/, 201);
    const again = () => ask('POST', add.path, alice, add.version, add.sent);
    expect(await again()).toMatchObject({ status: 201, body: add.answer });
    expect(await again()).toMatchObject({ status: 409, body: recorded('POST', /os-keypairs$/, 409).answer });
    const bad = recorded('POST', /os-keypairs$/, 400);
    expect(await ask('POST', bad.path, alice, bad.version, bad.sent)).toMatchObject({ status: 400, body: bad.answer });
    const one = recorded('GET', /os-keypairs\/recorded/, 200);
    expect(membersOf((await ask('GET', one.path, admin, one.version)).body)).toEqual(membersOf(one.answer));
    const list = recorded('GET', new RegExp(`os-keypairs\\?${one.path.split('?')[1]}$`), 200);
    expect(membersOf((await ask('GET', list.path, admin, list.version)).body)).toEqual(membersOf(list.answer));
    expect((await ask('DELETE', '/compute/v2.1/os-keypairs/recorded', alice)).status).toBe(204);
    expect(await ask('GET', one.path, admin, one.version)).toMatchObject({
      status: 404,
      body: { itemNotFound: { code: 404 } },
    });
  });

  it('lets a volume grow by the rules of Cinder', async () => {
    const admin = tokens.get('admin');
    const volume = replay.cloud.volumes.sorted.find(({ status }) => status === 'in-use')!;
    const { id, size, projectId } = volume;
    const place = `/volume/v3/${projectId}/volumes/${id}`;
    const extend = (to: number, version: string | null = 'volume 3.42') =>
      ask('POST', `${place}/action`, admin, version, { 'os-extend': { new_size: to } });
    const shown = async () => ((await ask('GET', place, admin)).body as { volume: object }).volume;
    const refusals = [await extend(size), await extend(size + 1, null), await extend(2_000_000)];
    expect(refusals.map(({ status, body }) => [status, Object.keys(body as object)])).toEqual([
      [400, ['badRequest']],
      [400, ['badRequest']],
      [413, ['overLimit']],
    ]);
    expect(await shown()).toMatchObject({ status: 'in-use', size });
    await slowly(async () => {
      expect(await extend(size + 1)).toMatchObject({ status: 202, body: '' });
      expect(await extend(size + 2)).toMatchObject({
        status: 400,
        body: { badRequest: { message: expect.stringContaining('extending') } },
      });
    });
    await expect.poll(shown, { timeout: 15_000 }).toMatchObject({ status: 'in-use', size: size + 1, attachments: [{ id }] });
    expect((await ask('POST', `${place}/action`, admin, null, { 'os-detach': {} })).status).toBe(501);
  });

  it('the replayed cloud hands out every server once, page by page', async () => {
    const ids: string[] = [];
    for (let marker = ''; ; marker = `&marker=${ids.at(-1)}`) {
      const { body } = await ask(
        'GET',
        `/compute/v2.1/servers/detail?all_tenants=1&limit=250${marker}`,
        tokens.get('admin'),
        'compute 2.73',
      );
      const page = (body as { servers: { id: string }[] }).servers.map(({ id }) => id);
      ids.push(...page);
      if (page.length < 250) break;
    }
    expect(new Set(ids).size).toBe(600);
    expect(ids.length).toBe(600);
  });

  it('the replayed cloud refuses what was never recorded, a foreign server and an unknown token', async () => {
    expect((await ask('GET', '/compute/v2.1/os-aggregates', tokens.get('admin'))).status).toBe(501);
    expect((await ask('GET', '/compute/v2.1/servers/detail', tokens.get('admin'), 'compute 2.1')).status).toBe(501);
    expect((await ask('GET', '/compute/v2.1/servers/detail', tokens.get('admin'), 'compute 2.99')).status).toBe(406);
    expect((await ask('GET', '/compute/v2.1/servers/detail', 'nobody', 'compute 2.73')).status).toBe(401);
    const foreign = replay.cloud.servers.find(({ projectId }) => projectId !== names['acme-prod'])!.id;
    expect((await ask('GET', `/compute/v2.1/servers/${foreign}`, tokens.get('alice'), 'compute 2.73')).status).toBe(404);
  });

  it.each([
    ['networks', /^\/network\/v2\.0\/networks\?/],
    ['role_assignments', /role_assignments\?effective=true$/],
  ])('the replayed cloud is made of recorded %s, and leaves them to other clouds of its process as they were', (many, path) => {
    const recorded = () => new AsRecorded().recorded<Record<string, unknown[]>>('GET', path)[many];
    const before = exchanges.find((one) => one.method === 'GET' && path.test(one.path))?.answer as Record<string, unknown[]>;
    new Replay({ ...DEFAULTS, servers: 0, projects: 6 });
    expect(recorded()).toEqual(before[many]);
  });
});
