/** What may be said of a server beside what it is made of, in the words of the compute service. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ServerCreate } from '@gantry/contract/nouns/servers/create';
import type { Command } from '../../../../src/port/engine.ts';
import { Bench } from '../../../engines/openstack/support/bench.ts';

const CREATE = /^\/compute\/v2\.1\/servers$/;

describe('options of a server on OpenStack', () => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await (await Bench.open()).mirrored();
  });
  afterEach(() => bench.close());

  const id = (name: string) => bench.cloud.id(name);
  const create = async (more: Partial<ServerCreate>): Promise<Record<string, unknown>> => {
    bench.cloud.on('POST', CREATE, () => ({ status: 202, answer: { server: { id: id('rich') } } }));
    const body = { name: 'made', flavor_id: id('m1.tiny'), image_id: id('lab-tiny'), network_ids: [id('acme-net')], ...more };
    await (bench.engine.commands['server.create'] as Command).accept(await bench.asking('alice'), null, body);
    const asked = bench.cloud.asked.filter(({ method, path }) => method === 'POST' && CREATE.test(path)).at(-1)!;
    return { version: asked.version, ...(asked.sent as { server: Record<string, unknown> }).server };
  };
  const place = () => `/compute/v2\\.1/servers/${id('tiny')}`;
  const update = async (body: object) => {
    const before = bench.cloud.asked.length;
    await (bench.engine.commands['server.update'] as Command).accept(
      await bench.asking('alice'),
      (await bench.row('server', 'tiny'))!,
      body,
    );
    return bench.cloud.asked
      .slice(before)
      .filter(({ method, path }) => method !== 'GET' && path.startsWith('/compute/'))
      .map(({ method, path, version, sent }) => ({ method, path: path.split('/').at(-1), version, sent }));
  };
  /** The recorded server with other members. */
  const has = (members: object) =>
    bench.cloud.on('GET', new RegExp(`^${place()}$`), (_, usual) => ({
      answer: { server: { ...(usual().answer as { server: object }).server, ...members } },
    }));

  it('says high availability of a server by the metadata of Masakari, which is not shown as such', async () => {
    expect(await create({ ha_enabled: true, metadata: { a: 'b' } })).toMatchObject({ metadata: { a: 'b', HA_Enabled: 'True' } });
    expect(await create({ ha_enabled: false })).toMatchObject({ metadata: { HA_Enabled: 'False' } });
    expect(Object.keys((await create({}))['metadata'] as object)).toEqual(['gantry_task']);
    bench.cloud.on('POST', new RegExp(`^${place()}/metadata$`), () => ({ answer: { metadata: {} } }));
    has({ metadata: { a: 'b', HA_Enabled: 'true' } });
    expect(await update({ ha_enabled: true })).toEqual([
      { method: 'POST', path: 'metadata', version: null, sent: { metadata: { HA_Enabled: 'True' } } },
    ]);
    expect(await bench.document('server', 'tiny')).toMatchObject({ ha_enabled: true, metadata: { a: 'b' } });
    has({ metadata: { HA_Enabled: 'no' } });
    await update({ ha_enabled: false });
    expect(await bench.document('server', 'tiny')).toMatchObject({ ha_enabled: false, metadata: {} });
  });

  it('a server keeps high availability and the mark of its task when its metadata are replaced', async () => {
    has({ metadata: { old: '1', HA_Enabled: 'True', gantry_task: 'made-by' } });
    bench.cloud.on('PUT', new RegExp(`^${place()}/metadata$`), () => ({ answer: { metadata: {} } }));
    expect(await update({ metadata: { now: '2' } })).toEqual([
      expect.objectContaining({ method: 'PUT', sent: { metadata: { now: '2', HA_Enabled: 'True', gantry_task: 'made-by' } } }),
    ]);
    expect(await update({ metadata: {}, ha_enabled: false })).toEqual([
      expect.objectContaining({ sent: { metadata: { HA_Enabled: 'False', gantry_task: 'made-by' } } }),
    ]);
  });

  it('a server has tags from its making, and others later, by the lowest versions that know them', async () => {
    expect(await create({ tags: ['web'] })).toMatchObject({ version: 'compute 2.52', tags: ['web'] });
    expect(await create({})).not.toHaveProperty('tags');
    has({ tags: ['shop', 'db'] });
    bench.cloud.on('PUT', new RegExp(`^${place()}/tags$`), () => ({ answer: { tags: [] } }));
    expect(await update({ tags: ['db', 'shop'] })).toEqual([
      { method: 'PUT', path: 'tags', version: 'compute 2.26', sent: { tags: ['db', 'shop'] } },
    ]);
    expect(await bench.document('server', 'tiny')).toMatchObject({ tags: ['db', 'shop'] });
  });

  it('hands over the password of a server whose image has an agent for it, and refuses it at its field elsewhere', async () => {
    const password = 'correct horse battery 9';
    expect(await create({ password })).toMatchObject({ adminPass: password });
    const image = (await bench.row('image', 'lab-tiny'))!;
    await bench.store.transaction((writer) => writer.put({ ...image, document: { ...image.document, allow_set_password: false } }));
    await expect(create({ password })).rejects.toMatchObject({ fields: { password: [{ code: 'image_no_password' }] } });
  });

  it('numbers the disks that are booted from without gaps, and says how the guest sees them', async () => {
    const volumes: ServerCreate['volumes'] = [
      { size: 1, boot_order: 9, disk_bus: 'scsi' },
      { size: 2 },
      { size: 3, boot_order: 4, device_type: 'disk' },
    ];
    const disks = (await create({ volumes, volume_size: 5, disk_bus: 'sata', device_type: 'cdrom' }))['block_device_mapping_v2'];
    expect(disks).toMatchObject([
      { boot_index: 0, destination_type: 'volume', disk_bus: 'sata', device_type: 'cdrom' },
      { boot_index: 2, volume_size: 1, disk_bus: 'scsi' },
      { boot_index: -1, volume_size: 2 },
      { boot_index: 1, volume_size: 3, device_type: 'disk' },
    ]);
    expect((disks as object[])[2]).not.toHaveProperty('disk_bus');
    expect((await create({ disk_bus: 'ide' }))['block_device_mapping_v2']).toMatchObject([
      { boot_index: 0, source_type: 'image', destination_type: 'local', disk_bus: 'ide' },
    ]);
  });

  it('a server has an installation medium as a CD, with the first empty disk next, unless another order is asked for', async () => {
    const image = (await bench.row('image', 'lab-tiny'))!;
    await bench.store.transaction((writer) => writer.put({ ...image, document: { ...image.document, disk_format: 'iso' } }));
    const disksOf = async (more: Partial<ServerCreate>) => (await create(more))['block_device_mapping_v2'];
    const [cd, blank] = [
      { boot_index: 0, source_type: 'image', device_type: 'cdrom' },
      { source_type: 'blank', destination_type: 'volume' },
    ];
    expect(await disksOf({ volumes: [{ size: 5, delete_on_termination: true }, { size: 1 }] })).toMatchObject([
      { ...cd, destination_type: 'local' },
      { ...blank, boot_index: 1, volume_size: 5, delete_on_termination: true },
      { ...blank, boot_index: -1, volume_size: 1 },
    ]);
    expect(await disksOf({ volume_size: 2, disk_bus: 'sata', volumes: [{ size: 5 }, { size: 1, boot_order: 3 }] })).toMatchObject([
      { ...cd, destination_type: 'volume', volume_size: 2, disk_bus: 'sata' },
      { ...blank, boot_index: -1, volume_size: 5 },
      { ...blank, boot_index: 1, volume_size: 1 },
    ]);
    expect(await disksOf({ device_type: 'disk', disk_bus: 'virtio' })).toMatchObject([{ device_type: 'disk', disk_bus: 'virtio' }]);
    await expect(create({ disk_bus: 'virtio', volumes: [{ size: 5 }] })).rejects.toMatchObject({
      fields: { disk_bus: [{ code: 'cdrom_bus' }] },
    });
  });

  it('the engine neither waits by the user’s clock nor calls a shutdown off, nor chooses a firmware: the compute service has no such thing', () => {
    expect(bench.engine.commands).toHaveProperty(['server.stop']);
    expect(bench.engine.commands).not.toHaveProperty(['server.cancelStop']);
    expect([...bench.engine.options!].toSorted()).toEqual([
      'application_credential.make',
      'server.create:own_disk',
      'server.create:reachable_from',
    ]);
  });
});
