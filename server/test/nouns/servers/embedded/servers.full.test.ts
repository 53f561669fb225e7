import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PAGE_LIMIT } from '@gantry/contract/constants';
import type { ServerCreate } from '@gantry/contract/nouns/servers/create';
import { server as serverEntity } from '@gantry/contract/nouns/servers/entity';
import type { ManualClock } from '../../../../src/engines/embedded/platform/clock.ts';
import type { EmbeddedEngine } from '../../../../src/engines/embedded/index.ts';
import { bucketsOf } from '../../../../src/engines/embedded/platform/records.ts';
import { anyDatabase, openTestStore } from '../../../support/databases.ts';
import { all, Caller, globexProd, idOfName, serverOf, smallPlatform, refusal } from '../../../engines/embedded/support/platform.ts';
import { mustHold, violations } from '../../../engines/embedded/support/invariants.ts';

type Opened = Awaited<ReturnType<typeof openTestStore>>;

describe.each(anyDatabase)('servers of the embedded platform on $name', ({ name }) => {
  let opened: Opened;
  let store: Opened['store'];
  let clock: ManualClock;
  let engine: EmbeddedEngine;
  let caller: Caller;

  beforeEach(async () => {
    opened = await openTestStore(name);
    store = opened.store;
    ({ clock, engine, caller } = await smallPlatform(store));
  });
  afterEach(async () => {
    await mustHold(store, caller);
    await engine.stop();
    await opened.close();
  });

  const state = async (id: string) => {
    const server = await serverOf(store, id);
    return server && [server.status, server.task_state];
  };
  /** A server that runs. */
  const running = async (more: Parameters<Caller['create']>[0] = {}): Promise<string> => {
    const id = await caller.create(more);
    await clock.advance(4000);
    return id;
  };

  it('builds a server step by step, a state at a time', async () => {
    const id = await caller.create();
    const seen: unknown[] = [];
    for (let step = 0; step < 5; step += 1) {
      const server = await serverOf(store, id);
      seen.push([server?.status, server?.task_state, server?.host]);
      expect(await violations(store, caller)).toEqual([]);
      await clock.advance(1000);
    }
    expect(seen).toEqual([
      ['BUILD', 'scheduling', null],
      ['BUILD', 'block_device_mapping', 'node-001'],
      ['BUILD', 'networking', 'node-001'],
      ['BUILD', 'spawning', 'node-001'],
      ['ACTIVE', null, 'node-001'],
    ]);
  });

  it('makes a server with a boot volume, an address and a document that the contract knows', async () => {
    const id = await running({ description: 'first', metadata: { tier: 'front' } });
    const row = await store.read.get({ engine: 'embedded', kind: 'server', id });
    const server = serverEntity.parse({ ...row?.document, revision: row?.revision });
    expect(server).toMatchObject({
      description: 'first',
      metadata: { tier: 'front' },
      flavor: { original_name: 'tiny', vcpus: 1, ram: 512, disk: 5 },
      networks: [{ network_id: await idOfName(store, 'network', 'acme-prod-private'), ips: ['10.64.0.2'] }],
      network_data: [{ mac_addr: server.networks[0]?.mac_addr, fixed_ips: ['10.64.0.2'] }],
      image: { id: await idOfName(store, 'image', 'Debian 13'), os_type: 'linux' },
    });
    expect(await all(store, 'volume')).toMatchObject([
      { id: server.volumes[0]?.id, status: 'in-use', size: 5, bootable: true, attachments: [{ server_id: id }] },
    ]);
  });

  it('stops and starts a server', async () => {
    const id = await running();
    await caller.accept('server.stop', id);
    expect(await state(id)).toEqual(['ACTIVE', 'powering-off']);
    await clock.advance(1000);
    expect(await state(id)).toEqual(['SHUTOFF', null]);
    await caller.accept('server.start', id);
    expect(await state(id)).toEqual(['SHUTOFF', 'powering-on']);
    await clock.advance(1000);
    expect(await state(id)).toEqual(['ACTIVE', null]);
  });

  it.each([
    ['SOFT', 'REBOOT', ['rebooting', 'reboot_pending', 'reboot_started']],
    ['HARD', 'HARD_REBOOT', ['rebooting_hard', 'reboot_pending_hard', 'reboot_started_hard']],
  ])('reboots a server %s through %s', async (type, status, steps) => {
    const id = await running();
    await caller.accept('server.reboot', id, { type });
    for (const step of steps) {
      expect(await state(id)).toEqual([status, step]);
      await clock.advance(1000);
    }
    expect(await state(id)).toEqual(['ACTIVE', null]);
  });

  it('deletes a server with its volume and gives everything back', async () => {
    const id = await running();
    await caller.accept('server.delete', id);
    expect(await state(id)).toEqual(['ACTIVE', 'deleting']);
    await clock.advance(1000);
    expect(await state(id)).toBeUndefined();
    expect(await all(store, 'volume')).toEqual([]);
    // The lowest free address is the one that came back.
    expect((await serverOf(store, await running()))?.networks[0]?.ips).toEqual(['10.64.0.2']);
  });

  it('renames a server at once, and only while it is not being deleted', async () => {
    const id = await running();
    await caller.accept('server.update', id, { name: 'api-01', description: 'new' });
    expect(await serverOf(store, id)).toMatchObject({ name: 'api-01', description: 'new' });
    await caller.accept('server.delete', id);
    expect(await refusal(caller.accept('server.update', id, { name: 'late' }))).toMatchObject({
      code: 'state_conflict',
      reason: { code: 'server_in_progress' },
    });
  });

  it('refuses commands for a server by the shared rules, as they are when the command comes', async () => {
    const id = await caller.create();
    for (const command of ['server.start', 'server.stop', 'server.delete']) {
      expect(await refusal(caller.accept(command, id))).toMatchObject({
        code: 'state_conflict',
        reason: { code: 'server_in_progress', params: { state: 'scheduling' } },
      });
    }
    await clock.advance(4000);
    expect(await refusal(caller.accept('server.start', id))).toMatchObject({ code: 'state_conflict', reason: { code: 'server_status' } });
    expect(await refusal(caller.accept('server.stop', randomUUID()))).toMatchObject({ code: 'not_found' });
  });

  it('lets exactly one of two commands on the same server through', async () => {
    const id = await running();
    const outcomes = await Promise.allSettled([caller.accept('server.stop', id), caller.accept('server.delete', id)]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('a new server is refused for a foreign id in its body exactly as for an unknown one', async () => {
    const foreign = await idOfName(store, 'network', 'globex-prod-private');
    const bodies: [string, Partial<ServerCreate>][] = [
      ['network_ids', { network_ids: [foreign] }],
      ['network_ids', { network_ids: [randomUUID()] }],
      ['flavor_id', { flavor_id: randomUUID() }],
      ['image_id', { image_id: foreign }],
    ];
    for (const [field, body] of bodies) {
      const error = await refusal(caller.create(body));
      expect(error).toMatchObject({ code: 'validation_failed', fields: { [field]: [{ code: 'unknown_id' }] } });
    }
    const globex = new Caller(engine, store, await globexProd(engine));
    expect((await globex.create({ network_ids: [foreign] })).length).toBeGreaterThan(0);
    expect((await globex.create({ network_ids: [await idOfName(store, 'network', 'public')] })).length).toBeGreaterThan(0);
  });

  it('a new server takes no image that its flavor or volume is too small for', async () => {
    const image_id = await idOfName(store, 'image', 'Windows Server 2025');
    const large = await idOfName(store, 'flavor', 'large');
    expect(await refusal(caller.create({ image_id }))).toMatchObject({ fields: { flavor_id: [{ code: 'flavor_too_small' }] } });
    expect(await refusal(caller.create({ image_id, flavor_id: large, volume_size: 39 }))).toMatchObject({
      fields: { volume_size: [{ code: 'too_small', params: { min: 40 } }] },
    });
    await caller.create({ image_id, flavor_id: large, volume_size: 41 });
    expect((await all(store, 'volume')).map(({ size }) => size)).toEqual([41]);
  });

  it('creates one server for one task, however often the task asks', async () => {
    const taskId = randomUUID();
    const body = await caller.body();
    const first = await caller.accept('server.create', null, body, { taskId });
    expect(await caller.accept('server.create', null, body, { taskId })).toEqual(first);
    expect(await caller.command('server.create').recover?.(caller.context({ taskId }), null, body)).toEqual(first);
    expect((await all(store, 'server')).map(({ id }) => id)).toEqual([first.id]);
  });

  it('recovers a deletion of a server that came to its end before its task knew', async () => {
    const id = await running();
    const taskId = randomUUID();
    const accepted = await caller.accept('server.delete', id, {}, { taskId });
    await clock.advance(1000);
    expect(await caller.command('server.delete').recover?.(caller.context({ taskId }), id, {})).toEqual(accepted);
    await caller.settle('server.delete', accepted, { taskId });
  });

  it('recovers each of several server deletions of one task, and takes what somebody else has deleted for deleted', async () => {
    const [first, second, third] = [await running(), await running(), await running()];
    const taskId = randomUUID();
    for (const id of [first, second]) await caller.accept('server.delete', id, {}, { taskId });
    await caller.accept('server.delete', third);
    await clock.advance(1000);
    for (const id of [first, second, third]) {
      const found = await caller.command('server.delete').recover?.(caller.context({ taskId }), id, {});
      expect(found?.id).toBe(id);
      await caller.settle('server.delete', found!, { taskId });
    }
  });

  it('the platform knows as long as a task is open what it has accepted for the task, also after days', async () => {
    const taskId = randomUUID();
    const body = await caller.body();
    const run = { id: taskId, command: 'server.create', engine: 'embedded', phase: 'intended' as const, targets: [null], body, memo: null };
    await store.transaction((writer) => writer.tasks.insert({ ...run, actor: caller.actor }, 'a process that died', 1));
    const first = await caller.accept('server.create', null, body, { taskId });
    for (const _day of [1, 2, 3]) await clock.advance(25 * 3_600_000);
    expect(await caller.command('server.create').recover?.(caller.context({ taskId }), null, body)).toEqual(first);
    await store.transaction((writer) => writer.tasks.update(taskId, 1, { phase: 'ended' }));
    for (const _day of [1, 2]) await clock.advance(25 * 3_600_000);
    await expect(caller.settle('server.create', first, { taskId })).rejects.toMatchObject({ code: 'interrupted' });
  });

  it('carries out the creation of a server that a crash has prevented', async () => {
    const accepted = await caller.command('server.create').recover?.(caller.context(), null, await caller.body());
    expect((await all(store, 'server')).map(({ id }) => id)).toEqual([accepted?.id]);
  });

  it.each([
    ['server.update', { description: 'older' }],
    ['server.stop', {}],
  ])('%s is not carried out late where something newer has changed the server since, and else is', async (name, body) => {
    const id = await running();
    const key = { engine: 'embedded', kind: 'server', id };
    const { revision } = (await store.read.get(key))!;
    const { recover } = caller.command(name);
    await caller.accept('server.update', id, { description: 'newer' });
    const late = { ...caller.context(), requested: { ...key, revision } };
    await expect(recover!(late, id, body)).rejects.toMatchObject({ code: 'overtaken' });
    expect(await serverOf(store, id)).toMatchObject({ description: 'newer', status: 'ACTIVE', task_state: null });
    const again = { ...late, requested: { ...key, revision: revision + 1 } };
    const accepted = await recover!(again, id, body);
    expect(accepted).toMatchObject({ id });
    // Once accepted it stays so, whatever it has changed.
    expect(await recover!(again, id, body)).toEqual(accepted);
  });

  it('the history of a server says who asked, and what came of it', async () => {
    const id = await running();
    await caller.accept('server.stop', id, {}, { taskId: 'stopping' });
    const events = async () => (await caller.live('server.events', 'server', id)) as { data: unknown[] };
    expect((await events()).data[0]).toMatchObject({ action: 'stop', result: 'running', finished_at: null });
    await clock.advance(1000);
    expect((await events()).data).toMatchObject([
      {
        action: 'stop',
        request_id: 'req-stopping',
        user_id: caller.actor.userId,
        started_at: '2026-01-01T00:00:04.000Z',
        finished_at: '2026-01-01T00:00:05.000Z',
        result: 'success',
        message: null,
      },
      { action: 'create', result: 'success' },
    ]);
  });

  it('writes a console log when a server comes up and goes down, bounded', async () => {
    const id = await running();
    const log = async () => ((await caller.live('server.log', 'server', id)) as { log: string }).log;
    expect(await log()).toMatch(/^\[2026-01-01T00:00:04.000Z\] firmware: 1 CPU, 512 MiB memory\n/);
    expect(await log()).toContain('10.64.0.2');
    expect(await log()).not.toContain('power off');
    // As after years: one more reboot is too much.
    const { journals } = bucketsOf(`engine:${engine.id}`);
    const line = '[2026-01-01T00:00:03.000Z] long ago\n';
    await store.transaction(async ({ records }) => {
      const journal = await journals.get(records, id);
      await journals.put(records, id, { ...journal!, log: line.repeat(Math.floor(32_768 / line.length)) });
    });
    expect(await caller.live('server.log', 'server', id)).toMatchObject({ cut: false });
    await caller.accept('server.reboot', id, { type: 'HARD' });
    await clock.advance(3000);
    expect(await log()).toContain('power off');
    expect((await log()).length).toBeLessThanOrEqual(32_768);
    expect((await log()).length).toBeGreaterThan(32_768 - line.length);
    expect(await caller.live('server.log', 'server', id)).toMatchObject({ cut: true });
    await caller.accept('server.reboot', id, { type: 'HARD' });
    await clock.advance(3000);
    expect(await caller.live('server.log', 'server', id)).toMatchObject({ cut: true });
    expect(await log()).toMatch(/^\[2026-/);
    expect(await log()).toMatch(/ready\n$/);
  });

  it('says what a project may use and, when asked, what it uses', async () => {
    await running();
    const { scope } = caller.actor;
    const projectId = scope.type === 'project' ? scope.projectId : '';
    expect(await caller.live('quota.read', 'project', projectId)).toMatchObject({ instances: { limit: 20, used: null } });
    expect(await caller.live('quota.read', 'project', projectId, { usage: true })).toEqual({
      instances: { limit: 20, used: 1 },
      cores: { limit: 40, used: 1 },
      ram: { limit: 81_920, used: 512 },
      volumes: { limit: 40, used: 1 },
      snapshots: { limit: 40, used: 0 },
      gigabytes: { limit: 2000, used: 5 },
      networks: { limit: 100, used: 1 },
      security_groups: { limit: 100, used: 1 },
      security_group_rules: { limit: 1000, used: 4 },
      routers: { limit: 20, used: 0 },
      floating_ips: { limit: 50, used: 0 },
      load_balancers: { limit: 20, used: 0 },
      vpn_connections: { limit: 20, used: 0 },
      storage_policies: [
        { name: 'default', limit: -1, used: 5 },
        { name: 'fast', limit: 500, used: 0 },
      ],
    });
  });

  it('every state that a server passes through is logged as a change of its own', async () => {
    const from = await store.changes.head();
    const id = await running();
    const { entries } = await store.changes.since(from, PAGE_LIMIT);
    const own = entries.filter((entry) => entry.kind === 'server' && entry.id === id);
    expect(own.map(({ operation, status, revision }) => [operation, status, revision])).toEqual([
      ['created', 'BUILD', 1],
      ['updated', 'BUILD', 2],
      ['updated', 'BUILD', 3],
      ['updated', 'BUILD', 4],
      ['updated', 'ACTIVE', 5],
    ]);
  });
});
