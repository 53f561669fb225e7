/** The life of a volume that no server has: made, described, copied by way of a snapshot, and deleted when nothing needs it. */
import { expect } from 'vitest';
import { nouns } from '@gantry/contract';
import type { Life } from './actions.ts';
import { doneOf } from './done.ts';

const { calls } = nouns.volumes;
const { calls: snapshots } = nouns.volumeSnapshots;
const { calls: imageCalls } = nouns.images;
const { calls: policyCalls } = nouns.storagePolicies;

/** Adds the steps. What they make is gone afterwards. */
export function volumeSteps(life: Life): void {
  const { step } = life;
  const done = doneOf(life);
  const client = () => life.tenant().client;
  const name = `scenario volume ${Date.now()}`;
  let volumeId = '';
  const volume = (id = volumeId) => ({ params: { volumeId: id } });
  const body = { name, size: 1, description: 'of nobody' };
  /** Where volumes are not made, nothing can be done to one either. */
  const refused = async () => (await client().refused(calls.create, { body })).status;

  step(
    'an empty volume is made, and seen over the socket',
    'volume.create',
    async () => {
      volumeId = await done(client().call(calls.create, { body }));
      await life.listener().heard({ entity: 'volume', operation: 'created', id: volumeId });
      const made = await client().call(calls.read, volume());
      expect(made).toMatchObject({ ...body, status: 'available', bootable: false, attachments: [], project_id: life.tenant().projectId });
      const outsider = await life.stand().visitor('outsider');
      expect(await outsider.client.refused(calls.read, volume())).toMatchObject({ status: 404 });
      return `of ${made.storage_policy_name}`;
    },
    refused,
  );

  step(
    'a volume gets another name and description',
    'volume.update',
    async () => {
      const change = { name: `${name} ä`, description: 'ä 中 ع' };
      await done(client().call(calls.update, { ...volume(), body: change }));
      expect(await client().call(calls.read, volume())).toMatchObject(change);
    },
    refused,
  );

  step(
    'a larger volume is made of the snapshot of one, which is not deleted as long as there is a snapshot',
    'volume.create',
    async () => {
      const snapshotId = await done(client().call(snapshots.create, { body: { volume_id: volumeId, name } }));
      const larger = { name: `${name}, larger`, snapshot_id: snapshotId, size: 2 };
      const copyId = await done(client().call(calls.create, { body: larger }));
      expect(await client().call(calls.read, volume(copyId))).toMatchObject({ name: larger.name, size: 2, status: 'available' });
      const refusal = await client().refused(calls.delete, volume());
      expect(refusal).toMatchObject({ status: 409, code: 'state_conflict' });
      expect(refusal.body.error.data?.reason).toMatchObject({ code: 'still_used_by_volume_snapshot', params: { count: 1, names: name } });
      await done(client().call(calls.delete, volume(copyId)));
      await done(client().call(snapshots.delete, { params: { snapshotId } }));
    },
    refused,
  );

  step(
    'a larger copy is made of a volume',
    'volume.clone',
    async () => {
      const copy = { name: `${name}, copy`, size: 2 };
      const accepted = await client().call(calls.clone, { body: { volume_id: volumeId, ...copy } });
      const id = await done(Promise.resolve(accepted));
      expect((await life.stand().ended(life.tenant(), accepted.task_id)).items).toMatchObject([{ id, name: copy.name }]);
      expect(await client().call(calls.read, volume(id))).toMatchObject({ ...copy, status: 'available' });
      await done(client().call(calls.delete, volume(id)));
    },
    async () => (await client().refused(calls.clone, { body: { volume_id: volumeId, name } })).status,
  );

  step(
    'servers may boot from a volume, and may not again',
    'volume.setBootable',
    async () => {
      for (const bootable of [true, false]) {
        await done(client().call(calls.setBootable, { ...volume(), body: { bootable } }));
        expect(await client().call(calls.read, volume())).toMatchObject({ bootable });
      }
    },
    async () => (await client().refused(calls.setBootable, { ...volume(), body: { bootable: true } })).status,
  );

  step(
    'a volume is kept by another storage policy',
    'volume.retype',
    async () => {
      const { storage_policy_name: before } = await client().call(calls.read, volume());
      const policies = (await client().call(policyCalls.list, {})).data;
      const other = policies.find((policy) => policy.name !== before);
      if (!other) return 'there is no other';
      await done(client().call(calls.retype, { ...volume(), body: { storage_policy_id: other.id } }));
      expect(await client().call(calls.read, volume())).toMatchObject({ storage_policy_name: other.name, status: 'available' });
      return `${before} → ${other.name}`;
    },
    async () => (await client().refused(calls.retype, { ...volume(), body: { storage_policy_id: 'x' } })).status,
  );

  step(
    'an image is made of a volume',
    'volume.uploadToImage',
    async () => {
      const image_name = `${name}, image`;
      const accepted = await client().call(calls.uploadToImage, { ...volume(), body: { image_name } });
      await done(Promise.resolve(accepted));
      const [image] = (await client().call(imageCalls.list, { query: { name: image_name } })).data;
      expect(image).toMatchObject({ status: 'active', project_id: life.tenant().projectId });
      expect((await life.stand().ended(life.tenant(), accepted.task_id)).result).toMatchObject({ image_id: image!.id });
      expect(await client().call(calls.read, volume())).toMatchObject({ status: 'available' });
      await done(client().call(imageCalls.delete, { params: { imageId: image!.id } }));
    },
    async () => (await client().refused(calls.uploadToImage, { ...volume(), body: { image_name: name } })).status,
  );

  step(
    'snapshots are taken of a volume by themselves, until none are wanted any more',
    'volume.schedule',
    async () => {
      for (const keep of [7, 0]) {
        await done(client().call(calls.schedule, { ...volume(), body: { hours: 24, keep } }));
        const snapshot_schedule = keep === 0 ? null : { hours: 24, keep };
        expect(await client().call(calls.read, volume())).toMatchObject({ snapshot_schedule });
      }
    },
    async () => (await client().refused(calls.schedule, { ...volume(), body: { hours: 24, keep: 1 } })).status,
  );

  step(
    'only an administrator may take a volume out of a state, and not out of one that is in order',
    'volume.resetState',
    async () => {
      expect((await client().refused(calls.resetState, volume())).status).toBe(404);
      const admin = await life.stand().visitor('system_admin');
      const refusal = await admin.client.refused(calls.resetState, volume());
      expect(refusal).toMatchObject({ status: 409, code: 'state_conflict' });
      return `${refusal.body.error.data?.reason?.code}: ${String(refusal.body.error.data?.reason?.params?.['status'])}`;
    },
    async () => (await (await life.stand().visitor('system_admin')).client.refused(calls.resetState, volume())).status,
  );

  step(
    'a volume is made of an image, and can be booted from',
    'volume.create',
    async () => {
      const { image_id: image } = life.ingredients();
      const id = await done(client().call(calls.create, { body: { name: `${name}, bootable`, image_id: image } }));
      const made = await client().call(calls.read, volume(id));
      expect(made).toMatchObject({ status: 'available', bootable: true, volume_image_metadata: { image_id: image } });
      await done(client().call(calls.delete, volume(id)));
      return `${made.size} GiB`;
    },
    refused,
  );

  step(
    'a volume is deleted, and gone',
    'volume.delete',
    async () => {
      await done(client().call(calls.delete, volume()));
      await life.listener().heard({ entity: 'volume', operation: 'deleted', id: volumeId });
      expect(await client().refused(calls.read, volume())).toMatchObject({ status: 404 });
    },
    refused,
  );
}
