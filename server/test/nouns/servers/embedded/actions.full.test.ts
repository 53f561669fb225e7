import { describe, expect, it } from 'vitest';
import { SERVER_ACTIONS } from '@gantry/contract/nouns/servers/history';
import { server as serverEntity } from '@gantry/contract/nouns/servers/entity';
import { anyDatabase } from '../../../support/databases.ts';
import { violations } from '../../../engines/embedded/support/invariants.ts';
import { all, ENGINE } from '../../../engines/embedded/support/platform.ts';
import { sceneFor, type Scene } from '../../../engines/embedded/support/scene.ts';

interface Row {
  command: string;
  from: string;
  body?: object;
  states: string[];
  history: string;
}

/** Each action from a status it may begin in, through all it passes (S2 §4). */
const ACTIONS: Row[] = [
  { command: 'start', from: 'SHUTOFF', states: ['SHUTOFF powering-on', 'ACTIVE'], history: 'start' },
  { command: 'stop', from: 'ACTIVE', states: ['ACTIVE powering-off', 'SHUTOFF'], history: 'stop' },
  { command: 'powerOff', from: 'ACTIVE', states: ['ACTIVE powering-off', 'SHUTOFF'], history: 'stop' },
  { command: 'powerOff', from: 'PAUSED', states: ['PAUSED powering-off', 'SHUTOFF'], history: 'stop' },
  { command: 'powerOff', from: 'ERROR', states: ['ERROR powering-off', 'SHUTOFF'], history: 'stop' },
  { command: 'powerOff', from: 'RESCUE', states: ['RESCUE powering-off', 'SHUTOFF'], history: 'stop' },
  { command: 'pause', from: 'ACTIVE', states: ['ACTIVE pausing', 'PAUSED'], history: 'pause' },
  { command: 'unpause', from: 'PAUSED', states: ['PAUSED unpausing', 'ACTIVE'], history: 'unpause' },
  { command: 'suspend', from: 'ACTIVE', states: ['ACTIVE suspending', 'SUSPENDED'], history: 'suspend' },
  { command: 'resume', from: 'SUSPENDED', states: ['SUSPENDED resuming', 'ACTIVE'], history: 'resume' },
  { command: 'shelve', from: 'ACTIVE', states: ['ACTIVE shelving', 'SHELVED shelving_offloading', 'SHELVED_OFFLOADED'], history: 'shelve' },
  {
    command: 'shelve',
    from: 'SUSPENDED',
    states: ['SUSPENDED shelving', 'SHELVED shelving_offloading', 'SHELVED_OFFLOADED'],
    history: 'shelve',
  },
  {
    command: 'unshelve',
    from: 'SHELVED_OFFLOADED',
    states: ['SHELVED_OFFLOADED unshelving', 'SHELVED_OFFLOADED spawning', 'ACTIVE'],
    history: 'unshelve',
  },
  { command: 'rescue', from: 'ACTIVE', body: {}, states: ['ACTIVE rescuing', 'RESCUE'], history: 'rescue' },
  { command: 'rescue', from: 'ERROR', body: {}, states: ['ERROR rescuing', 'RESCUE'], history: 'rescue' },
  { command: 'unrescue', from: 'RESCUE', states: ['RESCUE unrescuing', 'ACTIVE'], history: 'unrescue' },
  {
    command: 'confirmResize',
    from: 'VERIFY_RESIZE',
    states: ['VERIFY_RESIZE resize_confirming', 'SHUTOFF'],
    history: 'confirmResize',
  },
  { command: 'revertResize', from: 'VERIFY_RESIZE', states: ['REVERT_RESIZE resize_reverting', 'SHUTOFF'], history: 'revertResize' },
  {
    command: 'changePassword',
    from: 'ACTIVE',
    body: { password: 'correct horse battery 9' },
    states: ['PASSWORD updating_password', 'ACTIVE'],
    history: 'changePassword',
  },
  ...['ACTIVE', 'SHUTOFF', 'PAUSED', 'SUSPENDED'].map((from) => ({
    command: 'createImage',
    from,
    body: { name: 'copy' },
    states: [`${from} image_snapshot`, `${from} image_pending_upload`, `${from} image_uploading`, from],
    history: 'createImage',
  })),
  {
    command: 'migrate',
    from: 'SHUTOFF',
    body: {},
    states: ['RESIZE resize_prep', 'RESIZE resize_migrating', 'RESIZE resize_migrated', 'RESIZE resize_finish', 'VERIFY_RESIZE'],
    history: 'migrate',
  },
  ...['ACTIVE', 'PAUSED'].map((from) => ({
    command: 'liveMigrate',
    from,
    body: {},
    states: ['MIGRATING migrating', from],
    history: 'live-migration',
  })),
];

