import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { FlavorDocument } from '../../../src/engines/embedded/platform/documents.ts';
import { databases } from '../../support/databases.ts';
import { violations } from './support/invariants.ts';
import { all, ENGINE } from './support/platform.ts';
import { sceneFor, type Scene } from './support/scene.ts';

/** Two nodes of four cores and 4 GiB: room runs out soon. */
const NODES = { count: 2, vcpus: 4, ram: 4096, disk: 100 };

describe.each(databases)('room, quota and addresses of the embedded platform on $name', ({ name }) => {
  let scene: Scene;
  /** As large as tiny on disk, so that a server can go down to it again. */
  let slim: string;
  let wide: string;
  // Comes after the clearing.
  afterEach(async () => {
    for (const node of ['node-001', 'node-002']) expect(await scene.load(node)).toEqual({ vcpus: 0, ram: 0, servers: 0 });
    expect(await scene.used()).toEqual({ cores: 0, ram: 0 });
    expect(await all(scene.store, 'volume')).toEqual([]);
  });
  sceneFor(name, (opened) => (scene = opened), { nodes: NODES });
  beforeAll(async () => {
    [slim, wide] = [await flavor({ vcpus: 1, ram: 512, disk: 5 }), await flavor({ vcpus: 2, ram: 2048, disk: 5 })];
  });

  async function flavor(size: Pick<FlavorDocument, 'vcpus' | 'ram' | 'disk'>): Promise<string> {
    const id = randomUUID();
    const document = { id, name: `size-${id}`, ...size, is_public: true, extra_specs: {} };
    const owner = { domainId: null, projectId: null, userId: null };
    const row = { engine: ENGINE, kind: 'flavor', id, ...owner, document, shares: [{ target: 'public', state: 'accepted' }] as const };
    await scene.store.transaction((writer) => writer.put(row));
    return id;
  }
  const hold = async () => expect(await violations(scene.store, scene.caller)).toEqual([]);
  /** Carries a command on by a second at a time and asks each time whether all is well. */
  async function watched(command: string, id: string, body: object = {}): Promise<void> {
    const accepted = await scene.caller.accept(command, id, body);
    for (let second = 0; second < 5; second += 1) {
      await hold();
      await scene.clock.advance(1000);
    }
    await scene.caller.settle(command, accepted);
    await hold();
  }

  it('gives the room of a shelved server to others, and brings it back only where there is room', async () => {
    const id = await scene.serverIn('ACTIVE', { flavor_id: wide });
    const { networks } = await scene.server(id);
    const host = (await scene.server(id)).host!;
    await watched('server.shelve', id);
    expect(await scene.load(host)).toEqual({ vcpus: 0, ram: 0, servers: 0 });
    expect(await scene.used()).toEqual({ cores: 2, ram: 2048 });
    expect(await scene.server(id)).toMatchObject({ status: 'SHELVED_OFFLOADED', host: null, host_status: null, networks });
    const fillers = await Promise.all([0, 1, 2, 3].map((index) => scene.caller.create({ flavor_id: wide, name: `filler-${index}` })));
    await scene.clock.advance(4000);
    expect(await scene.refusal('server.unshelve', id)).toMatchObject({ code: 'no_capacity' });
    expect(await scene.state(id)).toBe('SHELVED_OFFLOADED');
    await hold();
    await scene.act('server.delete', fillers[0]!);
    await watched('server.unshelve', id);
    expect(await scene.server(id)).toMatchObject({ status: 'ACTIVE', host_status: 'UP', networks });
  });

  it('holds both flavors of a resize until it is confirmed', async () => {
    const id = await scene.serverIn('SHUTOFF', { flavor_id: slim });
    const before = await scene.server(id);
    await watched('server.resize', id, { flavor_id: wide });
    const resized = await scene.server(id);
    expect(resized).toMatchObject({ status: 'VERIFY_RESIZE', flavor: { id: wide, vcpus: 2, ram: 2048 } });
    expect([resized.networks, resized.volumes]).toEqual([before.networks, before.volumes]);
    expect(await scene.used()).toEqual({ cores: 2, ram: 2048 });
    expect((await scene.load('node-001')).servers + (await scene.load('node-002')).servers).toBe(2);
    await watched('server.confirmResize', id);
    expect(await scene.server(id)).toMatchObject({ status: 'SHUTOFF', flavor: { id: wide }, host: resized.host });
    expect(await scene.load(resized.host!)).toEqual({ vcpus: 2, ram: 2048, servers: 1 });
    // Down again: the larger flavor counts until the smaller one is confirmed.
    await watched('server.resize', id, { flavor_id: slim });
    expect(await scene.used()).toEqual({ cores: 2, ram: 2048 });
    await watched('server.confirmResize', id);
    expect(await scene.used()).toEqual({ cores: 1, ram: 512 });
  });

  it('a server goes back to its former flavor and node when its resize is reverted', async () => {
    const id = await scene.serverIn('SHUTOFF', { flavor_id: slim });
    const { flavor: before, host } = await scene.server(id);
    await watched('server.resize', id, { flavor_id: wide });
    await watched('server.revertResize', id);
    expect(await scene.server(id)).toMatchObject({ status: 'SHUTOFF', flavor: before, host });
    expect(await scene.load(host!)).toEqual({ vcpus: 1, ram: 512, servers: 1 });
    expect(await scene.used()).toEqual({ cores: 1, ram: 512 });
  });

  it('refuses a resize beyond quota or capacity, to a smaller disk, and to what the server has', async () => {
    const id = await scene.serverIn('SHUTOFF');
    const problem = (code: string) => ({ code: 'validation_failed', fields: { flavor_id: [{ code }] } });
    const medium = await scene.serverIn('SHUTOFF', { flavor_id: await scene.flavor('small'), name: 'small' });
    expect(await scene.refusal('server.resize', medium, { flavor_id: slim })).toMatchObject(problem('flavor_disk_smaller'));
    expect(await scene.refusal('server.resize', id, { flavor_id: await scene.flavor('tiny') })).toMatchObject(problem('flavor_same'));
    expect(await scene.refusal('server.resize', id, { flavor_id: randomUUID() })).toMatchObject(problem('unknown_id'));
    expect(await scene.refusal('server.resize', id, { flavor_id: await flavor({ vcpus: 1, ram: 128, disk: 5 }) })).toMatchObject(
      problem('flavor_too_small'),
    );
    expect(await scene.refusal('server.resize', id, { flavor_id: await flavor({ vcpus: 5, ram: 512, disk: 5 }) })).toMatchObject({
      code: 'no_capacity',
    });
    await scene.limit('ram', 2560 + 2047 - 512);
    expect(await scene.refusal('server.resize', id, { flavor_id: wide })).toMatchObject({
      code: 'quota_exceeded',
      params: { resource: 'ram' },
    });
    // What does not grow is not asked for, however little is left of it.
    await scene.limit('cores', 0);
    await watched('server.resize', id, { flavor_id: await flavor({ vcpus: 1, ram: 1024, disk: 5 }) });
    await scene.limit('cores', 40);
    await scene.limit('ram', 81_920);
    await hold();
  });

  it('resizes a running server where it is, as far as it was made for that', async () => {
    const plain = await scene.serverIn('ACTIVE', { flavor_id: slim, name: 'plain' });
    expect(await scene.refusal('server.liveResize', plain, { flavor_id: wide })).toMatchObject({
      reason: { code: 'server_no_live_resize' },
    });
    const id = await scene.serverIn('ACTIVE', { flavor_id: slim, allow_live_resize: true });
    const { host, max_vcpu, max_mem } = await scene.server(id);
    expect([max_vcpu, max_mem]).toEqual([4, 2048]);
    await watched('server.liveResize', id, { flavor_id: wide });
    expect(await scene.server(id)).toMatchObject({ status: 'ACTIVE', host, flavor: { id: wide }, max_vcpu: 4, max_mem: 2048 });
    expect(await scene.log(id)).toContain('hot plug: 2 CPU, 2048 MiB memory');
    const beyond = await flavor({ vcpus: 4, ram: 3072, disk: 5 });
    expect(await scene.refusal('server.liveResize', id, { flavor_id: beyond })).toMatchObject({
      fields: { flavor_id: [{ code: 'flavor_beyond_live', params: { vcpus: 4, ram: 2048 } }] },
    });
    await watched('server.liveResize', id, { flavor_id: slim });
    expect(await scene.used()).toEqual({ cores: 2, ram: 1024 });
    // Up to the last core of its node, and not beyond.
    for (const index of [0, 1]) await scene.serverIn('ACTIVE', { flavor_id: wide, name: `filler-${index}` });
    const four = await flavor({ vcpus: 4, ram: 2048, disk: 5 });
    expect(await scene.refusal('server.liveResize', id, { flavor_id: four })).toMatchObject({ code: 'no_capacity' });
    await hold();
  });

  it.each([
    ['migrate', 'SHUTOFF', 'VERIFY_RESIZE'],
    ['liveMigrate', 'PAUSED', 'PAUSED'],
  ])('moves a server and its room: %s', async (command, from, end) => {
    const id = await scene.serverIn(from, { flavor_id: slim });
    const host = (await scene.server(id)).host!;
    const other = host === 'node-001' ? 'node-002' : 'node-001';
    const field = (code: string) => ({ code: 'validation_failed', fields: { node_id: [{ code }] } });
    expect(await scene.refusal(`server.${command}`, id, { node_id: host })).toMatchObject(field('node_same'));
    expect(await scene.refusal(`server.${command}`, id, { node_id: 'node-404' })).toMatchObject(field('unknown_id'));
    await scene.engine.setNodeDown(other, true);
    expect(await scene.refusal(`server.${command}`, id, { node_id: other })).toMatchObject(field('node_unfit'));
    expect(await scene.refusal(`server.${command}`, id, {})).toMatchObject({ code: 'no_capacity' });
    await scene.engine.setNodeDown(other, false);
    await watched(`server.${command}`, id, { node_id: other });
    expect(await scene.server(id)).toMatchObject({ status: end, host: other });
    if (end === 'VERIFY_RESIZE') await watched('server.confirmResize', id);
    expect(await scene.load(host)).toEqual({ vcpus: 0, ram: 0, servers: 0 });
    expect(await scene.load(other)).toEqual({ vcpus: 1, ram: 512, servers: 1 });
  });

  it.each(['SHUTOFF', 'PAUSED', 'SUSPENDED', 'SHELVED_OFFLOADED', 'RESCUE', 'ERROR', 'VERIFY_RESIZE'])(
    'gives back exactly what a server in %s holds when it is deleted',
    async (status) => {
      const id = await scene.serverIn(status);
      await hold();
      await watched('server.delete', id);
      expect(await scene.state(id)).toBe('gone');
    },
  );

  it('only one of two shelved servers that are unshelved at once takes the last room', async () => {
    for (let index = 0; index < 3; index += 1) await scene.serverIn('ACTIVE', { flavor_id: wide, name: `filler-${index}` });
    const shelved = [];
    for (const _ of [0, 1]) {
      const id = await scene.caller.create({ flavor_id: wide, name: `shelved-${shelved.length}` });
      await scene.clock.advance(4000);
      await scene.act('server.shelve', id);
      shelved.push(id);
    }
    const results = await Promise.allSettled(shelved.map((id) => scene.caller.accept('server.unshelve', id)));
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'no_capacity' } });
    await hold();
    await scene.clock.advance(5000);
  });
});
