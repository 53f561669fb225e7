/** Creating servers with all that can be asked for, on the recorded cloud. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ServerCreate } from '@gantry/contract/nouns/servers/create';
import type { Command } from '../../../../src/port/engine.ts';
import { idOf } from '../../../../src/engines/openstack/mirror/of-users.ts';
import { Bench } from '../../../engines/openstack/support/bench.ts';
import { lateBody, RICH_SCRIPT, richBody } from '../../../engines/openstack/support/tour-create.ts';

const CREATE = /^\/compute\/v2\.1\/servers$/;

describe('creating on OpenStack', () => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await (await Bench.open()).mirrored();
  });
  afterEach(() => bench.close());

  const command = () => bench.engine.commands['server.create'] as Command;
  const id = (name: string) => bench.cloud.id(name);
  const ip = () => bench.cloud.recording.names['rich-ip']!;
  const rich = (more: object = {}) => ({ ...richBody(bench.cloud.recording.names, ip()), ...more });
  const plain = (more: Partial<ServerCreate> = {}) => ({
    name: 'plain',
    flavor_id: id('m1.tiny'),
    image_id: id('lab-tiny'),
    network_ids: [id('acme-net')],
    ...more,
  });
  const sent = () =>
    bench.cloud.asked
      .filter(({ method, path }) => method === 'POST' && CREATE.test(path))
      .map((asked): Record<string, unknown> => ({ version: asked.version, ...(asked.sent as { server: object }).server }));
  /** Takes whatever is created as the recorded server. */
  const takesAll = () => bench.cloud.on('POST', CREATE, () => ({ status: 202, answer: { server: { id: id('rich') } } }));
  const fieldsOf = async (body: object, user = 'alice') =>
    command()
      .accept(await bench.asking(user), null, body)
      .then(
        () => 'accepted',
        (error: { fields?: unknown }) => error.fields,
      );
  /** Puts a volume into store and cloud as it shall be. */
  async function volume(change: { status?: string; bootable?: string }): Promise<string> {
    const known = await bench.store.read.sweep('cloud', 'volume')[Symbol.asyncIterator]().next();
    const [row] = known.value as { id: string }[];
    bench.cloud.on('GET', new RegExp(`/volumes/${row!.id}$`), (_, usual) => {
      const { volume: told } = usual().answer as { volume: object };
      return { answer: { volume: { ...told, status: 'available', attachments: [], ...change } } };
    });
    return row!.id;
  }

  it('asks for disks, addresses, tags, script and config drive of a server in words that the compute service took', async () => {
    const context = await bench.asking('alice');
    const accepted = await command().accept(context, null, rich());
    expect(accepted.id).toBe(id('rich'));
    const [asked] = sent();
    expect(asked).toMatchObject({
      version: 'compute 2.67',
      networks: [{ uuid: id('acme-net'), fixed_ip: ip() }, { port: expect.any(String) as string }],
      metadata: { HA_Enabled: 'True' },
      tags: ['recorded'],
      user_data: Buffer.from(RICH_SCRIPT).toString('base64'),
      config_drive: true,
      block_device_mapping_v2: [
        {
          boot_index: 0,
          source_type: 'image',
          destination_type: 'volume',
          uuid: id('lab-tiny'),
          volume_size: 1,
          delete_on_termination: false,
        },
        {
          boot_index: 1,
          source_type: 'blank',
          destination_type: 'volume',
          volume_size: 1,
          disk_bus: 'scsi',
          tag: 'gantry-volume-1',
          delete_on_termination: true,
        },
      ],
    });
    expect(asked).not.toHaveProperty('imageRef');
  });

  it('a new server names the key pair of the caller; that of another user is unknown', async () => {
    takesAll();
    const key_pair_id = idOf((await bench.signIn('alice')).userId, 'laptop');
    expect(await fieldsOf(plain({ key_pair_id }))).toBe('accepted');
    expect(sent()).toEqual([expect.objectContaining({ key_name: 'laptop' })]);
    expect(await fieldsOf(plain({ key_pair_id }), 'carol')).toEqual({ key_pair_id: [{ code: 'unknown_id' }] });
  });

  it('refuses an image that is not ready, and a flavor with less memory than the image needs, before the cloud is asked', async () => {
    const image = (await bench.store.read.get({ engine: 'cloud', kind: 'image', id: id('lab-tiny') }))!;
    const becomes = (change: object) => bench.store.transaction(({ put }) => put({ ...image, document: { ...image.document, ...change } }));
    await becomes({ status: 'deactivated' });
    expect(await fieldsOf(plain())).toEqual({ image_id: [{ code: 'image_not_active' }] });
    await becomes({ min_ram: 1_000_000 });
    expect(await fieldsOf(plain())).toEqual({ flavor_id: [{ code: 'flavor_too_small', params: { ram: 1_000_000 } }] });
    expect(sent()).toEqual([]);
  });

  it('names the volumes that were made with a server, by the tags of their disks', async () => {
    const context = await bench.asking('alice');
    const accepted = await command().accept(context, null, rich());
    bench.cloud.on('GET', new RegExp(`/servers/${id('rich')}$`), (_, usual) => {
      const { server } = usual().answer as { server: object };
      return { answer: { server: { ...server, status: 'ACTIVE', 'OS-EXT-STS:task_state': null } } };
    });
    await command().settle!(context, accepted, rich());
    const renamed = bench.cloud.asked.filter(({ method, path }) => method === 'PUT' && path.startsWith('/volume/'));
    expect(renamed.map((asked) => asked.sent)).toEqual([{ volume: { name: 'rich-data' } }]);
  });

  it('refuses an address of a server at its field: a taken one as the cloud does, one outside without asking', async () => {
    expect(await fieldsOf(lateBody(bench.cloud.recording.names, ip()))).toEqual({
      'interfaces.0.fixed_ips.0': [{ code: 'address_taken' }],
    });
    const before = sent().length;
    for (const outside of ['192.0.2.1', '2001:db8::1'])
      expect(await fieldsOf(plain({ interfaces: [{ network_id: id('acme-net'), fixed_ips: [outside] }] }))).toEqual({
        'interfaces.0.fixed_ips.0': [{ code: 'address_outside' }],
      });
    expect(sent()).toHaveLength(before);
  });

  it('boots a server from an existing volume that is free now, whatever was known of it before', async () => {
    takesAll();
    const boot = await volume({ bootable: 'true' });
    expect(await fieldsOf(plain({ image_id: undefined, volume_id: boot }))).toBe('accepted');
    expect(sent()[0]!['block_device_mapping_v2']).toEqual([
      { boot_index: 0, source_type: 'volume', destination_type: 'volume', uuid: boot, delete_on_termination: false },
    ]);
  });

  it.each([
    { change: { status: 'in-use' }, problem: { code: 'volume_not_available', params: { status: 'in-use' } } },
    { change: { bootable: 'false' }, problem: { code: 'volume_not_bootable' } },
  ])('refuses to boot a server from a volume with $change', async ({ change, problem }) => {
    const boot = await volume(change);
    expect(await fieldsOf(plain({ image_id: undefined, volume_id: boot }))).toEqual({ volume_id: [problem] });
    expect(sent()).toEqual([]);
  });

  it('names the flavor’s own disk as the first beside further disks, and puts a disk that shall stay on a volume', async () => {
    takesAll();
    const free = await volume({});
    await command().accept(await bench.asking('alice'), null, plain({ volumes: [{ volume_id: free }] }));
    await command().accept(await bench.asking('alice'), null, plain({ delete_on_termination: false }));
    const [beside, kept] = sent();
    expect(beside).toMatchObject({
      imageRef: id('lab-tiny'),
      block_device_mapping_v2: [
        { boot_index: 0, source_type: 'image', destination_type: 'local', uuid: id('lab-tiny') },
        { boot_index: -1, source_type: 'volume', destination_type: 'volume', uuid: free, delete_on_termination: false },
      ],
    });
    expect(kept).toMatchObject({ block_device_mapping_v2: [{ destination_type: 'volume', delete_on_termination: false }] });
    expect(kept).not.toHaveProperty('imageRef');
  });

  it('boots an image of a server that was on a volume as it is, because the image brings its volume', async () => {
    takesAll();
    const row = (await bench.row('image', 'lab-tiny'))!;
    await bench.store.transaction((writer) =>
      writer.put({ ...row, shares: [{ target: 'public', state: 'accepted' }], document: { ...row.document, size: 0 } }),
    );
    await command().accept(await bench.asking('alice'), null, plain());
    expect(sent()[0]).toMatchObject({ imageRef: id('lab-tiny') });
    expect(sent()[0]).not.toHaveProperty('block_device_mapping_v2');
    expect(await fieldsOf(plain({ volume_size: 5 }))).toEqual({ volume_size: [{ code: 'image_with_volume' }] });
  });

  it('refuses a server whose disk is smaller than its image', async () => {
    const row = (await bench.row('image', 'lab-tiny'))!;
    const document = { ...row.document, virtual_size: 2 ** 40 };
    await bench.store.transaction((writer) => writer.put({ ...row, shares: [{ target: 'public', state: 'accepted' }], document }));
    expect(await fieldsOf(plain({ volume_size: 1023 }))).toEqual({ volume_size: [{ code: 'too_small', params: { min: 1024 } }] });
    expect(await fieldsOf(plain())).toEqual({ flavor_id: [{ code: 'flavor_disk_too_small', params: { disk: 1024 } }] });
  });

  it('refuses for a new server what the cloud cannot take: a longer script, and live resize', async () => {
    expect(await fieldsOf(plain({ user_data: `#!${'x'.repeat(49_148)}` }))).toEqual({
      user_data: [{ code: 'script_too_long_here', params: { max: 49_149 } }],
    });
    await expect(command().accept(await bench.asking('alice'), null, plain({ allow_live_resize: true }))).rejects.toMatchObject({
      code: 'not_supported',
    });
    expect(sent()).toEqual([]);
  });

  it('marks each of several servers with its own number, and finds after a crash exactly that one', async () => {
    takesAll();
    const context = { ...(await bench.asking('alice')), copy: 2 };
    await command().accept(context, null, plain({ name: 'web', count: 3 }));
    expect(sent()[0]).toMatchObject({ name: 'web-2', metadata: { gantry_task: 'recorded-task#2' } });
    const listed = bench.cloud.recorded<{ servers: { id: string; metadata: object }[] }>('GET', /\/servers\/detail/);
    const [sample] = listed.servers;
    const marked = (mark: string, serverId: string) => ({ ...sample, id: serverId, metadata: { gantry_task: mark } });
    bench.cloud.on('GET', /\/servers\/detail/, () => ({
      answer: { servers: [marked('recorded-task', 'one'), marked('recorded-task#1', 'first'), marked('recorded-task#2', 'second')] },
    }));
    expect(await command().recover!(context, null, plain())).toEqual({ id: 'second' });
    expect(await command().recover!({ ...context, copy: 3 }, null, plain())).toBeUndefined();
  });
});
