/** What is done to volumes and snapshots beside making them: what the volume service is asked, and when it counts as done. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { commandNamed } from '../../../../src/port/engine.ts';
import { Bench, forOneTest } from '../../../engines/openstack/support/bench.ts';

const ACTION = /^\/volume\/v3\/[^/]+\/(volumes|snapshots)\/[^/]+\/action$/;

describe('actions of volumes on OpenStack', () => {
  let bench: Bench;
  let volumeId: string;
  let snapshotId: string;
  beforeAll(async () => {
    bench = await (await Bench.open()).mirrored();
    const saved = await vi.waitFor(() => bench.document('volume_snapshot', 'saved'), { timeout: 30_000, interval: 50 });
    await vi.waitFor(() => bench.document('storage_policy', 'fast'), { timeout: 30_000, interval: 50 });
    [volumeId, snapshotId] = [String(saved['volume_id']), bench.cloud.id('saved')];
  });
  afterEach(() => {
    bench.cloud.asked.length = 0;
  });
  afterAll(() => bench.close());

  const on = forOneTest(() => bench);
  const rowOf = async (kind: string, id: string) => (await bench.store.read.get({ engine: 'cloud', kind, id }))!;
  /** What the cloud tells otherwise than recorded, from now on. */
  const tell = (kind: 'volume' | 'snapshot', change: object) =>
    on('GET', new RegExp(`/${kind}s/${kind === 'volume' ? volumeId : snapshotId}$`), (_, usual) => {
      const known = usual().answer as Record<string, object>;
      return { answer: { [kind]: { ...known[kind], ...change } } };
    });
  const FREE = { status: 'available', attachments: [] };
  const asked = () => bench.cloud.asked.filter(({ method, path }) => method === 'POST' && path.includes('/volume/v3/'));
  const command = (name: string) => commandNamed<unknown>(bench.engine, name)!;
  const accept = async (name: string, body: object = {}, who = 'alice') => {
    const [kind, id] = name.startsWith('volume_snapshot') ? ['volume_snapshot', snapshotId] : ['volume', volumeId];
    const context = who === 'alice' ? await bench.asking('alice') : await bench.operating();
    return command(name).accept(context, await rowOf(kind!, id!), body);
  };
  const settle = async (name: string, accepted: Awaited<ReturnType<typeof accept>>, body: object = {}) =>
    command(name).settle!(await bench.asking('alice'), accepted, body);
  /** An image that is there at once. */
  const images = (): string => {
    const image = bench.cloud
      .recorded<{ images: { id: string; name: string }[] }>('GET', /\/images\?/)
      .images.find(({ name }) => name === 'lab-tiny')!;
    on('GET', new RegExp(`/images/${image.id}$`), () => ({ answer: image }));
    return image.id;
  };
  const takes = (answer: unknown = null) => on('POST', ACTION, () => ({ status: 202, answer }));

  it('a volume tells of its storage backend, and of no usage, backup plans, traits or snapshot schedule', async () => {
    const { document } = await rowOf('volume', volumeId);
    expect(document).toMatchObject({ usage: null, backup_plans: [], traits: [], snapshot_schedule: null });
    expect(document['volume_backend']).toEqual(expect.any(String));
  });

  it('clones a volume into its project, of its size where none is said, and not while its server runs', async () => {
    const made = { volume: { id: volumeId } };
    on('POST', /^\/volume\/v3\/[^/]+\/volumes$/, () => ({ status: 202, answer: made }));
    await expect(accept('volume.clone', { volume_id: volumeId, name: 'copy' })).rejects.toMatchObject({
      code: 'state_conflict',
      reason: { code: 'server_status' },
    });
    tell('volume', FREE);
    await accept('volume.clone', { volume_id: volumeId, name: 'copy' });
    const wanted = { name: 'copy', size: 1, source_volid: volumeId, metadata: { gantry_task: 'recorded-task' } };
    expect(asked()).toMatchObject([{ as: `alice@project:${bench.cloud.id('acme-prod')}`, sent: { volume: wanted } }]);
    await expect(accept('volume.clone', { volume_id: volumeId, name: 'copy', size: 0 })).rejects.toMatchObject({
      fields: { size: [{ code: 'too_small', params: { min: 1 } }] },
    });
  });

  it('changes the type of a volume, and waits until it has it', async () => {
    tell('volume', FREE);
    takes();
    const policy = bench.cloud.id('fast');
    const accepted = await accept('volume.retype', { storage_policy_id: policy });
    expect(asked()).toMatchObject([{ sent: { 'os-retype': { new_type: policy, migration_policy: 'on-demand' } } }]);
    tell('volume', { ...FREE, volume_type: 'fast' });
    await settle('volume.retype', accepted);
    expect((await rowOf('volume', volumeId)).document['storage_policy_name']).toBe('fast');
  });

  it('says whether servers boot from a volume, and resets its state', async () => {
    tell('volume', FREE);
    takes();
    await accept('volume.setBootable', { bootable: true });
    await accept('volume.resetState', {}, 'operator');
    expect(asked().map(({ sent }) => sent)).toEqual([
      { 'os-set_bootable': { bootable: true } },
      { 'os-reset_status': { status: 'available' } },
    ]);
  });

  it('makes an image of a volume, and waits for both', async () => {
    tell('volume', FREE);
    const image = images();
    takes({ 'os-volume_upload_image': { image_id: image } });
    const accepted = await accept('volume.uploadToImage', { image_name: 'golden' });
    const wanted = { image_name: 'golden', disk_format: 'raw', container_format: 'bare', force: false };
    expect(asked()).toMatchObject([{ sent: { 'os-volume_upload_image': wanted } }]);
    expect(accepted).toMatchObject({ id: volumeId, memo: { imageId: image }, report: { image_id: image } });
    await settle('volume.uploadToImage', accepted);
  });

  it('lets a volume go back to its newest snapshot in a version that does it, and fails where that ends in error', async () => {
    tell('volume', FREE);
    takes();
    const accepted = await accept('volume_snapshot.revert');
    expect(asked()).toMatchObject([{ version: 'volume 3.40', sent: { revert: { snapshot_id: snapshotId } } }]);
    await settle('volume_snapshot.revert', accepted);
    tell('snapshot', { status: 'error' });
    await expect(settle('volume_snapshot.revert', accepted)).rejects.toMatchObject({ detail: 'the snapshot is error' });
  });

  it('resets the state of a snapshot', async () => {
    takes();
    await accept('volume_snapshot.resetState', {}, 'operator');
    expect(asked()).toMatchObject([{ path: expect.stringContaining(`/snapshots/${snapshotId}/action`) }]);
    expect(asked()[0]!.sent).toEqual({ 'os-reset_status': { status: 'available' } });
  });

  it('makes an image of a snapshot by a volume in between, which is deleted again', async () => {
    const image = images();
    tell('volume', FREE);
    on('POST', /^\/volume\/v3\/[^/]+\/volumes$/, () => ({ status: 202, answer: { volume: { id: volumeId } } }));
    on('POST', /\/metadata$/, () => ({ answer: { metadata: {} } }));
    on('DELETE', new RegExp(`/volumes/${volumeId}$`), () => ({ status: 202, answer: null }));
    takes({ 'os-volume_upload_image': { image_id: image } });
    const body = { image_name: 'as it was' };
    const accepted = await accept('volume_snapshot.uploadToImage', body);
    expect(accepted).toMatchObject({ id: snapshotId, memo: { volumeId } });
    expect(await settle('volume_snapshot.uploadToImage', accepted, body)).toEqual({ image_id: image });
    expect(asked().map(({ sent }) => Object.keys(sent as object)[0])).toEqual(['volume', 'os-volume_upload_image', 'metadata']);
    expect(asked()[0]!.sent).toMatchObject({ volume: { name: 'as it was', size: 1, snapshot_id: snapshotId } });
    expect(asked()[2]!.sent).toMatchObject({ metadata: { gantry_image: image } });
    expect(bench.cloud.count('DELETE', new RegExp(`/volumes/${volumeId}$`))).toBe(1);
  });
});
