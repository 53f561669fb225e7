/** The life of a volume that no server has: made, described, copied by way of a snapshot, and deleted when nothing needs it. */
import { expect } from 'vitest';
import { nouns } from '@gantry/contract';
import type { Life } from './actions.ts';
import { doneOf } from './done.ts';

const { calls } = nouns.volumes;
const { calls: snapshots } = nouns.volumeSnapshots;

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
