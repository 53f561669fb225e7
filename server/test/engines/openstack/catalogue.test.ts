/** What the cloud has decides what Gantry offers: the service catalogue is read, not assumed. And whose request it was is told to every service. */
import { commandNamed } from '../../../src/port/engine.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { Bench } from './support/bench.ts';
import type { AsRecorded } from '../../../../fakes/openstack/as-recorded.ts';

interface Entry {
  type: string;
  endpoints: { url: string }[];
}

interface TokenAnswer {
  token: { catalog?: Entry[] };
}

interface Hypervisor {
  id: string;
  vcpus: number;
  vcpus_used: number;
}

/** Changes the catalogue of every token. Returns the way back. */
function catalogued(cloud: AsRecorded, change: (catalogue: Entry[]) => Entry[]): () => void {
  return cloud.on('POST', /^\/identity\/v3\/auth\/tokens$/, (_, usual) => {
    const { answer, ...told } = usual();
    const { token } = answer as Partial<TokenAnswer>;
    return { ...told, answer: token?.catalog ? { token: { ...token, catalog: change(token.catalog) } } : answer };
  });
}

/** Takes service types out of it. */
const without = (cloud: AsRecorded, ...types: string[]) =>
  catalogued(cloud, (catalogue) => catalogue.filter(({ type }) => !types.includes(type)));

const VOLUMES = ['volumev3', 'block-storage'];

let bench: Bench;
afterEach(() => bench.close());

describe('an odd entry of the catalogue', () => {
  it.each([
    ['a service without a type', { endpoints: [] }],
    ['an address that is none', { type: 'image', endpoints: [{ interface: 'public', region_id: 'RegionOne', url: 17 }] }],
    ['a text', 'compute'],
  ])('a catalogue with %s in it is read without that', async (_name, odd: unknown) => {
    bench = await Bench.open();
    catalogued(bench.cloud, (catalogue) => [odd as Entry, ...catalogue]);
    await bench.mirrored();
    expect(await bench.store.read.countRows('cloud', 'image')).toBeGreaterThan(0);
    expect(bench.engine.health().services).toEqual([]);
  });
});

describe('without a service in the catalogue', () => {
  it('servers are mirrored and offered although there are no volumes, and nothing is out of order', async () => {
    bench = await Bench.open();
    without(bench.cloud, ...VOLUMES);
    await bench.engine.start();
    for (const kind of ['server', 'volume', 'network'])
      await expect.poll(() => bench.engine.health(kind).asOf, { timeout: 20_000 }).not.toBeNull();
    expect(await bench.store.read.countRows('cloud', 'server')).toBeGreaterThan(0);
    expect(await bench.store.read.countRows('cloud', 'volume')).toBe(0);
    expect(bench.engine.health()).toMatchObject({ reachable: true, services: [{ name: 'volume', problem: 'missing' }] });
    expect(Object.keys(bench.engine.health().answered!)).not.toContain('volume');
    expect(bench.engine.health('volume')).toMatchObject({ reachable: false, services: [{ name: 'volume', problem: 'missing' }] });
    expect(bench.engine.health('server')).toMatchObject({ reachable: true, services: [] });
    expect(Object.keys(bench.engine.commands)).toContain('server.create');
    expect(bench.cloud.asked.filter(({ path }) => path.startsWith('/volume'))).toEqual([]);
  });

  it('nodes have the room that the compute service tells of, where there is no placement service', async () => {
    bench = await Bench.open();
    without(bench.cloud, 'placement');
    await bench.mirrored();
    const { hypervisors } = bench.cloud.recorded<{ hypervisors: Hypervisor[] }>('GET', /os-hypervisors\/detail/);
    for (const { id, vcpus, vcpus_used: used } of hypervisors) {
      const row = await bench.store.read.get({ engine: 'cloud', kind: 'node', id });
      expect(row?.document).toMatchObject({ statistics: { compute: { vcpus, vcpus_free: vcpus - used } } });
    }
    expect(bench.engine.health('node')).toMatchObject({ reachable: true, services: [] });
    expect(bench.cloud.asked.filter(({ path }) => path.startsWith('/placement'))).toEqual([]);
  });

  it('a server that would need a volume is refused as not supported, and not sent', async () => {
    bench = await Bench.open();
    without(bench.cloud, ...VOLUMES);
    await bench.engine.start();
    await expect.poll(async () => (await bench.store.read.countRows('cloud', 'network')) > 0, { timeout: 20_000 }).toBe(true);
    const body = {
      name: 'made',
      flavor_id: bench.cloud.id('m1.tiny'),
      image_id: bench.cloud.id('lab-tiny'),
      network_ids: [bench.cloud.id('acme-net')],
      volume_size: 3,
    } as never;
    await expect(commandNamed(bench.engine, 'server.create')!.accept(await bench.asking('alice'), null, body)).rejects.toMatchObject({
      code: 'not_supported',
    });
    expect(bench.cloud.count('POST', /^\/compute\/v2\.1\/servers$/)).toBe(0);
  });

  it('offers what a service does only where the cloud has that service; as long as nobody knows, all of it', async () => {
    bench = await Bench.open();
    without(bench.cloud, 'compute');
    const offered = () => [...new Set(Object.keys(bench.engine.commands).map((name) => name.split('.')[0]))].toSorted();
    expect(Object.keys(bench.engine.commands)).toContain('server.stop');
    await bench.engine.start();
    await expect
      .poll(offered, { timeout: 20_000 })
      .toEqual([
        'domain',
        'floating_ip',
        'group',
        'image',
        'network',
        'project',
        'router',
        'security_group',
        'storage_policy',
        'user',
        'volume',
        'volume_snapshot',
        'vpn_connection',
      ]);
    expect(Object.keys(bench.engine.live)).toEqual(['network.addresses']);
    expect(bench.engine.identity).toBeDefined();
  });
});

