/** The life of an image: its bytes are sent, described and used, and gone with it. */
import { createHash, randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { expect, vi } from 'vitest';
import { nouns } from '@gantry/contract';
import type { Life } from './actions.ts';
import { doneOf } from './done.ts';

const { calls } = nouns.images;
const { calls: volumes } = nouns.volumes;

const MIB = 1024 ** 2;
const TYPE = { 'content-type': 'application/octet-stream' };
/** A cloud may take its time to forget what was broken off. */
const SOON = { timeout: 60_000, interval: 500 };

/** Adds the steps. What they make is gone afterwards. */
export function imageSteps(life: Life): void {
  const { step } = life;
  const done = doneOf(life);
  const client = () => life.tenant().client;
  const name = `scenario image ${Date.now()}`;
  const bytes = randomBytes(2 * MIB);
  let imageId = '';
  const image = () => ({ params: { imageId } });
  const named = async (called: string) => (await client().call(calls.list, { query: { name: called } })).data;
  /** Where images are not taken in, nothing can be done to one either. */
  const refused = async () => (await client().refused(calls.create, { body: { name, disk_format: 'raw' } })).status;

  step(
    'an image is uploaded as a stream of bytes whose checksum is compared, and seen over the socket',
    'image.create',
    async () => {
      const headers = { 'x-image-name': encodeURIComponent(`${name} ä`), 'x-image-disk-format': 'raw', 'x-image-os-distro': 'debian' };
      const digest = { 'x-image-checksum': createHash('sha256').update(bytes).digest('hex') };
      const reply = await client().raw('POST', calls.create.path, { text: bytes, headers: { ...TYPE, ...headers, ...digest } });
      expect([reply.status, reply.status === 202 ? '' : reply.text]).toEqual([202, '']);
      imageId = (reply.json as { id: string }).id;
      await life.listener().heard({ entity: 'image', operation: 'created', id: imageId });
      const made = await client().call(calls.read, image());
      expect(made).toMatchObject({ name: `${name} ä`, status: 'active', size: bytes.length, disk_format: 'raw', os_distro: 'debian' });
      expect(made).toMatchObject({
        os_hash_algo: 'sha512',
        os_hash_value: createHash('sha512').update(bytes).digest('hex'),
        visibility: 'private',
        project_id: life.tenant().projectId,
      });
      const outsider = await life.stand().visitor('outsider');
      expect(await outsider.client.refused(calls.read, image())).toMatchObject({ status: 404 });
    },
    refused,
  );

  step(
    'bytes that are not what they are called are refused before anything is made of them',
    'image.create',
    async () => {
      const headers = { ...TYPE, 'x-image-name': 'wrong', 'x-image-disk-format': 'qcow2' };
      const reply = await client().raw('POST', calls.create.path, { text: bytes, headers });
      expect([reply.status, await named('wrong')]).toEqual([400, []]);
    },
    refused,
  );

  step(
    'an upload that is broken off leaves no image',
    'image.create',
    async () => {
      const called = `${name}, half`;
      const headers = { ...TYPE, 'x-image-name': encodeURIComponent(called), 'x-image-disk-format': 'raw', 'content-length': 64 * MIB };
      const broken = request(`${client().url}${calls.create.path}`, { method: 'POST', headers: { ...client().headers, ...headers } });
      broken.on('error', () => undefined);
      broken.write(bytes);
      await vi.waitFor(async () => expect(await named(called)).toHaveLength(1), SOON);
      broken.destroy();
      await vi.waitFor(async () => expect(await named(called)).toEqual([]), SOON);
    },
    refused,
  );

  step(
    'the image is downloaded by its ticket, whole and from where it was cut off',
    'image.bytes',
    async () => {
      const { url } = await client().call(calls.download, image());
      const whole = await fetch(`${client().url}${url}`);
      expect([whole.status, Buffer.from(await whole.arrayBuffer()).equals(bytes)]).toEqual([200, true]);
      const rest = await fetch(`${client().url}${url}`, { headers: { range: `bytes=${MIB}-`, 'if-range': whole.headers.get('etag')! } });
      expect([rest.status, rest.headers.get('content-range')]).toEqual([206, `bytes ${MIB}-${2 * MIB - 1}/${2 * MIB}`]);
      expect(Buffer.from(await rest.arrayBuffer()).equals(bytes.subarray(MIB))).toBe(true);
    },
    async () => (await client().refused(calls.download, { params: { imageId: 'none' } })).status,
  );

  step(
    'an image gets another name and what else is said of it',
    'image.update',
    async () => {
      const change = { name: `${name} 中`, description: 'ä 中 ع', min_disk: 1, min_ram: 64, os_distro: 'ubuntu', protected: true };
      await done(client().call(calls.update, { ...image(), body: change }));
      expect(await client().call(calls.read, image())).toMatchObject(change);
      const refusal = await client().refused(calls.delete, image());
      expect([refusal.status, refusal.body.error.data?.reason]).toEqual([409, { code: 'image_protected' }]);
      await done(client().call(calls.update, { ...image(), body: { protected: false } }));
    },
    refused,
  );

  step(
    'the image is offered to another project, which accepts it, and taken away from it again',
    'image.share',
    async () => {
      const outsider = await life.stand().visitor('outsider');
      const to = { ...image(), body: { project_id: outsider.projectId! } };
      const offered = async () =>
        (await outsider.client.call(calls.offers)).data.filter(({ id }) => id === imageId).map(({ offer }) => offer);
      await done(client().call(calls.share, to));
      await vi.waitFor(async () => expect(await offered()).toEqual(['pending']), SOON);
      await done(outsider.client.call(calls.accept, image()), outsider);
      await vi.waitFor(async () => expect(await offered()).toEqual([]), SOON);
      expect((await outsider.client.call(calls.list, { query: { id: imageId } })).data).toMatchObject([
        { offer: 'accepted', members: null },
      ]);
      await done(client().call(calls.unshare, to));
      await vi.waitFor(async () => expect(await outsider.client.refused(calls.read, image())).toMatchObject({ status: 404 }), SOON);
    },
    async () => (await client().refused(calls.share, { params: { imageId: 'none' }, body: { project_id: 'none' } })).status,
  );

  step(
    'a volume is made of the image that was uploaded',
    'volume.create',
    async () => {
      const volumeId = await done(client().call(volumes.create, { body: { name, image_id: imageId } }));
      const made = await client().call(volumes.read, { params: { volumeId } });
      expect(made).toMatchObject({ status: 'available', bootable: true, volume_image_metadata: { image_id: imageId } });
      await done(client().call(volumes.delete, { params: { volumeId } }));
    },
    refused,
  );

  step(
    'an administrator takes the image out of use, and lets it be used again',
    'image.deactivate',
    async () => {
      const admin = await life.stand().visitor('system_admin');
      expect(await client().refused(calls.deactivate, image())).toMatchObject({ status: 404 });
      await done(admin.client.call(calls.deactivate, image()), admin);
      expect(await client().call(calls.read, image())).toMatchObject({ status: 'deactivated' });
      expect(await client().refused(volumes.create, { body: { name, image_id: imageId } })).toMatchObject({ status: 400 });
      await done(admin.client.call(calls.reactivate, image()), admin);
      expect(await client().call(calls.read, image())).toMatchObject({ status: 'active' });
    },
    refused,
  );

  step(
    'the image is deleted, and gone',
    'image.delete',
    async () => {
      await done(client().call(calls.delete, image()));
      expect(await client().refused(calls.read, image())).toMatchObject({ status: 404 });
    },
    refused,
  );
}
