/** Nodes join and leave, rest, are fenced, and the cluster itself comes and goes: what runs on them moves with its room. */
import { describe, expect, it } from 'vitest';
import type { NodeDocument, ServerDocument } from '../../../../src/engines/embedded/platform/documents.ts';
import { anyDatabase } from '../../../support/databases.ts';
import { violations } from '../../../engines/embedded/support/invariants.ts';
import { acmeProd, all, Caller, startEngine } from '../../../engines/embedded/support/platform.ts';
import { openScene, sceneFor, type Scene } from '../../../engines/embedded/support/scene.ts';

const NODES = { count: 3, vcpus: 8, ram: 8192, disk: 500 };

describe.each(anyDatabase)('nodes of the embedded platform on $name', ({ name }) => {
  let scene: Scene;
  sceneFor(name, (opened) => (scene = opened), { nodes: NODES });

  const node = async (id: string): Promise<NodeDocument | undefined> => (await all(scene.store, 'node')).find((one) => one.id === id);
  const cluster = async () => (await all(scene.store, 'compute_cluster'))[0]!;
  const hold = async (of = scene) => expect(await violations(of.store, of.caller)).toEqual([]);
  const on = (servers: readonly ServerDocument[], host: string): string[] =>
    servers.filter((server) => server.host === host).map(({ id }) => id);

  /** Carries a command on by half a second at a time, and looks each time whether all is well. Resolves to why it failed, or null. */
  async function watched(command: string, id: string | null, body: unknown = {}, of = scene): Promise<string | null> {
    const accepted = await of.caller.accept(command, id, body);
    let outcome: string | null | undefined;
    void of.caller.settle(command, accepted).then(
      () => (outcome = null),
      (error: { detail?: string; code: string }) => (outcome = error.detail ?? error.code),
    );
    for (let step = 0; outcome === undefined && step < 200; step += 1) {
      await of.clock.advance(500);
      await hold(of);
    }
    return outcome ?? null;
  }

  it('lets a machine join the cluster with its roles, and leave again, when it has no servers', async () => {
    expect((await cluster()).available_nodes).toMatchObject([{ id: 'node-004', cpu_cores: 10 }]);
    const accepted = await scene.caller.accept('node.join', null, [{ node_id: 'node-004', roles: ['controller', 'compute'] }]);
    expect(await node('node-004')).toMatchObject({ state: 'joining', roles: ['compute', 'controller'] });
    await scene.clock.advance(3000);
    await scene.caller.settle('node.join', accepted);
    expect(await node('node-004')).toMatchObject({ state: 'healthy', roles: ['compute', 'controller'], hypervisor: { vms: 0 } });
    expect((await cluster()).available_nodes).toEqual([]);
    await hold();
    expect(await scene.refusal('node.join', null as never, [{ node_id: 'node-004', roles: ['compute'] }] as never)).toMatchObject({
      fields: { nodes: [{ code: 'node_not_available' }] },
    });
    const released = await scene.caller.accept('node.release', 'node-004');
    expect(await node('node-004')).toMatchObject({ state: 'releasing' });
    await scene.clock.advance(3000);
    await scene.caller.settle('node.release', released);
    expect(await node('node-004')).toBeUndefined();
    expect((await cluster()).available_nodes).toMatchObject([{ id: 'node-004', cpu_cores: 10 }]);
    await hold();
  });

  it('refuses to release a node that has servers', async () => {
    const id = await scene.serverIn('ACTIVE');
    const { host } = await scene.server(id);
    expect(await scene.refusal('node.release', host!)).toMatchObject({
      code: 'state_conflict',
      reason: { code: 'node_has_servers', params: { count: 1 } },
    });
  });

  it('moves all servers of a node to others before its maintenance, as one task, each as it was', async () => {
    const made = [await scene.serverIn('ACTIVE'), await scene.serverIn('SHUTOFF'), await scene.serverIn('PAUSED')];
    for (let more = 0; more < 6; more += 1) made.push(await scene.serverIn('ACTIVE', { name: `more-${more}` }));
    const before = await Promise.all(made.map((id) => scene.server(id)));
    const host = before[0]!.host!;
    const there = on(before, host);
    expect(there.length).toBeGreaterThan(1);
    expect(await watched('node.enterMaintenance', host)).toBeNull();
    expect(await node(host)).toMatchObject({ in_maintenance: true, hypervisor: { vms: 0 } });
    expect(await scene.load(host)).toEqual({ vcpus: 0, ram: 0, servers: 0 });
    const after = await Promise.all(made.map((id) => scene.server(id)));
    expect(after.map(({ status }) => status)).toEqual(before.map(({ status }) => status));
    expect(on(after, host)).toEqual([]);
    const later = await scene.serverIn('ACTIVE', { name: 'later' });
    expect((await scene.server(later)).host).not.toBe(host);
    expect(await watched('node.leaveMaintenance', host)).toBeNull();
    expect(await node(host)).toMatchObject({ in_maintenance: false });
  });

  it('maintenance of a node says which servers no other node takes, and lets the node go on', async () => {
    const filled = await scene.flavor('large');
    const size = (await all(scene.store, 'flavor')).find(({ id }) => id === filled)!;
    const count = Math.floor(NODES.ram / size.ram) * NODES.count;
    const made: string[] = [];
    for (let index = 0; index < count; index += 1) made.push(await scene.serverIn('ACTIVE', { flavor_id: filled, name: `full-${index}` }));
    const { host } = await scene.server(made[0]!);
    expect(await watched('node.enterMaintenance', host!)).toMatch(/^no other node takes \d of the servers, .*: full-\d/);
    expect(await node(host!)).toMatchObject({ in_maintenance: false });
    expect((await scene.server(made[0]!)).host).toBe(host);
  });

  it('restarts servers of high availability elsewhere when their node is fenced, and leaves the others with it', async () => {
    const made: string[] = [];
    for (let index = 0; index < 6; index += 1)
      made.push(await scene.serverIn('ACTIVE', { name: `ha-${index}`, ha_enabled: index % 3 !== 2 }));
    const before = await Promise.all(made.map((id) => scene.server(id)));
    const host = before[0]!.host!;
    expect(await watched('node.fence', host, { reason: 'smoke' })).toBeNull();
    expect(await node(host)).toMatchObject({ state: 'offline', fenced_reason: 'smoke', hypervisor: { status: 'disabled' } });
    const after = await Promise.all(made.map((id) => scene.server(id)));
    for (const [index, server] of after.entries()) {
      if (before[index]!.host !== host) expect(server).toMatchObject({ host: before[index]!.host, status: 'ACTIVE' });
      else if (server.ha_enabled) expect([server.host === host, server.host_status, server.status]).toEqual([false, 'UP', 'ACTIVE']);
      else expect(server).toMatchObject({ host, host_status: 'DOWN' });
    }
    expect(await scene.refusal('node.enterMaintenance', host)).toMatchObject({ reason: { code: 'node_fenced' } });
    expect(await watched('node.unfence', host)).toBeNull();
    expect(await node(host)).toMatchObject({ state: 'healthy', fenced_reason: null });
    expect((await all(scene.store, 'server')).every(({ host_status: status }) => status === 'UP')).toBe(true);
  });

  it('every server of high availability is elsewhere when a node is fenced amid creations, stops, starts and reboots', async () => {
    const made: string[] = [];
    for (let index = 0; index < 6; index += 1) made.push(await scene.serverIn('ACTIVE', { name: `busy-${index}`, ha_enabled: true }));
    const { host } = await scene.server(made[0]!);
    const doing = ['server.stop', 'server.reboot', 'server.start', 'server.reboot'];
    let step = 0;
    /** Every second time one more server, and something done to each of two: what cannot be done as they are is refused. */
    const load = async (): Promise<void> => {
      step += 1;
      const creation = ['server.create', null, await scene.caller.body({ name: `while-${step}`, ha_enabled: true })] as const;
      const asked: (readonly [string, string | null, object])[] = [
        ...(step % 2 === 0 ? [creation] : []),
        [doing[step % doing.length]!, made[step % made.length]!, {}],
        [doing[(step + 2) % doing.length]!, made[(step + 3) % made.length]!, {}],
      ];
      for (const [command, id, body] of asked)
        await scene.caller.accept(command, id, body).then(
          (accepted) => command === 'server.create' && made.push(accepted.id),
          (error: { code?: string }) => {
            if (!['state_conflict', 'no_capacity', 'quota_exceeded'].includes(error.code ?? '')) throw error;
          },
        );
    };
    for (let before = 0; before < 3; before += 1) {
      await load();
      await scene.clock.advance(500);
    }
    const accepted = await scene.caller.accept('node.fence', host!, { reason: 'fire' });
    const settled = scene.caller.settle('node.fence', accepted);
    for (let during = 0; during < 10; during += 1) {
      await load();
      await scene.clock.advance(500);
      await hold();
    }
    for (let after = 0; after < 60; after += 1) await scene.clock.advance(500);
    await settled;
    await hold();
    const servers = await all(scene.store, 'server');
    expect(servers.length).toBe(made.length);
    expect(made.length).toBe(12);
    expect(on(servers, host!)).toEqual([]);
    expect(servers.filter(({ status }) => !['ACTIVE', 'SHUTOFF'].includes(status))).toEqual([]);
    expect(servers.filter(({ host_status: status }) => status !== 'UP')).toEqual([]);
    expect(await watched('node.unfence', host!)).toBeNull();
  });

  it('installs the compute cluster again after it was removed, and shows what it is at [computecluster.deploying, computecluster.destroying]', async () => {
    const id = await scene.serverIn('ACTIVE');
    expect(await scene.refusal('compute_cluster.destroy', null as never)).toMatchObject({
      reason: { code: 'cluster_has_servers', params: { count: 1 } },
    });
    await scene.act('server.delete', id);
    const gone = await scene.caller.accept('compute_cluster.destroy', null);
    expect(await cluster()).toMatchObject({ status: 'destroying' });
    expect((await cluster()).task_id).not.toBeNull();
    await scene.clock.advance(5000);
    await scene.caller.settle('compute_cluster.destroy', gone);
    expect(await cluster()).toMatchObject({ status: 'absent', task_id: null });
    expect(await all(scene.store, 'node')).toEqual([]);
    await hold();
    expect(await scene.refusal('server.create', null as never, await scene.caller.body())).toMatchObject({ code: 'no_capacity' });
    const nodes = (await cluster()).available_nodes!.slice(0, 3).map(({ id: node_id }) => ({ node_id, roles: ['compute'] }));
    const made = await scene.caller.accept('compute_cluster.deploy', null, { nodes });
    expect(await cluster()).toMatchObject({ status: 'deploying' });
    await scene.clock.advance(5000);
    await scene.caller.settle('compute_cluster.deploy', made);
    expect(await cluster()).toMatchObject({ status: 'active' });
    expect((await all(scene.store, 'node')).map(({ state }) => state)).toEqual(['healthy', 'healthy', 'healthy']);
    expect(await scene.state(await scene.serverIn('ACTIVE'))).toBe('ACTIVE');
    await hold();
  });

  it('changes options of the cluster, and takes nothing away that it offers', async () => {
    const body = { features: ['high_availability', 'billing_metering'], options: { endpoint_hostname: 'compute.example.com' } };
    expect(await watched('compute_cluster.update', null, body)).toBeNull();
    expect(await cluster()).toMatchObject({
      status: 'active',
      features: ['billing_metering', 'high_availability'],
      options: { endpoint_hostname: 'compute.example.com' },
    });
    expect(await scene.refusal('compute_cluster.update', null as never, { features: [] })).toMatchObject({
      fields: { features: [{ code: 'cluster_feature_kept' }] },
    });
  });

  it('carries on an evacuation that another process had begun: each server is on exactly one node, and reservations add up', async () => {
    const own = await openScene(name, { nodes: NODES });
    try {
      const made: string[] = [];
      for (let index = 0; index < 9; index += 1) made.push(await own.serverIn('ACTIVE', { name: `moved-${index}` }));
      const host = (await own.server(made[0]!)).host!;
      await own.caller.accept('node.enterMaintenance', host);
      await own.clock.advance(1500);
      await own.engine.stop();
      const half = await all(own.store, 'server');
      expect(half.some(({ status }) => status === 'MIGRATING')).toBe(true);
      const engine = await startEngine(own.store, own.clock, { nodes: NODES });
      const caller = new Caller(engine, own.store, await acmeProd(engine));
      for (let step = 0; step < 60; step += 1) {
        await own.clock.advance(500);
        expect(await violations(own.store, caller)).toEqual([]);
      }
      const after = await all(own.store, 'server');
      expect(after.map(({ status }) => status)).toEqual(Array(9).fill('ACTIVE'));
      expect(on(after, host)).toEqual([]);
      expect((await all(own.store, 'node')).find(({ id }) => id === host)).toMatchObject({ in_maintenance: true, hypervisor: { vms: 0 } });
      await engine.stop();
    } finally {
      await own.close();
    }
  });
});