describe('a catalogue that changes', () => {
  const rows = (kind: string) => bench.store.read.countRows('cloud', kind);
  const within = { timeout: 20_000 };

  it('a service that is registered later is listed, offered and in order, without another sign-in of anybody', async () => {
    bench = await Bench.open({ poll: { volumes: 0.1, catalogue: 0.3 } });
    const register = without(bench.cloud, ...VOLUMES);
    await bench.engine.start();
    await expect.poll(() => bench.engine.health('volume').services[0]?.problem, within).toBe('missing');
    expect(Object.keys(bench.engine.commands)).not.toContain('volume.create');
    register();
    await expect.poll(() => rows('volume'), within).toBeGreaterThan(0);
    await expect.poll(() => bench.engine.health('volume').services, within).toEqual([]);
    expect(Object.keys(bench.engine.commands)).toContain('volume.create');
  });

  it('a service that comes back takes its swept kinds along at once, however seldom they are swept', async () => {
    bench = await Bench.open({ poll: { changes: 0.05, catalogue: 0.3 } });
    const register = without(bench.cloud, 'compute');
    await bench.engine.start();
    await expect.poll(() => bench.engine.health('server').services[0]?.problem, within).toBe('missing');
    register();
    await expect.poll(() => rows('server'), within).toBeGreaterThan(0);
  });

  it.each([
    ['takes no connections any more', 'http://127.0.0.1:1'],
    ['is no longer where the proxy led to', undefined],
  ])('a service that %s is asked where the catalogue says now', async (_how, host) => {
    bench = await Bench.open({ poll: { networks: 0.1, catalogue: 12 } });
    const old = host ?? `${bench.cloud.authUrl.replace('/identity/v3', '')}/old`;
    bench.cloud.on('GET', /^\/old\//, () => ({ status: 404, answer: 'no such place', headers: { 'x-openstack-request-id': '' } }));
    const move = catalogued(bench.cloud, (catalogue) =>
      catalogue.map((entry) =>
        entry.type === 'network' ? { ...entry, endpoints: entry.endpoints.map((one) => ({ ...one, url: old })) } : entry,
      ),
    );
    await bench.engine.start();
    await expect.poll(() => bench.engine.health('network').reachable, within).toBe(false);
    move();
    // Far sooner than the catalogue is read by itself.
    await expect.poll(() => rows('network'), { timeout: 9000 }).toBeGreaterThan(0);
    await expect.poll(() => bench.engine.health('network').services, within).toEqual([]);
  });
});

describe('the id of the request', () => {
  const ID = 'c6f5840e-390e-45f4-867c-b45f5b70fce7';
  const commands: [string, string, RegExp, object, object][] = [
    ['server.start', 'POST', /\/action$/, {}, { status: 202, answer: null }],
    ['server.stop', 'POST', /\/action$/, {}, { status: 202, answer: null }],
    ['server.reboot', 'POST', /\/action$/, { type: 'SOFT' }, { status: 202, answer: null }],
    ['server.update', 'PUT', /\/servers\/[\w-]+$/, { name: 'other' }, { answer: {} }],
    ['server.delete', 'DELETE', /\/servers\/[\w-]+$/, {}, { status: 204, answer: null }],
  ];

  it('the request id of a command reaches the service that carries it out', async () => {
    bench = await (await Bench.open()).mirrored();
    const context = { ...(await bench.asking('alice')), requestId: ID };
    const server = (await bench.row('server', 'tiny'))!;
    for (const [name, method, path, body, answer] of commands) {
      const reset = bench.cloud.on(method, path, () => answer);
      const before = bench.cloud.asked.length;
      await commandNamed(bench.engine, name)!.accept(context, server, body as never);
      const sent = bench.cloud.asked.slice(before).filter((item) => item.method === method && path.test(item.path));
      expect([name, ...sent.map(({ headers }) => headers['x-openstack-request-id'])]).toEqual([name, `req-${ID}`]);
      reset();
    }
  });

  it('the request id of a live read reaches every service that is asked with the user’s token', async () => {
    bench = await (await Bench.open()).mirrored();
    bench.cloud.on('POST', /\/action$/, () => ({ answer: { output: 'booted' } }));
    bench.cloud.on('GET', /os-instance-actions$/, () => ({ answer: { instanceActions: [] } }));
    const context = { ...(await bench.asking('alice')), requestId: ID };
    const before = bench.cloud.asked.length;
    const target = (await bench.row('server', 'tiny'))!;
    await bench.engine.live['server.log']!(context, target, {});
    await bench.engine.live['server.events']!(context, target, {});
    await bench.engine.live['quota.read']!(context, (await bench.row('project', 'acme-prod'))!, {});
    const asked = bench.cloud.asked.slice(before).filter(({ as }) => as?.startsWith('alice@'));
    expect(asked.length).toBeGreaterThanOrEqual(4);
    expect(new Set(asked.map(({ headers }) => headers['x-openstack-request-id']))).toEqual(new Set([`req-${ID}`]));
  });
});
