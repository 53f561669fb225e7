/** What may be said of a new server beside what it is made of. */
import { describe, expect, it } from 'vitest';
import { anyDatabase } from '../../../support/databases.ts';
import { all } from '../../../engines/embedded/support/platform.ts';
import { sceneFor, type Scene } from '../../../engines/embedded/support/scene.ts';

describe.each(anyDatabase)('options of a server on the embedded platform on $name', ({ name }) => {
  let scene: Scene;
  sceneFor(name, (opened) => (scene = opened));

  const fieldsOf = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => 'accepted',
      (error: { fields?: unknown }) => error.fields,
    );
  const bootOf = async (id: string) => (await all(scene.store, 'volume')).find((volume) => volume.attachments[0]?.server_id === id)!;

  it('a server has high availability unless it is told otherwise, also later', async () => {
    const usual = await scene.serverIn('ACTIVE');
    const without = await scene.serverIn('ACTIVE', { ha_enabled: false });
    expect([(await scene.server(usual)).ha_enabled, (await scene.server(without)).ha_enabled]).toEqual([true, false]);
    await scene.caller.accept('server.update', without, { ha_enabled: true });
    await scene.caller.accept('server.update', without, { name: 'renamed' });
    expect(await scene.server(without)).toMatchObject({ name: 'renamed', ha_enabled: true });
  });

  it('a server keeps its tags until they are replaced by others', async () => {
    const id = await scene.serverIn('ACTIVE', { tags: ['web', 'shop'] });
    expect((await scene.server(id)).tags).toEqual(['web', 'shop']);
    await scene.caller.accept('server.update', id, { tags: ['db'] });
    await scene.caller.accept('server.update', id, { metadata: { a: 'b' } });
    expect(await scene.server(id)).toMatchObject({ tags: ['db'], metadata: { a: 'b' } });
  });

  it('a server starts by the firmware that is chosen for an installation medium; other images have their own', async () => {
    const installer = await scene.image('Debian installer (ISO)');
    const id = await scene.serverIn('ACTIVE', { image_id: installer, flavor_id: await scene.flavor('small'), firmware: 'uefi' });
    expect(await bootOf(id)).toMatchObject({ volume_image_metadata: { disk_format: 'iso', hw_firmware_type: 'uefi' } });
    const image_id = await scene.image('Debian 13');
    expect(await fieldsOf(scene.caller.create({ image_id, firmware: 'uefi' }))).toEqual({ firmware: [{ code: 'firmware_iso_only' }] });
  });

  it('a server sees an installation medium as a CD as large as itself, and looks at the first empty disk next', async () => {
    const medium = { image_id: await scene.image('Debian installer (ISO)'), flavor_id: await scene.flavor('small') };
    const id = await scene.serverIn('ACTIVE', { ...medium, volumes: [{ size: 6, delete_on_termination: true }, { size: 1 }] });
    const [cd, disk] = (await scene.server(id)).volumes;
    const volumes = await all(scene.store, 'volume');
    const sizeOf = (volume: { id: string } | undefined) => volumes.find((one) => one.id === volume?.id)?.size;
    expect([sizeOf(cd), sizeOf(disk), disk?.delete_on_termination]).toEqual([3, 6, true]);
    const log = await scene.log(id);
    expect(log).toMatch(/disk 0: as cdrom\n/);
    expect(log).toMatch(/disk 1: looked at as number 1 after the boot volume\n/);
    expect(log).not.toMatch(/disk 2: (by|as|looked)/);
    expect(await fieldsOf(scene.caller.create({ ...medium, disk_bus: 'virtio' }))).toEqual({ disk_bus: [{ code: 'cdrom_bus' }] });
  });

  it('a server takes a password where the guest does, says so on its console, and keeps it nowhere', async () => {
    const password = 'correct horse battery 9';
    const id = await scene.serverIn('ACTIVE', { image_id: await scene.image('Debian 13'), password });
    const log = await scene.log(id);
    expect(log).toContain('password of debian set, as it came with the request');
    expect(JSON.stringify([log, await scene.server(id), await scene.history(id)])).not.toContain(password);
    for (const image of ['Windows Server 2025', 'Debian installer (ISO)'])
      expect(
        await fieldsOf(scene.caller.create({ image_id: await scene.image(image), flavor_id: await scene.flavor('large'), password })),
      ).toEqual({ password: [{ code: 'image_no_password' }] });
  });

  it('a server sees its disks as it was told, and looks at them in that order', async () => {
    const id = await scene.serverIn('ACTIVE', {
      disk_bus: 'sata',
      device_type: 'cdrom',
      volumes: [{ size: 1 }, { size: 1, boot_order: 1, disk_bus: 'virtio', device_type: 'disk' }],
    });
    const log = await scene.log(id);
    expect(log).toMatch(/disk 0: by sata, as cdrom\n/);
    expect(log).toMatch(/disk 2: by virtio, as disk, looked at as number 1 after the boot volume\n/);
    expect(log).not.toMatch(/disk 1: (by|as|looked)/);
  });
});
