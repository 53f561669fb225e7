/** Snapshots of volumes, and servers that are made of them, on a cloud's recorded answers. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { volumeSnapshotKind } from '@gantry/contract/nouns/volume-snapshots/entity';
import { commandNamed } from '../../../../src/port/engine.ts';
import { touchedBy } from '../../../engines/openstack/support/touched.ts';
import { Bench } from '../../../engines/openstack/support/bench.ts';
import { revivedBody } from '../../../engines/openstack/support/tour-snapshots.ts';

const SNAPSHOTS = /^\/volume\/v3\/[^/]+\/snapshots/;
const SERVERS = /^\/compute\/v2\.1\/servers$/;
const GONE = { status: 404, answer: { itemNotFound: { code: 404, message: 'Snapshot could not be found.' } } };

describe('volume snapshots on OpenStack', () => {
  let bench: Bench;
  let volumeId: string;
  beforeEach(async () => {
    bench = await (await Bench.open()).mirrored();
    await expect.poll(() => bench.row('volume_snapshot', 'saved'), { timeout: 30_000 }).toBeDefined();
    volumeId = String((await bench.document('volume_snapshot', 'saved'))['volume_id']);
  });
  afterEach(() => bench.close());

  const command = (verb: string) => commandNamed<unknown>(bench.engine, `volume_snapshot.${verb}`)!;
  const saved = async () => (await bench.row('volume_snapshot', 'saved'))!;
  const sent = (method: string, place = SNAPSHOTS) => bench.cloud.asked.filter((one) => one.method === method && place.test(one.path));
  /** From now on the cloud tells of the snapshot `saved`, or of its volume, with other members. */
  const tell = (kind: 'snapshot' | 'volume', change: object) =>
    bench.cloud.on('GET', new RegExp(`/${kind}s/${kind === 'volume' ? volumeId : bench.cloud.id('saved')}$`), (_, usual) => {
      const known = usual().answer as Record<string, object>;
      return { answer: { [kind]: { ...known[kind], ...change } } };
    });
  const create = async () => command('create').accept(await bench.asking('alice'), null, { volume_id: volumeId, name: 'moment' });

  it('volume snapshots are mirrored with project and volume, and read again when the volume service announces one', async () => {
    const { document, projectId, domainId } = await saved();
    expect([projectId, domainId]).toEqual([bench.cloud.id('acme-prod'), bench.cloud.id('acme')]);
    expect(document).toMatchObject({ name: 'saved', status: 'available', size: 1, volume_id: volumeId });
    const joined = { volume_name: null, bootable: null, storage_policy_name: null, revision: 1 };
    expect(volumeSnapshotKind.entity.safeParse({ ...document, ...joined }).error).toBeUndefined();
    const message = { event_type: 'snapshot.create.end', payload: { snapshot_id: 'it', volume_id: 'its' } };
    expect(touchedBy(JSON.stringify({ 'oslo.message': JSON.stringify(message) }))).toEqual([{ kind: 'volume_snapshot', id: 'it' }]);
  });

  it('volume snapshots that are being backed up are told as such, however the volume service spells it', async () => {
    bench.cloud.on('GET', /\/snapshots\/detail/, (_, usual) => {
      const { snapshots } = usual().answer as { snapshots: object[] };
      return { answer: { snapshots: snapshots.map((one) => ({ ...one, status: 'backing-up' })) } };
    });
    await bench.restart();
    await expect.poll(async () => (await saved()).document['status'], { timeout: 30_000 }).toBe('backing_up');
  });

  it('volume snapshots are taken with the user’s token and the task’s mark, by force if a server has it, and waited for', async () => {
    bench.cloud.on('POST', SNAPSHOTS, () => ({ status: 202, answer: { snapshot: { id: bench.cloud.id('saved') } } }));
    let looks = 0;
    bench.cloud.on('GET', new RegExp(`/snapshots/${bench.cloud.id('saved')}$`), (_, usual) => {
      const { snapshot } = usual().answer as { snapshot: object };
      return { answer: { snapshot: { ...snapshot, status: ++looks < 3 ? 'creating' : 'available' } } };
    });
    const accepted = await create();
    const metadata = { gantry_task: 'recorded-task' };
    expect(sent('POST')).toMatchObject([
      {
        as: `alice@project:${bench.cloud.id('acme-prod')}`,
        sent: { snapshot: { volume_id: volumeId, name: 'moment', force: true, metadata } },
      },
    ]);
    await command('create').settle!(await bench.asking('alice'), accepted, {});
    expect(looks).toBeGreaterThanOrEqual(3);
    expect((await saved()).document['status']).toBe('available');
    tell('volume', { status: 'available', attachments: [] });
    await create();
    expect(sent('POST')[1]!.sent).not.toHaveProperty('snapshot.force');
  });

  it('volume snapshots fail with the cloud, and are not asked for where the rule says no', async () => {
    bench.cloud.on('POST', SNAPSHOTS, () => ({ status: 202, answer: { snapshot: { id: bench.cloud.id('saved') } } }));
    const back = tell('snapshot', { status: 'error' });
    const failing = command('create').settle!(await bench.asking('alice'), await create(), {});
    await expect(failing).rejects.toMatchObject({ code: 'engine_refused', detail: 'the snapshot is error' });
    back();
    tell('volume', { status: 'error' });
    await expect(create()).rejects.toMatchObject({ code: 'state_conflict', reason: { code: 'wrong_status' } });
    expect(sent('POST')).toHaveLength(1);
    await expect(
      command('create').accept(await bench.asking('bob', 'acme-dev'), null, { volume_id: volumeId, name: 'moment' }),
    ).rejects.toMatchObject({ code: 'validation_failed', fields: { volume_id: [{ code: 'unknown_id' }] } });
  });

  it('volume snapshots are found again after a crash by the mark of their task', async () => {
    const context = await bench.asking('alice');
    const listed = (mark: string) =>
      bench.cloud.on('GET', new RegExp(`/snapshots/detail\\?.*volume_id=${volumeId}`), () => {
        const [one] = bench.cloud.recorded<{ snapshots: object[] }>('GET', /snapshots\/detail/).snapshots;
        return { answer: { snapshots: [{ ...one, id: 'found', metadata: { gantry_task: mark } }] } };
      });
    listed('another');
    expect(await command('create').recover!(context, null, { volume_id: volumeId })).toBeUndefined();
    listed(context.taskId);
    expect(await command('create').recover!(context, null, { volume_id: volumeId })).toEqual({ id: 'found' });
  });

  it('volume snapshots are renamed, and deleted until the volume service has them no longer', async () => {
    bench.cloud.on('PUT', SNAPSHOTS, () => ({ answer: { snapshot: {} } }));
    await command('update').accept(await bench.asking('alice'), await saved(), { name: 'other', description: '' });
    expect(sent('PUT')[0]!.sent).toEqual({ snapshot: { name: 'other', description: '' } });
    bench.cloud.on('DELETE', SNAPSHOTS, () => ({ status: 202, answer: null }));
    const failed = tell('snapshot', { status: 'error_deleting' });
    const remove = async () => command('delete').accept(await bench.asking('alice'), await saved(), {});
    const failing = command('delete').settle!(await bench.asking('alice'), await remove(), {});
    await expect(failing).rejects.toMatchObject({ code: 'engine_refused', detail: 'the snapshot is error_deleting' });
    failed();
    bench.cloud.on('GET', new RegExp(`/snapshots/${bench.cloud.id('saved')}$`), () => GONE);
    const accepted = await remove();
    await command('delete').settle!(await bench.asking('alice'), accepted, {});
    expect(await bench.row('volume_snapshot', 'saved')).toBeUndefined();
    expect(await command('delete').recover!(await bench.asking('alice'), accepted.id, {})).toEqual({ id: accepted.id });
    expect(sent('DELETE')).toHaveLength(2);
  });

  it('servers boot from volume snapshots or have them as further disks, if complete, bootable and not too large', async () => {
    const names = { ...bench.cloud.recording.names, moment: bench.cloud.id('saved') };
    const ask = async (more: object = {}) =>
      commandNamed<unknown>(bench.engine, 'server.create')!.accept(await bench.asking('alice'), null, { ...revivedBody(names), ...more });
    bench.cloud.on('POST', SERVERS, () => ({ status: 202, answer: { server: { id: bench.cloud.id('tiny') } } }));
    await ask({ volume_size: 3, delete_on_termination: undefined });
    const disk = { boot_index: 0, source_type: 'snapshot', destination_type: 'volume', uuid: names.moment, volume_size: 3 };
    const [first] = sent('POST', SERVERS).map((one) => (one.sent as { server: object }).server);
    expect(first).toMatchObject({ block_device_mapping_v2: [{ ...disk, delete_on_termination: true }] });
    expect(first).not.toHaveProperty('imageRef');
    const refused = (fields: object) => ({ code: 'validation_failed', fields });
    await expect(ask({ volume_size: 0 })).rejects.toMatchObject(refused({ volume_size: [{ code: 'too_small', params: { min: 1 } }] }));
    const further = (size?: number) => ask({ volumes: [{ snapshot_id: names.moment, ...(size !== undefined && { size }) }] });
    await expect(further(0)).rejects.toMatchObject(refused({ 'volumes.0.size': [{ code: 'too_small', params: { min: 1 } }] }));
    await further();
    const second = { boot_index: -1, source_type: 'snapshot', uuid: names.moment, volume_size: 1, delete_on_termination: false };
    expect(sent('POST', SERVERS).at(-1)?.sent).toMatchObject({ server: { block_device_mapping_v2: [{ boot_index: 0 }, second] } });
    const back = tell('snapshot', { status: 'deleting' });
    await expect(further()).rejects.toMatchObject({ fields: { 'volumes.0.snapshot_id': [{ code: 'snapshot_not_available' }] } });
    await expect(ask()).rejects.toMatchObject(
      refused({ snapshot_id: [{ code: 'snapshot_not_available', params: { status: 'deleting' } }] }),
    );
    back();
    tell('volume', { bootable: 'false' });
    // To take a snapshot the volume is read again, whatever becomes of it: what is known of the volume is new now.
    bench.cloud.on('POST', SNAPSHOTS, () => ({ status: 400, answer: { badRequest: { code: 400, message: 'not now' } } }));
    await expect(create()).rejects.toMatchObject({ code: 'engine_refused', detail: 'not now' });
    await expect(ask()).rejects.toMatchObject(refused({ snapshot_id: [{ code: 'snapshot_not_bootable' }] }));
    expect(sent('POST', SERVERS)).toHaveLength(2);
  });
});
