import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serverCreateBody, type ServerCreate } from '@gantry/contract/nouns/servers/create';
import type { VolumeDocument } from '../../../../src/engines/embedded/platform/documents.ts';
import { anyDatabase, openTestStore } from '../../../support/databases.ts';
import { mustHold } from '../../../engines/embedded/support/invariants.ts';
import { all, idOfName, RECORDS, serverOf, smallPlatform, TIMINGS } from '../../../engines/embedded/support/platform.ts';

const SCRIPT = '#cloud-config\nruncmd: [echo super-secret]\n';

describe.each(anyDatabase)('creating on the embedded platform, on $name', ({ name: database }) => {
  let at: Awaited<ReturnType<typeof smallPlatform>>;
  let store: Awaited<ReturnType<typeof openTestStore>>['store'];
  let close: () => Promise<void>;

  beforeEach(async () => {
    const opened = await openTestStore(database);
    ({ store, close } = opened);
    at = await smallPlatform(store);
  });
  afterEach(async () => {
    await at.engine.stop();
    await close();
  });

  /** Sets limits of the project's quota, -1 for none. */
  const limit = (limits: Readonly<Record<string, number>>) =>
    store.transaction(async ({ records }) => {
      const { scope } = at.caller.actor;
      const key = scope.type === 'project' ? scope.projectId : '';
      const before = ((await records.get(RECORDS, 'quotas', key)) ?? { limits: {}, used: {} }) as { limits: object; used: object };
      await records.put(RECORDS, 'quotas', key, { ...before, limits: { ...before.limits, ...limits } });
    });
  const volumes = (): Promise<VolumeDocument[]> => all(store, 'volume');
  const volumeCalled = async (name: string): Promise<VolumeDocument> => {
    const found = (await volumes()).find((volume) => volume.name === name);
    if (!found) throw new Error(`there is no volume ${name}`);
    return found;
  };
  const build = () => at.clock.advance(TIMINGS.build);
  const create = async (more: Partial<ServerCreate>): Promise<string> => {
    const id = await at.caller.create(more);
    await build();
    return id;
  };
  const remove = async (id: string): Promise<void> => {
    await at.caller.accept('server.delete', id);
    await at.clock.advance(TIMINGS.delete);
  };
  /** Makes a volume that nobody has, by leaving one behind. */
  const left = async (name: string): Promise<VolumeDocument> => {
    await remove(await create({ name: 'short', volumes: [{ name, size: 3 }] }));
    return volumeCalled(name);
  };
  const fieldsOf = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => 'accepted',
      (error: { fields?: unknown }) => error.fields,
    );

  it('refuses a server whose disk is smaller than its image, and a rebuild onto such an image', async () => {
    const small = await create({ name: 'small' });
    const debian = (await all(store, 'image')).find(({ name }) => name === 'Debian 13')!;
    const row = (await store.read.get({ engine: 'embedded', kind: 'image', id: debian.id }))!;
    const document = { ...debian, min_disk: 0, virtual_size: 20 * 1024 ** 3 };
    await store.transaction((writer) => writer.put({ ...row, shares: [{ target: 'public', state: 'accepted' }], document }));
    const asked = (more: Partial<ServerCreate>) => fieldsOf(at.caller.create({ image_id: debian.id, ...more }));
    expect(await asked({ volume_size: 19 })).toEqual({ volume_size: [{ code: 'too_small', params: { min: 20 } }] });
    expect(await asked({ volume_size: 20 })).toBe('accepted');
    const { volumes: disks } = (await serverOf(store, await create({ image_id: debian.id })))!;
    expect((await volumes()).find(({ id }) => id === disks[0]!.id)).toMatchObject({ size: 20 });
    expect(await fieldsOf(at.caller.accept('server.rebuild', small, { image_id: debian.id }))).toEqual({
      image_id: [{ code: 'image_too_large', params: { disk: 20 } }],
    });
  });

  it('a new server is called by its name in its guest, or by its id where the name has no letter of a host name', async () => {
    const own = (id: string) => `server-${id.slice(0, 8)}`;
    for (const [name, expected] of [
      ['Büro 1', () => 'buro-1'],
      ['2nd Сервер', () => '2nd'],
      ['日本語', own],
      ['Сервер 1', own],
      [`${'1'.repeat(63)}a`, own],
    ] as const) {
      const id = await at.caller.create({ name });
      expect(await serverOf(store, id)).toMatchObject({ name, orig_hostname: expected(id) });
    }
  });

  it('a new server gets empty and existing volumes; those that stay are free again afterwards', async () => {
    const existing = await left('kept');
    expect(existing).toMatchObject({ status: 'available', attachments: [], size: 3, bootable: false });
    const id = await at.caller.create({
      volumes: [{ name: 'data', size: 7, delete_on_termination: true }, { size: 2 }, { volume_id: existing.id }],
    });
    expect((await volumeCalled('kept')).status).toBe('attaching');
    expect((await volumeCalled('data')).status).toBe('creating');
    await build();
    const server = (await serverOf(store, id))!;
    expect(server.volumes.map((volume) => volume.delete_on_termination)).toEqual([true, true, false, false]);
    for (const { id: volumeId } of server.volumes)
      expect((await volumes()).find((volume) => volume.id === volumeId)).toMatchObject({
        status: 'in-use',
        attachments: [{ server_id: id }],
      });
    await mustHold(store, at.caller);
    await remove(id);
    expect((await volumes()).map(({ name, status }) => [name, status]).toSorted()).toEqual([
      ['kept', 'available'],
      ['web-01-volume-2', 'available'],
    ]);
    await mustHold(store, at.caller);
  });

  it('boots a server from a volume that exists, which stays unless it is told to go', async () => {
    const first = await create({ name: 'first', delete_on_termination: false });
    const boot = (await serverOf(store, first))!.volumes[0]!.id;
    await remove(first);
    for (const goes of [false, true]) {
      const id = await create({ image_id: undefined, volume_id: boot, delete_on_termination: goes });
      expect(await serverOf(store, id)).toMatchObject({
        status: 'ACTIVE',
        image: { os_type: 'linux' },
        volumes: [{ id: boot, delete_on_termination: goes }],
      });
      await mustHold(store, at.caller);
      await remove(id);
      expect((await volumes()).map((volume) => volume.id)).toEqual(goes ? [] : [boot]);
    }
    await mustHold(store, at.caller);
  });

  it('refuses a new server at the field of a volume that is taken, cannot be booted from, or is unknown', async () => {
    const taken = (await serverOf(store, await create({})))!.volumes[0]!.id;
    const plain = (await left('plain')).id;
    expect(await fieldsOf(at.caller.create({ image_id: undefined, volume_id: taken }))).toEqual({
      volume_id: [{ code: 'volume_not_available', params: { status: 'in-use' } }],
    });
    expect(await fieldsOf(at.caller.create({ image_id: undefined, volume_id: plain }))).toEqual({
      volume_id: [{ code: 'volume_not_bootable' }],
    });
    expect(await fieldsOf(at.caller.create({ volumes: [{ size: 1 }, { volume_id: taken }] }))).toMatchObject({
      'volumes.1.volume_id': [{ code: 'volume_not_available' }],
    });
    expect(await fieldsOf(at.caller.create({ volumes: [{ volume_id: 'nobody-has-this' }] }))).toEqual({
      'volumes.0.volume_id': [{ code: 'unknown_id' }],
    });
    await mustHold(store, at.caller);
  });

  it('gives a volume to one of two new servers that want it at the same time', async () => {
    const wanted = { volumes: [{ volume_id: (await left('wanted')).id }] };
    const outcomes = await Promise.allSettled([at.caller.create(wanted), at.caller.create(wanted)]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await build();
    await mustHold(store, at.caller);
  });

  it('gives a new server the address that is asked for, and says at its field when it is taken or outside', async () => {
    const network = await idOfName(store, 'network', 'acme-prod-private');
    const { ips } = (await serverOf(store, await create({})))!.networks[0]!;
    const stem = ips[0]!.split('.').slice(0, 3).join('.');
    const fixed = (ip: string): Partial<ServerCreate> => ({ interfaces: [{ network_id: network, fixed_ips: [ip] }] });
    const two = await create({ network_ids: [network], ...fixed(`${stem}.99`) });
    expect((await serverOf(store, two))!.networks.map((port) => port.ips[0])).toEqual([`${stem}.3`, `${stem}.99`]);
    for (const [ip, code] of [
      [`${stem}.99`, 'address_taken'],
      [ips[0]!, 'address_taken'],
      [`${stem}.1`, 'address_gateway'],
      [`${stem}.255`, 'address_edge'],
      [`${stem}.0`, 'address_edge'],
      ['192.0.2.1', 'address_outside'],
      ['2001:db8::1', 'address_outside'],
    ] as const)
      expect(await fieldsOf(at.caller.create(fixed(ip)))).toEqual({ 'interfaces.0.fixed_ips.0': [{ code }] });
    await remove(two);
    await create(fixed(`${stem}.99`));
    await mustHold(store, at.caller);
  });

  it('reserves neither volumes nor room for a new server beyond the quota', async () => {
    const before = (await volumes()).length;
    const [node] = await all(store, 'node');
    await expect(at.caller.create({ volumes: [{ size: 2000 }] })).rejects.toMatchObject({
      code: 'quota_exceeded',
      params: { resource: 'gigabytes' },
    });
    expect((await volumes()).length).toBe(before);
    expect((await all(store, 'node')).find(({ id }) => id === node!.id)).toEqual(node);
    await mustHold(store, at.caller);
  });

  it('runs the script of a server at the first boot and says so on the console, without a word of the script', async () => {
    const id = await create({ user_data: SCRIPT, config_drive: true, allow_live_resize: true });
    const { log } = (await at.caller.live('server.log', 'server', id)) as { log: string };
    expect(log).toMatch(/config drive: metadata read from disk\n.*the cloud-config of 42 bytes that came with the request has run\n$/);
    expect(await serverOf(store, id)).toMatchObject({ allow_live_resize: true });
    expect(log + JSON.stringify(await serverOf(store, id))).not.toContain('super-secret');
    await at.caller.accept('server.reboot', id, { type: 'SOFT' });
    await at.clock.advance(TIMINGS.reboot);
    const { log: later } = (await at.caller.live('server.log', 'server', id)) as { log: string };
    expect(later.match(/has run/g)).toHaveLength(1);
  });

  it('makes none of several servers that the quota does not allow as a whole', async () => {
    const command = at.engine.commands['server.create']!;
    const ask = async (count: number) => {
      const body = serverCreateBody.parse(await at.caller.body({ name: 'web', count }));
      return command.accept({ ...at.caller.context(), copy: 1 }, null, body as never);
    };
    await expect(ask(21)).rejects.toMatchObject({ code: 'quota_exceeded', params: { resource: 'instances' } });
    expect(await all(store, 'server')).toEqual([]);
    await mustHold(store, at.caller);
    expect(await ask(20)).toMatchObject({ id: expect.any(String) });
  });

  it('refuses several servers as a whole, before any of them is made, whatever runs out at the last one', async () => {
    const command = at.engine.commands['server.create']!;
    const network = (await all(store, 'network')).find(({ name }) => name === 'acme-prod-private')!;
    const flavor = (await all(store, 'flavor')).reduce((most, one) => (one.vcpus > most.vcpus ? one : most));
    await limit({ instances: -1, cores: -1, ram: -1, volumes: -1, gigabytes: -1 });
    const ask = async (changes: object) => {
      const body = serverCreateBody.parse({ ...(await at.caller.body({ name: 'web', count: 50 })), ...changes });
      return command.accept({ ...at.caller.context(), copy: 1 }, null, body as never);
    };
    await expect(ask({ flavor_id: flavor.id })).rejects.toMatchObject({ code: 'no_capacity' });
    await expect(ask({ network_ids: Array.from({ length: 15 }, () => network.id) })).rejects.toMatchObject({ code: 'no_free_address' });
    await limit({ cores: 3 });
    await expect(ask({})).rejects.toMatchObject({ code: 'quota_exceeded', params: { resource: 'cores' } });
    expect([await all(store, 'server'), await all(store, 'volume')]).toEqual([[], []]);
    await mustHold(store, at.caller);
  });

  it('makes all servers of one task with the first one, so that nothing that others ask for meanwhile can come between', async () => {
    const command = at.engine.commands['server.create']!;
    const body = serverCreateBody.parse(await at.caller.body({ name: 'web', count: 3 }));
    const context = { ...at.caller.context({ taskId: 'task-at-once' }), copy: 1 };
    const { id, others = [] } = await command.accept(context, null, body as never);
    const names = await Promise.all([id, ...others.map((one) => one.id)].map(async (one) => (await serverOf(store, one))!.name));
    expect(names).toEqual(['web-1', 'web-2', 'web-3']);
    await limit({ instances: 3 });
    for (const [place, other] of others.entries())
      expect((await command.accept({ ...context, copy: place + 2 }, null, body as never)).id).toBe(other.id);
    expect((await command.recover!(context, null, body as never))!.others).toEqual(others);
    await mustHold(store, at.caller);
  });

  it('makes the servers of one task once each, whichever is requested again', async () => {
    const body = serverCreateBody.parse(await at.caller.body({ name: 'web', count: 3 }));
    const command = at.engine.commands['server.create']!;
    const context = (copy: number) => ({ ...at.caller.context({ taskId: 'task-of-three' }), copy });
    const made = await Promise.all([1, 2, 3].map((copy) => command.accept(context(copy), null, body as never)));
    for (const [index, { id }] of made.entries()) {
      expect((await serverOf(store, id))!.name).toBe(`web-${index + 1}`);
      expect((await command.recover!(context(index + 1), null, body as never))!.id).toBe(id);
    }
    expect(await all(store, 'server')).toHaveLength(3);
  });
});
