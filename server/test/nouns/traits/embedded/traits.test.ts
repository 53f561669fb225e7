/** Servers that are bound to groups of nodes. Of the three nodes the first has fast disks, the second graphics processors too, the third nothing. */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ServerDocument } from '../../../../src/engines/embedded/platform/documents.ts';
import { anyDatabase } from '../../../support/databases.ts';
import { mustHold, violations } from '../../../engines/embedded/support/invariants.ts';
import { all, ENGINE, RECORDS, startEngine } from '../../../engines/embedded/support/platform.ts';
import { openScene, type Scene } from '../../../engines/embedded/support/scene.ts';

const [SSD, GPU] = ['CUSTOM_SSD', 'CUSTOM_GPU'];
/** Room for two servers of the smallest size each. */
const NODES = { count: 3, vcpus: 2, ram: 4096, disk: 100 };

describe.each(anyDatabase)('placements of servers on the embedded platform on $name', ({ name }) => {
  let scene: Scene;
  let bound: string;
  let free: string;
  beforeAll(async () => {
    scene = await openScene(name, { nodes: NODES });
    [free, bound] = [await flavor({}), await flavor({ [`trait:${SSD}`]: 'required' })];
  });
  afterEach(async () => {
    await scene.clear();
    await mustHold(scene.store, scene.caller);
  });
  afterAll(() => scene.close());

  async function flavor(extraSpecs: Record<string, string>): Promise<string> {
    const id = randomUUID();
    const document = { id, name: `size-${id}`, vcpus: 1, ram: 512, disk: 5, is_public: true, project_ids: [], extra_specs: extraSpecs };
    const owner = { domainId: null, projectId: null, userId: null };
    const row = { engine: ENGINE, kind: 'flavor', id, ...owner, document, shares: [{ target: 'public', state: 'accepted' }] as const };
    await scene.store.transaction((writer) => writer.put(row));
    return id;
  }
  const here = async (id: string): Promise<Pick<ServerDocument, 'host' | 'traits' | 'own_traits'>> => {
    const { host, traits, own_traits } = await scene.server(id);
    return { host, traits, own_traits };
  };
  const update = (id: string, traits: string[]) => scene.caller.accept('server.update', id, { traits });

  it.each([
    { said: 'nothing is asked for', own: [], by: 'free', hosts: ['node-001', 'node-002', 'node-003'] },
    { said: 'its flavor asks', own: [], by: 'bound', hosts: ['node-001', 'node-002'] },
    { said: 'it is bound itself', own: [GPU], by: 'free', hosts: ['node-002'] },
    { said: 'both ask', own: [GPU], by: 'bound', hosts: ['node-002'] },
    { said: 'both ask for the same', own: [SSD], by: 'bound', hosts: ['node-001', 'node-002'] },
  ])('servers fill the nodes that offer what a server needs, and no other, where $said', async ({ own, by, hosts }) => {
    const flavor_id = by === 'free' ? free : bound;
    const found: (string | null)[] = [];
    for (const _ of hosts.flatMap((host) => [host, host])) {
      const id = await scene.serverIn('ACTIVE', { flavor_id, traits: own });
      const { host, traits, own_traits } = await here(id);
      expect([traits, own_traits]).toEqual([[...new Set([...own, ...(by === 'free' ? [] : [SSD])])].toSorted(), own]);
      found.push(host);
    }
    expect(found.toSorted()).toEqual(hosts.flatMap((host) => [host, host]));
    const refused = scene.caller.create({ flavor_id, traits: own });
    await expect(refused).rejects.toMatchObject({ code: 'no_capacity' });
    if (own.length > 0) await expect(refused).rejects.toMatchObject({ detail: expect.stringContaining(own[0]!) });
  });

  it('refuses a trait that nobody knows at its field', async () => {
    await expect(scene.caller.create({ traits: ['CUSTOM_NONE'] })).rejects.toMatchObject({ fields: { traits: [{ code: 'unknown_id' }] } });
    const id = await scene.serverIn('ACTIVE');
    await expect(update(id, ['CUSTOM_NONE'])).rejects.toMatchObject({ fields: { traits: [{ code: 'unknown_id' }] } });
  });

  it('brings a shelved server back only to a node that offers what it was bound to meanwhile', async () => {
    const id = await scene.serverIn('SHELVED_OFFLOADED', { flavor_id: free });
    await update(id, [GPU]);
    expect(await here(id)).toEqual({ host: null, traits: [GPU], own_traits: [GPU] });
    await scene.act('server.unshelve', id);
    expect((await here(id)).host).toBe('node-002');
    const other = await scene.serverIn('SHELVED_OFFLOADED', { flavor_id: free });
    const filler = await scene.serverIn('ACTIVE', { flavor_id: free, traits: [GPU] });
    await update(other, [GPU]);
    expect(await scene.refusal('server.unshelve', other)).toMatchObject({ code: 'no_capacity' });
    await scene.act('server.delete', filler);
    await scene.act('server.unshelve', other);
    expect((await here(other)).host).toBe('node-002');
  });

  it('binds a server on a node to traits that the node offers, and says at the field which it does not', async () => {
    const id = await scene.serverIn('ACTIVE', { flavor_id: free, traits: [SSD] });
    if ((await here(id)).host !== 'node-001') await scene.act('server.liveMigrate', id, { node_id: 'node-001' });
    expect((await here(id)).host).toBe('node-001');
    const refusal = await scene.refusal('server.update', id, { traits: [SSD, GPU] });
    expect(refusal).toMatchObject({
      code: 'validation_failed',
      fields: { traits: [{ code: 'host_lacks_traits', params: { traits: GPU } }] },
    });
    expect(await here(id)).toEqual({ host: 'node-001', traits: [SSD], own_traits: [SSD] });
    await update(id, []);
    expect(await here(id)).toEqual({ host: 'node-001', traits: [], own_traits: [] });
    await update(id, [SSD]);
    expect((await here(id)).traits).toEqual([SSD]);
  });

  it('a server takes only traits that both its nodes offer while its move waits to be confirmed', async () => {
    const id = await scene.serverIn('SHUTOFF', { flavor_id: free, traits: [SSD] });
    const from = (await here(id)).host!;
    await scene.act('server.migrate', id);
    // One of the two has no graphics processors.
    expect([from, (await here(id)).host].toSorted()).toEqual(['node-001', 'node-002']);
    expect((await scene.refusal('server.update', id, { traits: [GPU] })).fields).toMatchObject({ traits: [{ code: 'host_lacks_traits' }] });
    await scene.act('server.revertResize', id);
    expect(await here(id)).toEqual({ host: from, traits: [SSD], own_traits: [SSD] });
  });

  it('a server keeps its own traits when it gets another flavor, and goes where the traits of both are offered', async () => {
    const id = await scene.serverIn('SHUTOFF', { flavor_id: bound });
    await update(id, [SSD]);
    await scene.act('server.resize', id, { flavor_id: free });
    expect(await here(id)).toMatchObject({ traits: [SSD], own_traits: [SSD] });
    await scene.act('server.confirmResize', id);
    await update(id, []);
    expect((await here(id)).traits).toEqual([]);
    await scene.act('server.resize', id, { flavor_id: bound });
    expect(await here(id)).toMatchObject({ host: expect.stringMatching(/node-00[12]/), traits: [SSD], own_traits: [] });
    expect(await violations(scene.store, scene.caller)).toEqual([]);
    await scene.act('server.revertResize', id);
    expect((await here(id)).traits).toEqual([]);
  });

  it('a server grows while it runs only where its node offers what the new flavor asks for', async () => {
    const gpu = await flavor({ [`trait:${GPU}`]: 'required' });
    const ids = [];
    for (let one = 0; one < 3; one += 1) ids.push(await scene.serverIn('ACTIVE', { flavor_id: free, allow_live_resize: true }));
    const grown: string[] = [];
    for (const id of ids) {
      const { host } = await here(id);
      if (host === 'node-002') {
        await scene.act('server.liveResize', id, { flavor_id: gpu });
        grown.push(id);
      } else expect(await scene.refusal('server.liveResize', id, { flavor_id: gpu })).toMatchObject({ code: 'no_capacity' });
    }
    expect(await Promise.all(grown.map(here))).toEqual([{ host: 'node-002', traits: [GPU], own_traits: [] }]);
  });

  it('moves a server only to nodes that will do: chosen by the platform, by an administrator, or because its own is down', async () => {
    const id = await scene.serverIn('ACTIVE', { flavor_id: free, traits: [SSD] });
    const host = (await here(id)).host!;
    const other = host === 'node-001' ? 'node-002' : 'node-001';
    expect((await scene.refusal('server.liveMigrate', id, { node_id: 'node-003' })).fields).toEqual({
      node_id: [{ code: 'node_lacks_traits', params: { traits: SSD } }],
    });
    await scene.act('server.liveMigrate', id);
    expect((await here(id)).host).toBe(other);
    await scene.engine.setNodeDown(other, true);
    await scene.act('server.evacuate', id);
    expect((await here(id)).host).toBe(host);
    await scene.engine.setNodeDown(other, false);
    await scene.act('server.stop', id);
    await scene.engine.setNodeDown(other, true);
    expect(await scene.refusal('server.migrate', id)).toMatchObject({ code: 'no_capacity' });
    await scene.engine.setNodeDown(other, false);
  });

  it('gives the nodes of a store that an older version has filled their traits, once', async () => {
    const { store, clock } = scene;
    const traits = async () => (await all(store, 'trait')).map(({ id }) => id).toSorted();
    const offers = async () => (await all(store, 'node')).map((node) => [node.id, node.traits]).toSorted();
    const before = await offers();
    await scene.engine.stop();
    await store.transaction(async (writer) => {
      const { traits: _traits, ...older } = (await writer.records.get(RECORDS, 'seed', 'first')) as Record<string, unknown>;
      await writer.records.put(RECORDS, 'seed', 'first', older);
      for (const { id } of await all(store, 'trait')) await writer.remove({ engine: ENGINE, kind: 'trait', id });
      for (const node of await all(store, 'node')) {
        const key = { engine: ENGINE, kind: 'node', id: node.id };
        await writer.put({ ...key, domainId: null, projectId: null, userId: null, document: { ...node, traits: [] } });
      }
      for (const { key, value } of await writer.records.list(RECORDS, 'capacity', { limit: 100 })) {
        const { traits: _offered, ...older } = value as Record<string, unknown>;
        await writer.records.put(RECORDS, 'capacity', key, older);
      }
    });
    const again = await startEngine(store, clock, { nodes: NODES });
    expect([await traits(), await offers()]).toEqual([[GPU, SSD], before]);
    await again.stop();
    await store.transaction((writer) => writer.remove({ engine: ENGINE, kind: 'trait', id: GPU! }));
    await (await startEngine(store, clock, { nodes: NODES })).stop();
    expect(await traits()).toEqual([SSD]);
    await store.transaction(async (writer) => {
      const document = { id: GPU, name: GPU, description: null };
      const row = { engine: ENGINE, kind: 'trait', id: GPU!, domainId: null, projectId: null, userId: null, document };
      await writer.put({ ...row, shares: [{ target: 'public', state: 'accepted' }] });
    });
    await scene.engine.start();
    const id = await scene.serverIn('ACTIVE', { flavor_id: free, traits: [GPU!] });
    expect((await here(id)).host).toBe('node-002');
  });
});
