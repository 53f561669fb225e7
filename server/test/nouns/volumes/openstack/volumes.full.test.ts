/** Volumes on a cloud that keeps what it is asked to: made, changed and deleted until the volume service says that it is done. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { volumeKind } from '@gantry/contract/nouns/volumes/entity';
import { commandNamed } from '../../../../src/port/engine.ts';
import { touchedBy } from '../../../engines/openstack/support/touched.ts';
import { Bench } from '../../../engines/openstack/support/bench.ts';
import { Collection, type Item } from '../../../../../fakes/openstack/collection.ts';
import { serve } from '../../../engines/openstack/support/collections.ts';
import type { Asked, Told } from '../../../../../fakes/openstack/listener.ts';

const VOLUMES = '/volume/v3/[^/]+/volumes';
const MARK = { gantry_task: 'recorded-task' };
const cinderError = (status: number, member: string, message: string): Told => ({
  status,
  answer: { [member]: { code: status, message } },
});

describe('volumes on OpenStack', () => {
  let bench: Bench;
  let kept: Collection;
  /** What the volume service does with each request for a change before it is carried out. */
  let refuse: (asked: Asked, item: Item | undefined) => Told | undefined;
  beforeEach(async () => {
    bench = await (await Bench.open()).mirrored();
    await expect.poll(() => bench.row('volume_snapshot', 'saved'), { timeout: 30_000 }).toBeDefined();
    await expect.poll(() => bench.row('storage_policy', 'fast'), { timeout: 30_000 }).toBeDefined();
    refuse = () => undefined;
    kept = new Collection({
      members: ['volumes', 'volume'],
      items: bench.cloud.recorded<{ volumes: Item[] }>('GET', /volumes\/detail/).volumes,
      make: ({ volume_type: type }) => ({
        status: 'creating',
        bootable: 'false',
        attachments: [],
        volume_type: type ?? 'lab',
        created_at: '2026-11-23T12:00:00.000000',
        'os-vol-tenant-attr:tenant_id': bench.cloud.id('acme-prod'),
      }),
    });
    const gone = cinderError(404, 'itemNotFound', 'Volume could not be found.');
    serve(bench.cloud, VOLUMES, {
      kept,
      made: 202,
      gone,
      refuse: (asked, item) => (asked.method === 'GET' ? undefined : refuse(asked, item)),
    });
    bench.cloud.on('DELETE', new RegExp(`^${VOLUMES}/`), (asked) => {
      const id = asked.path.split('/').at(-1)!;
      return refuse(asked, kept.items.get(id)) ?? (kept.change(id, { status: 'deleting' }) ? { status: 202, answer: null } : gone);
    });
  });
  afterEach(() => bench.close());

  const command = (verb: string) => commandNamed<unknown>(bench.engine, `volume.${verb}`)!;
  const row = (id: string) => bench.store.read.get({ engine: 'cloud', kind: 'volume', id });
  const sent = (method: string) => bench.cloud.asked.filter((one) => one.method === method && new RegExp(`^${VOLUMES}`).test(one.path));
  const create = async (body: object) => command('create').accept(await bench.asking('alice'), null, { name: 'data', ...body });
  const lastSent = () => (sent('POST').at(-1)!.sent as { volume: object }).volume;
  const invalid = (field: string, problem: object) => ({ code: 'validation_failed', fields: { [field]: [problem] } });

  it('creates a volume of a storage policy, marked with its task, and waits until it is available', async () => {
    const policy = bench.cloud.id('fast');
    const accepted = await create({ size: 10, description: 'of alice', storage_policy_id: policy });
    expect(sent('POST')).toMatchObject([{ as: `alice@project:${bench.cloud.id('acme-prod')}` }]);
    expect(lastSent()).toEqual({ name: 'data', size: 10, description: 'of alice', volume_type: policy, metadata: MARK });
    expect((await row(accepted.id))?.document).toMatchObject({ name: 'data', description: 'of alice', status: 'creating', size: 10 });
    setTimeout(() => kept.change(accepted.id, { status: 'available' }), 400);
    await command('create').settle!(await bench.asking('alice'), accepted, {});
    const { document } = (await row(accepted.id))!;
    expect(document['status']).toBe('available');
    const joined = { ...document, revision: 1 };
    expect(volumeKind.entity.safeParse(joined).error).toBeUndefined();
    const announced = { event_type: 'volume.create.end', payload: { volume_id: 'v' } };
    expect(touchedBy(JSON.stringify({ 'oslo.message': JSON.stringify(announced) }))).toEqual([{ kind: 'volume', id: 'v' }]);
  });

  it('makes a volume of an image or a snapshot at least as large as its source, which has to be ready', async () => {
    const [imageRef, snapshot_id] = [bench.cloud.id('lab-tiny'), bench.cloud.id('saved')];
    await create({ image_id: imageRef });
    expect(lastSent()).toEqual({ name: 'data', size: 1, imageRef, metadata: MARK });
    await create({ snapshot_id, size: 3 });
    expect(lastSent()).toEqual({ name: 'data', size: 3, snapshot_id, metadata: MARK });
    await expect(create({ snapshot_id, size: 0 })).rejects.toMatchObject(invalid('size', { code: 'too_small', params: { min: 1 } }));
    await expect(create({ image_id: 'nothing' })).rejects.toMatchObject(invalid('image_id', { code: 'unknown_id' }));
    await expect(create({ snapshot_id: 'nothing' })).rejects.toMatchObject(invalid('snapshot_id', { code: 'unknown_id' }));
    expect(sent('POST')).toHaveLength(2);
  });

  it('tells when the quota or the volume service refuses a volume, and fails with one that comes to grief', async () => {
    const words = 'VolumeSizeExceedsAvailableQuota: Requested volume or snapshot exceeds allowed gigabytes_fast quota.';
    refuse = () => cinderError(413, 'overLimit', words);
    await expect(create({ size: 10 })).rejects.toMatchObject({ code: 'quota_exceeded', params: { resource: 'gigabytes_fast' } });
    refuse = () =>
      cinderError(413, 'overLimit', "VolumeLimitExceeded: Maximum number of volumes allowed (10) exceeded for quota 'volumes'.");
    await expect(create({ size: 10 })).rejects.toMatchObject({ code: 'quota_exceeded', params: { resource: 'volumes' } });
    refuse = () => undefined;
    const accepted = await create({ size: 10 });
    kept.change(accepted.id, { status: 'error' });
    await expect(command('create').settle!(await bench.asking('alice'), accepted, {})).rejects.toMatchObject({
      code: 'engine_refused',
      detail: 'the volume is error',
    });
    const said = 'schedule allocate volume:Could not find any available weighted backend.';
    bench.cloud.on('GET', /\/messages\?/, () => ({ answer: { messages: [{ user_message: said }] } }));
    bench.cloud.on('GET', /^\/volume\/v3\/$/, () => ({ answer: { versions: [{ id: 'v3.0', status: 'CURRENT', version: '3.70' }] } }));
    await expect(command('create').settle!(await bench.asking('alice'), accepted, {})).rejects.toMatchObject({
      code: 'no_capacity',
      detail: `the volume is error: ${said}`,
    });
    const reader = command('create').accept(await bench.asking('bob'), null, { name: 'data', size: 1 });
    await expect(reader).rejects.toMatchObject({ code: 'forbidden' });
    const nowhere = command('create').accept(await bench.operating(), null, { name: 'data', size: 1 });
    await expect(nowhere).rejects.toMatchObject({ code: 'project_scope_required' });
  });

  it('finds a volume again after a crash by the mark of its task', async () => {
    const context = await bench.asking('alice');
    const { recover } = command('create');
    for (const item of kept.items.values()) kept.change(item.id, { project_id: bench.cloud.id('acme-prod'), metadata: {} });
    expect(await recover!(context, null, { name: 'data', size: 1 })).toBeUndefined();
    const { id } = kept.create({ name: 'data', size: 1, metadata: MARK, project_id: bench.cloud.id('acme-prod') });
    expect(await recover!(context, null, { name: 'data', size: 1 })).toEqual({ id });
    expect(sent('POST')).toEqual([]);
  });

  it('changes name and description of a volume', async () => {
    const { id } = kept.create({ name: 'data', size: 1, metadata: {} });
    await command('create').settle!(await bench.asking('alice'), { id: (kept.change(id, { status: 'available' }), id) }, {});
    await command('update').accept(await bench.asking('alice'), (await row(id))!, { name: 'archive', description: '' });
    expect(sent('PUT').map((one) => one.sent)).toEqual([{ volume: { name: 'archive', description: '' } }]);
    expect((await row(id))?.document).toMatchObject({ name: 'archive', description: null });
  });

  it('deletes a volume until the volume service has it no longer, and takes one that is gone as a success', async () => {
    const { id } = kept.create({ name: 'data', size: 1, metadata: {} });
    kept.change(id, { status: 'available' });
    await command('create').settle!(await bench.asking('alice'), { id }, {});
    const made = (await row(id))!;
    const remove = async () => command('delete').accept(await bench.asking('alice'), made, {});
    const words = 'Invalid volume: Volume status must be available or error or error_restoring or error_extending or error_managing.';
    refuse = () => cinderError(400, 'badRequest', words);
    await expect(remove()).rejects.toMatchObject({ code: 'state_conflict', detail: words });
    refuse = () => undefined;
    expect(await command('delete').recover!(await bench.asking('alice'), id, {})).toBeUndefined();
    const accepted = await remove();
    expect((await row(id))?.document['status']).toBe('deleting');
    expect(await command('delete').recover!(await bench.asking('alice'), id, {})).toEqual({ id });
    setTimeout(() => kept.remove(id), 400);
    await command('delete').settle!(await bench.asking('alice'), accepted, {});
    expect(await row(id)).toBeUndefined();
    expect(await remove()).toMatchObject({ id });
    const other = kept.create({ name: 'data', size: 1, metadata: {} });
    kept.change(other.id, { status: 'error_deleting' });
    await expect(command('delete').settle!(await bench.asking('alice'), { id: other.id }, {})).rejects.toMatchObject({
      code: 'engine_refused',
      detail: 'the volume is error_deleting',
    });
  });
});
