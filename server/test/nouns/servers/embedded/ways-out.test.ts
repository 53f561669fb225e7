import { afterEach, describe, expect, it } from 'vitest';
import { anyDatabase } from '../../../support/databases.ts';
import { violations } from '../../../engines/embedded/support/invariants.ts';
import { startEngine, Caller } from '../../../engines/embedded/support/platform.ts';
import { sceneFor, type Scene } from '../../../engines/embedded/support/scene.ts';

const FAULT = 'gantry.fault';
const GUEST = 'gantry.guest';

describe.each(anyDatabase)('ways out on the embedded platform on $name', ({ name }) => {
  let scene: Scene;
  sceneFor(name, (opened) => (scene = opened));
  afterEach(async () => {
    for (const node of ['node-001', 'node-002', 'node-003']) await scene.engine.setNodeDown(node, false);
  });

  const hold = async () => expect(await violations(scene.store, scene.caller)).toEqual([]);
  const running = (metadata: Record<string, string>) => scene.serverIn('ACTIVE', { metadata });
  /** A shelved server runs again and is told to fail at nothing: so it can be deleted. */
  const back = async (id: string): Promise<void> => {
    await scene.act('server.unshelve', id);
    await scene.caller.accept('server.update', id, { metadata: {} });
  };
  /** Error that a task ends with. */
  const ending = (command: string, accepted: Awaited<ReturnType<Scene['caller']['accept']>>) =>
    scene.caller.settle(command, accepted).then(
      () => null,
      ({ code, detail }: { code: string; detail: string }) => ({ code, detail }),
    );

  it('cuts the power of a guest that does not shut down in its time, and says so', async () => {
    const id = await running({ [GUEST]: 'stubborn' });
    const stopping = await scene.caller.accept('server.stop', id);
    await scene.clock.advance(59_000);
    expect(await scene.state(id)).toBe('ACTIVE powering-off');
    await scene.clock.advance(1000);
    await scene.caller.settle('server.stop', stopping);
    expect(await scene.state(id)).toBe('SHUTOFF');
    const message = 'the guest did not react within 60 s: its power was cut';
    expect((await scene.history(id))[0]).toMatchObject({ action: 'stop', result: 'success', message });
    expect(await scene.log(id)).toMatch(/power off, without asking the guest\n$/);
  });

  it('a soft reboot waits in vain for a guest that does not react, and a hard reboot does not wait', async () => {
    const id = await running({ [GUEST]: 'stubborn' });
    await scene.caller.accept('server.reboot', id, { type: 'SOFT' });
    await scene.clock.advance(59_000);
    expect(await scene.state(id)).toBe('REBOOT rebooting');
    await scene.clock.advance(3000);
    expect(await scene.state(id)).toBe('ACTIVE');
    // What does not ask is not made to wait.
    expect((await scene.act('server.reboot', id, { type: 'HARD' })).states).toHaveLength(4);
  });

  it.each([
    ['server.reboot', { type: 'SOFT' }, { [GUEST]: 'stubborn' }, 'REBOOT rebooting', 'reboot'],
    ['server.pause', {}, { [FAULT]: 'pause:stuck' }, 'ACTIVE pausing', 'pause'],
  ])(
    'a hard reboot frees a server that does not get through %s, and tells the one that waited',
    async (command, body, metadata, stuck, history) => {
      const id = await running(metadata);
      const waiting = await scene.caller.accept(command, id, body);
      const outcome = ending(command, waiting);
      await scene.clock.advance(30_000);
      expect(await scene.state(id)).toBe(stuck);
      const { states, failed } = await scene.act('server.reboot', id, { type: 'HARD' });
      expect([states[0], states.at(-1), failed]).toEqual(['HARD_REBOOT rebooting_hard', 'ACTIVE', null]);
      expect(await outcome).toEqual({ code: 'engine_refused', detail: `${history} was given up: hardReboot took its place` });
      await hold();
    },
  );

  it('powers a server off while its shutdown is waited for, and tells the one that waited', async () => {
    const id = await running({ [GUEST]: 'stubborn' });
    const stopping = await scene.caller.accept('server.stop', id);
    const outcome = ending('server.stop', stopping);
    await scene.clock.advance(5000);
    expect(await scene.refusal('server.stop', id)).toMatchObject({ reason: { code: 'server_in_progress' } });
    expect(await scene.act('server.powerOff', id)).toEqual({ states: ['ACTIVE powering-off', 'SHUTOFF'], failed: null });
    expect(await outcome).toEqual({ code: 'engine_refused', detail: 'stop was given up: powerOff took its place' });
    expect((await scene.history(id)).slice(0, 2).map(({ action, result }) => [action, result])).toEqual([
      ['stop', 'success'],
      ['stop', 'failed'],
    ]);
    await hold();
  });

  it('sees a guest that powers itself off, after each boot', async () => {
    const from = await scene.store.changes.head();
    const id = await running({ [GUEST]: 'halts' });
    await scene.clock.advance(9999);
    expect(await scene.state(id)).toBe('ACTIVE');
    await scene.clock.advance(1);
    expect(await scene.state(id)).toBe('SHUTOFF');
    const { entries } = await scene.store.changes.since(from, 1000);
    expect(entries.filter((entry) => entry.kind === 'server' && entry.id === id).at(-1)).toMatchObject({
      operation: 'updated',
      status: 'SHUTOFF',
    });
    expect((await scene.history(id))[0]).toMatchObject({ action: 'stop', user_id: null, message: 'the guest powered itself off' });
    expect(await scene.log(id)).toMatch(/power off\n$/);
    await scene.act('server.start', id);
    await scene.clock.advance(10_000);
    expect(await scene.state(id)).toBe('SHUTOFF');
  });

  it('lets no guest halt while it does not run, or once it was told not to', async () => {
    const id = await running({ [GUEST]: 'halts' });
    await scene.act('server.pause', id);
    await scene.clock.advance(60_000);
    expect(await scene.state(id)).toBe('PAUSED');
    await scene.act('server.unpause', id);
    await scene.caller.accept('server.update', id, { metadata: {} });
    await scene.clock.advance(60_000);
    expect(await scene.state(id)).toBe('ACTIVE');
    await scene.caller.accept('server.update', id, { metadata: { [GUEST]: 'halts' } });
    await scene.clock.advance(10_000);
    expect(await scene.state(id)).toBe('SHUTOFF');
  });

  it.each([
    ['stop', {}, 'ACTIVE', 'ACTIVE powering-off', 'stop'],
    ['shelve', {}, 'ACTIVE', 'SHELVED shelving_offloading', 'shelve'],
    ['unshelve', {}, 'SHELVED_OFFLOADED', 'SHELVED_OFFLOADED spawning', 'unshelve'],
    ['createImage', { name: 'x' }, 'ACTIVE', 'ACTIVE image_uploading', 'createImage'],
    ['migrate', {}, 'SHUTOFF', 'RESIZE resize_finish', 'migrate'],
    ['confirmResize', {}, 'VERIFY_RESIZE', 'VERIFY_RESIZE resize_confirming', 'confirmResize'],
    ['revertResize', {}, 'VERIFY_RESIZE', 'REVERT_RESIZE resize_reverting', 'revertResize'],
    ['liveMigrate', {}, 'ACTIVE', 'MIGRATING migrating', 'live-migration'],
    ['delete', {}, 'ACTIVE', 'ACTIVE deleting', 'delete'],
  ])('frees a server that is stuck in %s by resetting its state', async (command, body, from, stuck, history) => {
    const id = await scene.serverIn(from, { metadata: { [FAULT]: `${command}:stuck` } });
    const accepted = await scene.caller.accept(`server.${command}`, id, body);
    const outcome = ending(`server.${command}`, accepted);
    await scene.clock.advance(3_600_000);
    expect(await scene.state(id)).toBe(stuck);
    await hold();
    for (const state of ['error', 'active'] as const) {
      await scene.caller.accept('server.resetState', id, { state });
      expect(await scene.server(id)).toMatchObject({ status: state.toUpperCase(), task_state: null, host_status: 'UP' });
      await hold();
    }
    expect(await outcome).toEqual({ code: 'engine_refused', detail: `${history} was given up: the state was reset` });
    expect((await scene.history(id)).slice(0, 3).map(({ action, result }) => [action, result])).toEqual([
      ['resetState', 'success'],
      ['resetState', 'success'],
      [history, 'failed'],
    ]);
    expect(await scene.server(id)).toMatchObject({ fault: null });
    await scene.caller.accept('server.update', id, { metadata: {} });
  });

  it('frees a server that never comes up, wherever that stopped', async () => {
    const id = await scene.caller.create({ metadata: { [FAULT]: 'spawn:stuck' } });
    await scene.clock.advance(60_000);
    expect(await scene.state(id)).toBe('BUILD spawning');
    await scene.caller.accept('server.resetState', id, { state: 'error' });
    expect(await scene.server(id)).toMatchObject({ status: 'ERROR', fault: { message: 'the state was set to error' } });
    const other = await scene.caller.create({ name: 'other' });
    await scene.caller.accept('server.resetState', other, { state: 'active' });
    expect(await scene.server(other)).toMatchObject({ status: 'ACTIVE', host_status: 'UP' });
    await hold();
  });

  it('leaves a shelved server shelved when its deletion is given up', async () => {
    const id = await scene.serverIn('SHELVED_OFFLOADED', { metadata: { [FAULT]: 'delete:stuck' } });
    await scene.caller.accept('server.delete', id);
    await scene.clock.advance(60_000);
    expect(await scene.state(id)).toBe('SHELVED_OFFLOADED deleting');
    await scene.caller.accept('server.resetState', id, { state: 'active' });
    expect(await scene.state(id)).toBe('SHELVED_OFFLOADED');
    await hold();
    await back(id);
  });

  it('leaves a shelved server shelved when its deletion fails', async () => {
    const id = await scene.serverIn('SHELVED_OFFLOADED', { metadata: { [FAULT]: 'delete' } });
    const { failed } = await scene.act('server.delete', id);
    expect([await scene.state(id), failed]).toEqual(['SHELVED_OFFLOADED', 'delete failed: fault injected by metadata']);
    await hold();
    await back(id);
  });

  it('a resized server gives back the room for its way back when its deletion fails', async () => {
    const id = await scene.serverIn('VERIFY_RESIZE', { metadata: { [FAULT]: 'delete' } });
    await scene.act('server.delete', id);
    expect(await scene.state(id)).toBe('ERROR');
    await hold();
  });

  it('refuses to reset the state of a shelved server as if it were stuck', async () => {
    const id = await scene.serverIn('SHELVED_OFFLOADED');
    expect(await scene.refusal('server.resetState', id, { state: 'active' })).toMatchObject({ reason: { code: 'server_status' } });
  });

  it.each([
    ['ACTIVE', 'ACTIVE'],
    ['SHUTOFF', 'SHUTOFF'],
    ['ERROR', 'ACTIVE'],
  ])('brings a server in %s up elsewhere when its node is down', async (from, end) => {
    const id = await scene.serverIn(from);
    const { host, networks, volumes } = await scene.server(id);
    expect(await scene.refusal('server.evacuate', id)).toMatchObject({ reason: { code: 'server_host_up' } });
    await scene.engine.setNodeDown(host!, true);
    expect(await scene.server(id)).toMatchObject({ status: from, host_status: 'DOWN' });
    expect(await scene.refusal('server.evacuate', id, { node_id: host })).toMatchObject({ fields: { node_id: [{ code: 'node_same' }] } });
    expect(await scene.act('server.evacuate', id)).toEqual({
      states: ['REBUILD rebuilding', 'REBUILD rebuild_spawning', end],
      failed: null,
    });
    const after = await scene.server(id);
    expect(after).toMatchObject({ host_status: 'UP', networks, volumes });
    expect(after.host).not.toBe(host);
    expect(await scene.load(host!)).toEqual({ vcpus: 0, ram: 0, servers: 0 });
    expect((await scene.history(id))[0]).toMatchObject({ action: 'evacuate', result: 'success' });
  });

  it.each(['PAUSED', 'SUSPENDED', 'VERIFY_RESIZE'])('brings a server in %s up elsewhere once its state is reset', async (from) => {
    const id = await scene.serverIn(from);
    const { host } = await scene.server(id);
    await scene.engine.setNodeDown(host!, true);
    expect(await scene.refusal('server.evacuate', id)).toMatchObject({ reason: { code: 'server_status' } });
    await scene.caller.accept('server.resetState', id, { state: 'error' });
    await scene.act('server.evacuate', id);
    expect(await scene.state(id)).toBe('ACTIVE');
    expect((await scene.server(id)).host).not.toBe(host);
    await hold();
  });

  it('servers stand still while their node is down, but for deletion and evacuation, and go on once the node is back', async () => {
    const [waiting, going, evacuated] = [
      await scene.serverIn('ACTIVE', { name: 'waiting' }),
      await scene.serverIn('ACTIVE', { name: 'going' }),
      await scene.serverIn('ACTIVE', { name: 'evacuated' }),
    ];
    const stopping = await scene.caller.accept('server.stop', evacuated);
    const outcome = ending('server.stop', stopping);
    const pausing = await scene.caller.accept('server.pause', waiting);
    for (const node of ['node-001', 'node-002', 'node-003']) await scene.engine.setNodeDown(node, true);
    await expect(scene.caller.create()).rejects.toMatchObject({ code: 'no_capacity' });
    await scene.clock.advance(600_000);
    expect([await scene.state(waiting), await scene.state(evacuated)]).toEqual(['ACTIVE pausing', 'ACTIVE powering-off']);
    await scene.act('server.delete', going);
    expect(await scene.state(going)).toBe('gone');
    const host = (await scene.server(evacuated)).host;
    const other = ['node-001', 'node-002', 'node-003'].find((node) => node !== host)!;
    await scene.engine.setNodeDown(other, false);
    await scene.act('server.evacuate', evacuated, { node_id: other });
    expect(await scene.server(evacuated)).toMatchObject({ status: 'ACTIVE', host: other });
    expect(await outcome).toEqual({ code: 'engine_refused', detail: 'stop was given up: evacuate took its place' });
    await hold();
    for (const node of ['node-001', 'node-002', 'node-003']) await scene.engine.setNodeDown(node, false);
    await scene.clock.advance(1000);
    await scene.caller.settle('server.pause', pausing);
    expect(await scene.state(waiting)).toBe('PAUSED');
  });

  it('the platform obeys the settings on which nodes are down, at each start', async () => {
    const id = await scene.serverIn('ACTIVE');
    const { host } = await scene.server(id);
    await scene.engine.setNodeDown('node-003', true);
    const again = await startEngine(scene.store, scene.clock, { nodes: { down: [host!] } });
    expect(await scene.server(id)).toMatchObject({ host_status: 'DOWN' });
    await new Caller(again, scene.store, scene.caller.actor).accept('server.evacuate', id, {
      node_id: host === 'node-003' ? 'node-001' : 'node-003',
    });
    await scene.clock.advance(4000);
    await again.stop();
    expect(await scene.server(id)).toMatchObject({ status: 'ACTIVE', host_status: 'UP' });
  });

  it.each([
    ['shelve', 'ACTIVE', {}, 'SHELVED_OFFLOADED'],
    ['resize', 'SHUTOFF', 'small', 'VERIFY_RESIZE'],
    ['liveMigrate', 'PAUSED', {}, 'PAUSED'],
    ['createImage', 'ACTIVE', { name: 'x' }, 'ACTIVE'],
    ['resetState', 'SHUTOFF', { state: 'active' }, 'ACTIVE'],
    ['lock', 'ACTIVE', {}, 'ACTIVE'],
  ])('recovers %s of a server once, whether it had been accepted before a crash or not', async (command, from, given, end) => {
    const body = given === 'small' ? { flavor_id: await scene.flavor('small') } : given;
    const id = await scene.serverIn(from);
    const { recover } = scene.caller.command(`server.${command}`);
    const context = scene.caller.context({ taskId: `recovered-${command}-${name}` });
    const first = await recover?.(context, id, body);
    expect(await recover?.(context, id, body)).toEqual(first);
    await scene.clock.advance(10_000);
    expect(await recover?.(context, id, body)).toEqual(first);
    await scene.caller.settle(`server.${command}`, first!);
    expect(await scene.state(id)).toBe(end);
    expect(
      (await scene.history(id)).filter(({ action }) => action === (command === 'liveMigrate' ? 'live-migration' : command)),
    ).toHaveLength(1);
  });
});