describe.each(anyDatabase)('what is done to servers of the embedded platform on $name', ({ name }) => {
  let scene: Scene;
  sceneFor(name, (opened) => (scene = opened));

  it.each(ACTIONS)('$command of a server goes from $from through its states', async ({ command, from, body, states, history }) => {
    const id = await scene.serverIn(from);
    const passage = await scene.act(`server.${command}`, id, body);
    expect(passage).toEqual({ states, failed: null });
    expect(await violations(scene.store, scene.caller)).toEqual([]);
    expect((await scene.history(id))[0]).toMatchObject({
      action: history,
      result: 'success',
      user_id: scene.caller.actor.userId,
      message: null,
    });
    const row = await scene.store.read.get({ engine: ENGINE, kind: 'server', id });
    serverEntity.parse({ ...row?.document, revision: row?.revision });
  });

  it.each(ACTIONS)(
    '$command of a server from $from fails where it is told to, and leaves the server as it was',
    async ({ command, from, body, history }) => {
      const id = await scene.serverIn(from, { metadata: { 'gantry.fault': command } });
      const before = await scene.server(id);
      const { states, failed } = await scene.act(`server.${command}`, id, body);
      expect([states.at(-1), failed]).toEqual([from, `${history} failed: fault injected by metadata`]);
      const { updated: _, ...after } = await scene.server(id);
      expect(after).toEqual({ ...before, updated: undefined });
      expect((await scene.history(id))[0]).toMatchObject({ action: history, result: 'failed' });
      expect((await all(scene.store, 'image')).every(({ status }) => status === 'active')).toBe(true);
      expect(await violations(scene.store, scene.caller)).toEqual([]);
    },
  );

  it('locks and unlocks a server, also while something goes on, and everything else is refused meanwhile', async () => {
    const id = await scene.serverIn('ACTIVE');
    const pausing = await scene.caller.accept('server.pause', id);
    await scene.caller.accept('server.lock', id);
    await scene.clock.advance(1000);
    await scene.caller.settle('server.pause', pausing);
    expect(await scene.server(id)).toMatchObject({ status: 'PAUSED', locked: true });
    for (const command of ['unpause', 'delete', 'powerOff', 'shelve', 'createImage'])
      expect(await scene.refusal(`server.${command}`, id, { name: 'x' })).toMatchObject({ reason: { code: 'server_locked' } });
    expect(await scene.refusal('server.lock', id)).toMatchObject({ reason: { code: 'server_locked' } });
    await scene.caller.accept('server.unlock', id);
    expect(await scene.refusal('server.unlock', id)).toMatchObject({ reason: { code: 'server_not_locked' } });
    expect((await scene.history(id)).map(({ action, result }) => [action, result])).toEqual([
      ['unlock', 'success'],
      ['lock', 'success'],
      ['pause', 'success'],
      ['create', 'success'],
    ]);
  });

  it.each(['ACTIVE', 'PAUSED'])('stops a live migration from %s: the server stays, and the other node has its room back', async (from) => {
    const id = await scene.serverIn(from, { metadata: { 'gantry.fault': 'liveMigrate:stuck' } });
    const { host } = await scene.server(id);
    expect(await scene.refusal('server.stopMigrate', id)).toMatchObject({ reason: { code: 'server_not_migrating' } });
    const moving = await scene.caller.accept('server.liveMigrate', id, {});
    const outcome = scene.caller.settle('server.liveMigrate', moving).catch((error: unknown) => error);
    expect(await scene.server(id)).toMatchObject({ status: 'MIGRATING', task_state: 'migrating' });
    await scene.caller.accept('server.stopMigrate', id);
    expect(await scene.server(id)).toMatchObject({ status: from, task_state: null, host, fault: null });
    expect(await outcome).toMatchObject({ code: 'engine_refused', detail: 'live-migration was given up: the migration was stopped' });
    expect(await violations(scene.store, scene.caller)).toEqual([]);
    expect((await scene.history(id)).slice(0, 2)).toMatchObject([
      { action: 'live_migration_cancel', result: 'success' },
      { action: 'live-migration', result: 'failed' },
    ]);
  });

  it('lets a live migration finish at once, also one that would never have', async () => {
    const id = await scene.serverIn('ACTIVE', { metadata: { 'gantry.fault': 'liveMigrate:stuck' } });
    const { host } = await scene.server(id);
    expect(await scene.refusal('server.forceMigrate', id)).toMatchObject({ reason: { code: 'server_not_migrating' } });
    const moving = await scene.caller.accept('server.liveMigrate', id, {});
    await scene.clock.advance(60_000);
    expect(await scene.server(id)).toMatchObject({ status: 'MIGRATING', host });
    await scene.caller.accept('server.forceMigrate', id);
    await scene.caller.settle('server.liveMigrate', moving);
    const arrived = await scene.server(id);
    expect(arrived).toMatchObject({ status: 'ACTIVE', task_state: null });
    expect(arrived.host).not.toBe(host);
    expect(await violations(scene.store, scene.caller)).toEqual([]);
    expect((await scene.history(id)).slice(0, 2)).toMatchObject([
      { action: 'live_migration_force_complete', result: 'success' },
      { action: 'live-migration', result: 'success' },
    ]);
  });

  it('replaces the metadata of a server as a whole, and leaves what is not named', async () => {
    const id = await scene.serverIn('ACTIVE', { metadata: { tier: 'front', owner: 'ops' }, description: 'first' });
    await scene.caller.accept('server.update', id, { metadata: { tier: 'back' } });
    expect(await scene.server(id)).toMatchObject({ name: 'web-01', description: 'first', metadata: { tier: 'back' } });
    await scene.caller.accept('server.update', id, { description: 'second' });
    expect((await scene.server(id)).metadata).toEqual({ tier: 'back' });
  });

  it('sets the password of a guest that has an agent for it, and keeps the password nowhere', async () => {
    const id = await scene.serverIn('ACTIVE');
    const password = 'nobody keeps 7this';
    await scene.act('server.changePassword', id, { password });
    expect(await scene.log(id)).toContain('password of debian changed');
    const kept: unknown[] = [await scene.history(id), await scene.log(id), await scene.server(id)];
    for (const bucket of ['accepted', 'transitions', 'journals', 'reservations'])
      kept.push(await scene.store.records.list(`engine:${ENGINE}`, bucket));
    expect(JSON.stringify(kept)).not.toContain(password);
    const windows = await scene.serverIn('ACTIVE', {
      image_id: await scene.image('Windows Server 2025'),
      flavor_id: await scene.flavor('large'),
    });
    expect(await scene.refusal('server.changePassword', windows, { password })).toMatchObject({
      reason: { code: 'server_no_set_password' },
    });
  });

  it('makes an image of the boot disk that outlives the server and can be booted from', async () => {
    const id = await scene.serverIn('ACTIVE', { volume_size: 7 });
    const accepted = await scene.caller.accept('server.createImage', id, { name: 'golden' });
    const golden = async () => (await all(scene.store, 'image')).find((image) => image.name === 'golden');
    const seen: unknown[] = [];
    for (let second = 0; second < 4; second += 1) {
      seen.push((await golden())?.status);
      await scene.clock.advance(1000);
    }
    await scene.caller.settle('server.createImage', accepted);
    expect(seen).toEqual(['queued', 'queued', 'saving', 'active']);
    const { project_id, domain_id } = await scene.server(id);
    const image = await golden();
    expect(image).toMatchObject({
      min_disk: 7,
      min_ram: 256,
      os_type: 'linux',
      username: 'debian',
      size: 7 * 1024 ** 3,
      visibility: 'private',
      project_id,
      domain_id,
    });
    await scene.act('server.delete', id);
    expect(await golden()).toEqual(image);
    const copy = await scene.serverIn('ACTIVE', { image_id: image!.id });
    expect((await scene.server(copy)).image).toMatchObject({ id: image!.id, os_type: 'linux' });
    expect((await all(scene.store, 'volume')).map(({ size }) => size)).toEqual([7]);
  });

  it('rebuilds a server onto its former volume and addresses, running or shut off as it was', async () => {
    const image_id = await scene.image('Ubuntu 24.04 LTS');
    const steps = ['REBUILD rebuilding', 'REBUILD rebuild_block_device_mapping', 'REBUILD rebuild_spawning'];
    for (const [from, end] of [
      ['ACTIVE', 'ACTIVE'],
      ['SHUTOFF', 'SHUTOFF'],
      ['ERROR', 'ACTIVE'],
    ] as const) {
      const id = await scene.serverIn(from);
      const before = await scene.server(id);
      expect((await scene.act('server.rebuild', id, { image_id })).states).toEqual([...steps, end]);
      const after = await scene.server(id);
      expect([after.volumes, after.networks, after.image?.id]).toEqual([before.volumes, before.networks, image_id]);
      expect([before.username, after.username]).toEqual(['debian', 'ubuntu']);
      const volume = (await all(scene.store, 'volume')).find((one) => one.id === after.volumes[0]!.id);
      const source = { image_id, image_name: 'Ubuntu 24.04 LTS', os_admin_user: 'ubuntu' };
      expect(volume).toMatchObject({ size: 5, status: 'in-use', volume_image_metadata: source });
    }
  });

  it('refuses to rebuild or rescue a server with an image that does not fit or is unknown', async () => {
    const id = await scene.serverIn('ACTIVE');
    const windows = await scene.image('Windows Server 2025');
    const too = (code: string) => ({ code: 'validation_failed', fields: { image_id: [{ code }] } });
    expect(await scene.refusal('server.rebuild', id, { image_id: windows })).toMatchObject(too('flavor_too_small'));
    expect(await scene.refusal('server.rescue', id, { image_id: windows })).toMatchObject(too('flavor_too_small'));
    expect(await scene.refusal('server.rebuild', id, { image_id: 'nobody-has-this' })).toMatchObject(too('unknown_id'));
    const alma = await scene.image('AlmaLinux 10');
    expect(await scene.refusal('server.rebuild', id, { image_id: alma })).toMatchObject(too('image_too_large'));
    expect(await scene.state(id)).toBe('ACTIVE');
  });

  it('rescues a server from another image and keeps its own disk', async () => {
    const id = await scene.serverIn('SHUTOFF');
    const before = await scene.server(id);
    const image_id = await scene.image('Ubuntu 24.04 LTS');
    await scene.act('server.rescue', id, { image_id });
    expect(await scene.log(id)).toContain(`rescue: booting from image ${image_id}`);
    await scene.act('server.unrescue', id);
    const { status: _, updated: _at, ...after } = await scene.server(id);
    expect({ ...after, status: 'ACTIVE' }).toEqual({ ...before, updated: undefined, status: 'ACTIVE' });
  });

  it('the history of a server names what was done as the contract does', async () => {
    expect(SERVER_ACTIONS).toEqual(expect.arrayContaining(ACTIONS.map(({ history }) => history)));
  });
});
