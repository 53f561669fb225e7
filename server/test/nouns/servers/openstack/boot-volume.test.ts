/** Servers that boot from a volume: the compute service names no image for them, the volume service does. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serverKind } from '@gantry/contract/nouns/servers/entity';
import type { Document } from '../../../../src/port/store/rows.ts';
import { AsRecorded } from '../../../../../fakes/openstack/as-recorded.ts';
import { Rig } from '../../../engines/openstack/support/rig.ts';

type Metadata = Readonly<Record<string, string>>;
interface Volume {
  id: string;
  volume_image_metadata: Metadata;
}

let rig: Rig<AsRecorded>;
/** What the volume service tells of the boot volume from now on; the recorded one at first. */
let volume: Volume;
/** What the compute service tells of the server, beside what is recorded. */
let more: object;

beforeEach(async () => {
  rig = await Rig.on(new AsRecorded());
  const { cloud } = rig;
  const single = new RegExp(`^/compute/v2\\.1/servers/${serverId()}$`);
  const { server } = cloud.recorded<{ server: { 'os-extended-volumes:volumes_attached': { id: string }[] } }>('GET', single);
  const [{ id } = { id: '' }] = server['os-extended-volumes:volumes_attached'];
  const place = new RegExp(`^/volume/v3/[^/]+/volumes/${id}$`);
  volume = cloud.recorded<{ volume: Volume }>('GET', place).volume;
  more = {};
  cloud.on('GET', single, () => ({ answer: { server: { ...server, ...more } } }));
  cloud.on('GET', place, () => ({ answer: { volume } }));
});
afterEach(() => rig.close());

const serverId = () => rig.cloud.id('on-volume');
const read = async (kind: 'server' | 'volume') => {
  await rig.rereads.now(kind, kind === 'server' ? serverId() : volume.id);
};
const shown = async (kind: 'server' | 'volume' = 'server'): Promise<Document | undefined> =>
  (await rig.store.read.get({ engine: 'cloud', kind, id: kind === 'server' ? serverId() : volume.id }))?.document;
const revision = async () => (await rig.store.read.get({ engine: 'cloud', kind: 'server', id: serverId() }))?.revision;
const lacking = { boots_from_volume: true, image: null, username: null, allow_set_password: false };
const madeOf = () => ({
  boots_from_volume: true,
  image: { id: rig.cloud.id('lab-tiny'), name: 'lab-tiny', os_type: null },
  username: 'lab',
  allow_set_password: true,
});
const tells = (metadata: Metadata) => (volume = { ...volume, volume_image_metadata: metadata });

describe('a server that boots from a volume', () => {
  it('a server has image, user and agent of what its boot volume was made from, and is found by the image', async () => {
    await read('volume');
    await read('server');
    expect(await shown()).toMatchObject(madeOf());
    const { rows } = await rig.store.read.list({
      kind: serverKind,
      visibility: { scope: { type: 'system' }, userId: '', domainId: '' },
      filters: { image: { operator: 'is', values: [rig.cloud.id('lab-tiny')] } },
      sort: { key: 'name', descending: false },
      limit: 10,
    });
    expect(rows.map(({ id }) => id)).toEqual([serverId()]);
  });

  it('a server has image, user and agent of its boot volume also where that becomes known later than the server', async () => {
    await read('server');
    expect(await shown()).toMatchObject(lacking);
    await read('volume');
    expect(await shown()).toMatchObject(madeOf());
  });

  it('a server follows what its boot volume says later on, and keeps it when only the server is read again', async () => {
    await read('server');
    await read('volume');
    tells({ image_id: 'another', image_name: 'other', os_type: 'linux', os_admin_user: 'operator' });
    await read('volume');
    const now = { image: { id: 'another', name: 'other', os_type: 'linux' }, username: 'operator', allow_set_password: false };
    expect(await shown()).toMatchObject({ ...now, locked: false });
    more = { locked: true };
    await read('server');
    expect(await shown()).toMatchObject({ ...now, locked: true });
  });

  it('a server does not change while its boot volume tells of an unchanged source, whatever else becomes of the volume', async () => {
    await read('server');
    await read('volume');
    const before = await revision();
    volume = { ...volume, name: 'renamed' } as Volume;
    await read('volume');
    expect(await shown('volume')).toMatchObject({ name: 'renamed' });
    expect(await revision()).toBe(before);
  });

  it('a server that boots from its image has nothing of a volume attached to it', async () => {
    more = { image: { id: rig.cloud.id('offered') } };
    await read('server');
    await read('volume');
    expect(await shown()).toMatchObject({ ...lacking, boots_from_volume: false, image: { id: rig.cloud.id('offered') } });
  });
});

describe('what a volume was made from', () => {
  it('what a volume was made from runs on QEMU where the volume service names no hypervisor [volume.hypervisor-default]', async () => {
    await read('volume');
    const source = async () => (await shown('volume'))?.['volume_image_metadata'];
    expect(await source()).toMatchObject({ hypervisor_type: 'QEMU', hw_firmware_type: null, os_admin_user: 'lab' });
    tells({ hypervisor_type: 'VZ', hw_firmware_type: 'uefi' });
    await read('volume');
    expect(await source()).toMatchObject({ hypervisor_type: 'VZ', hw_firmware_type: 'uefi', os_admin_user: null });
  });
});
