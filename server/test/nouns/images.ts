import { readdir } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { expect, it, vi } from 'vitest';
import { nouns } from '@gantry/contract';
import { life } from './support/life.ts';
import type { Stage } from './support/asked.ts';
import type { Specimen } from './support/specimen.ts';

const { calls } = nouns.images;
const AT = '/api/v2/compute/images';

/** An image, and the project that it is offered to; `isOffered`: already. */
const forOthers =
  (isOffered: boolean) =>
  async ({ app, lead, stranger, name }: Stage) => {
    const body = { project_id: (await stranger.call(nouns.session.calls.whoami)).project_id! };
    const headers = { 'content-type': 'application/octet-stream', 'x-image-name': name(), 'x-image-disk-format': 'raw' };
    const { json } = await lead.raw('POST', '/api/v2/compute/images', { text: Buffer.alloc(512), headers });
    const { id, task_id } = json as { id: string; task_id: string };
    await app.ended(lead, task_id);
    if (isOffered) await app.ended(lead, (await lead.call(nouns.images.calls.share, { params: { imageId: id }, body })).task_id);
    return { id, body };
  };
/** The same for who says yes or no to it. */
const offered = async (stage: Stage) => ({ id: (await forOthers(true)(stage)).id });

export const images: Specimen = {
  // One with bytes, and one that is offered to just the project that is worked in.
  fuzz: {
    byChance: ['download', 'unshare', 'accept', 'reject'],
    ofOwners: ['share', 'unshare', 'accept', 'reject'],
    ofRights: ['create', 'update'],
  },
  calls: {
    readProject: ['list', 'read', 'download', 'offers'],
    changeProject: ['update', 'delete', 'bulkDelete', 'share', 'unshare'],
    createInProject: ['create', 'accept', 'reject'],
    changeSystem: ['deactivate', 'reactivate'],
  },
  asked: {
    share: { ready: forOthers(false) },
    unshare: { ready: forOthers(true) },
    accept: { ready: offered },
    reject: { ready: offered },
  },
  document: { visibility: 'private', status: 'active', protected: false },
  life: life(
    'images',
    {
      calls,
      body: (name) => ({ name, disk_format: 'raw' }),
      owner: ['acme-member', 'acme-prod'],
      stranger: ['globex-member', 'globex-prod'],
      changed: [
        [{ description: ' golden ' }, { description: 'golden' }],
        [
          { os_distro: 'debian', min_disk: 5, min_ram: 512, protected: true },
          { os_distro: 'debian', min_disk: 5, min_ram: 512, protected: true },
        ],
      ],
      refused: [[{ hw_firmware_type: 'uefi', disk_format: 'iso' }, { hw_firmware_type: [{ code: 'firmware_of_iso' }] }]],
    },
    (stage) => {
      const bytes = Buffer.from('the bytes of a disk'.padEnd(512, '.'));
      const upload = (headers: Record<string, string>, text: Uint8Array<ArrayBuffer> = bytes) =>
        stage.owner.raw('POST', AT, { text, headers: { 'content-type': 'application/octet-stream', ...headers } });
      const named = async (name: string) => (await stage.owner.call(calls.list, { query: { name } })).data;
      const why = async (headers: Record<string, string>, text?: Uint8Array<ArrayBuffer>) => {
        const { status, json } = await upload(headers, text);
        return [status, (json as { error: { data: { field_codes: object } } }).error.data.field_codes];
      };
      /** Files of images, also of those that are not complete. */
      const files = async () => (await readdir(`${stage.app.folder}/files/embedded/images`).catch(() => [])).toSorted();

      it('images are uploaded as a stream, and become active with what their headers say [api.image-upload, choice.image-header-names]', async () => {
        const reply = await upload({
          'x-image-name': 'Gr%C3%B6%C3%9Fe%201',
          'x-image-container-format': 'bare',
          'x-image-disk-format': 'raw',
          'x-image-os-distro': 'debian',
          'x-image-protected': 'true',
          'x-image-visibility': 'private',
          'x-image-hw-firmware-type': 'uefi',
          'x-image-os-type': 'linux',
          'x-image-min-disk': '2',
          'x-image-min-ram': '64',
          'x-image-checksum': createHash('sha256').update(bytes).digest('hex'),
        });
        expect(reply.status).toBe(202);
        const [image] = await named('Größe 1');
        expect(image).toMatchObject({
          status: 'active',
          type: 'template',
          size: bytes.length,
          virtual_size: bytes.length,
          container_format: 'bare',
          disk_format: 'raw',
          os_distro: 'debian',
          protected: true,
          visibility: 'private',
          hw_firmware_type: 'uefi',
          os_type: 'linux',
          min_disk: 2,
          min_ram: 64,
          os_hash_algo: 'sha512',
          os_hash_value: createHash('sha512').update(bytes).digest('hex'),
          members: [],
        });
      });

      it('images are handled as Linux where they do not say of what they are [image.distro-default]', async () => {
        expect(await stage.make('of nothing')).toMatchObject({ os_distro: 'linux' });
      });

      it('images are listed with all that is printed of them, page by page [image.fields, api.images]', async () => {
        for (const name of ['page 1', 'page 2', 'page 3']) await stage.make(name);
        const page = async (query: string) =>
          (await stage.owner.raw('GET', `${AT}?limit=2&${query}`)).json as { data: object[]; marker?: string };
        const first = await page('name=contains:page');
        const second = await page(`name=contains:page&marker=${encodeURIComponent(first.marker!)}`);
        expect([...first.data, ...second.data].map((one) => (one as { name: string }).name)).toEqual(['page 1', 'page 2', 'page 3']);
        const fields = ['status', 'size', 'disk_format', 'os_distro', 'tags', 'min_disk', 'min_ram', 'virtual_size', 'created_at'];
        const more = ['project_id', 'domain_id', 'visibility', 'os_type', 'traits', 'hw_firmware_type', 'allow_set_password'];
        for (const image of first.data)
          for (const field of [...fields, ...more, 'username', 'restricted']) expect(image).toHaveProperty(field);
      });

      it('images are refused whose bytes are not what they are declared to be, before anything is made', async () => {
        const before = await files();
        const as = (format: string) => ({ 'x-image-name': 'not made', 'x-image-disk-format': format });
        expect(await why(as('qcow2'))).toEqual([400, { file: [{ code: 'image_not_format', params: { format: 'qcow2' } }] }]);
        const based = Buffer.alloc(512);
        based.write('QFI\u00fb', 'latin1');
        expect(await why(as('raw'), based)).toEqual([400, { file: [{ code: 'image_unlike', params: { format: 'raw', found: 'qcow2' } }] }]);
        based.writeUInt32BE(104, 12);
        expect(await why(as('qcow2'), based)).toEqual([400, { file: [{ code: 'image_has_parent' }] }]);
        expect(await why(as('nonsense'))).toMatchObject([400, { disk_format: [{ code: 'choice' }] }]);
        expect((await stage.owner.raw('POST', AT, { body: { name: 'not made', disk_format: 'raw' } })).status).toBe(400);
        expect([await named('not made'), await files()]).toEqual([[], before]);
      });

      it('images are not made of bytes whose checksum is another, or of which the end is missing', async () => {
        const before = await files();
        const headers = { 'x-image-name': 'half', 'x-image-disk-format': 'raw' };
        expect(await why({ ...headers, 'x-image-checksum': 'd41d8cd98f00b204e9800998ecf8427e' })).toEqual([
          400,
          { checksum: [{ code: 'checksum_mismatch' }] },
        ]);
        const type = { 'content-type': 'application/octet-stream', 'content-length': 2 ** 30 };
        const broken = request(`${stage.owner.url}${AT}`, { method: 'POST', headers: { ...stage.owner.headers, ...headers, ...type } });
        broken.on('error', () => undefined);
        broken.write(Buffer.alloc(512 * 1024));
        await vi.waitFor(async () => expect(await named('half')).toMatchObject([{ status: 'saving', size: null }]), { timeout: 20_000 });
        broken.destroy();
        await vi.waitFor(async () => expect([await named('half'), await files()]).toEqual([[], before]), { timeout: 20_000 });
      });

      it('an image whose bytes end otherwise than its format does is refused once they have come, and is not kept', async () => {
        const before = await files();
        const headers = { 'x-image-name': 'endless', 'x-image-disk-format': 'vhd' };
        const bytes = Buffer.alloc(300 * 1024);
        expect(await why(headers, bytes)).toEqual([400, { file: [{ code: 'image_not_format', params: { format: 'vhd' } }] }]);
        expect([await named('endless'), await files()]).toEqual([[], before]);
      });

      it('an image larger than what its project may have is refused', async () => {
        const headers = { 'x-image-name': 'vast', 'x-image-disk-format': 'raw', 'content-length': String(2 ** 41) };
        const status = await new Promise((resolve, reject) => {
          const type = { 'content-type': 'application/octet-stream' };
          const vast = request(`${stage.owner.url}${AT}`, { method: 'POST', headers: { ...stage.owner.headers, ...headers, ...type } });
          vast.once('response', (answer) => resolve(answer.statusCode)).on('error', reject);
          vast.write(Buffer.alloc(512 * 1024));
        });
        expect([status, await named('vast')]).toEqual([409, []]);
      });

      it('images that are protected are kept until they are not, and those of others are only used', async () => {
        const { id } = await stage.make('kept', stage.owner, { protected: true });
        const params = { params: { imageId: id } };
        const refusal = await stage.owner.refused(calls.delete, params);
        expect([refusal.status, refusal.body.error.data?.reason]).toEqual([409, { code: 'image_protected' }]);
        const before = await files();
        await stage.done(stage.owner, await stage.owner.call(calls.update, { ...params, body: { protected: false } }));
        await stage.done(stage.owner, await stage.owner.call(calls.delete, params));
        expect(await files()).toEqual(before.filter((name) => name !== id));
        const [foreign] = await named('Debian 13');
        expect(foreign).toMatchObject({ visibility: 'public', members: null });
        expect((await stage.owner.refused(calls.update, { params: { imageId: foreign!.id }, body: { name: 'mine' } })).status).toBe(403);
      });

      it('images are taken out of use by administrators of the system, and used again', async () => {
        const { id } = await stage.make('doubtful');
        const params = { params: { imageId: id } };
        expect((await stage.owner.refused(calls.deactivate, params)).status).toBe(403);
        const admin = await stage.app.as('admin', 'own');
        await stage.done(admin, await admin.call(calls.deactivate, params));
        expect(await stage.owner.call(calls.read, params)).toMatchObject({ status: 'deactivated' });
        const volume = { body: { name: 'of a doubtful one', image_id: id, size: 1 } };
        expect((await stage.owner.refused(nouns.volumes.calls.create, volume)).status).toBe(400);
        const again = await admin.refused(calls.deactivate, params);
        expect(again.body.error.data?.reason).toEqual({ code: 'wrong_status', params: { status: 'deactivated', needed: 'active' } });
        await stage.done(admin, await admin.call(calls.reactivate, params));
        expect(await stage.owner.call(calls.read, params)).toMatchObject({ status: 'active' });
      });

      it('images are offered to projects, which have them in their list once they have accepted, until they are taken away again', async () => {
        const { id } = await stage.make('offered');
        const params = { params: { imageId: id } };
        const projectId = (await stage.make('of the other', stage.stranger)).project_id!;
        const to = { ...params, body: { project_id: projectId } };
        const offers = async () => (await stage.stranger.call(calls.offers)).data.filter((one) => one.id === id);
        const listed = async () => (await stage.namesOf(stage.stranger, { name: 'offered' })).length;
        const saying = async (call: typeof calls.accept | typeof calls.reject) =>
          stage.done(stage.stranger, await stage.stranger.call(call, params));
        expect((await stage.stranger.refused(calls.accept, params)).status).toBe(404);

        await stage.done(stage.owner, await stage.owner.call(calls.share, to));
        expect(await stage.owner.call(calls.read, params)).toMatchObject({
          visibility: 'shared',
          members: [{ project_id: projectId, status: 'pending' }],
          offer: null,
        });
        expect([await offers(), await listed()]).toMatchObject([[{ name: 'offered', offer: 'pending', members: null }], 0]);
        expect((await stage.stranger.refused(calls.update, { ...params, body: { name: 'mine' } })).status).toBe(403);
        const twice = await stage.owner.refused(calls.share, to);
        expect(twice.body.error.data?.reason).toEqual({ code: 'image_shared_already' });

        await saying(calls.reject);
        expect([await offers(), await listed()]).toMatchObject([[{ offer: 'rejected' }], 0]);
        await saying(calls.accept);
        expect([await offers(), await listed()]).toEqual([[], 1]);
        expect(await stage.stranger.call(calls.read, params)).toMatchObject({ offer: 'accepted', members: null });
        expect((await stage.owner.refused(calls.accept, params)).body.error.data?.reason).toEqual({ code: 'image_not_shared' });

        await stage.done(stage.owner, await stage.owner.call(calls.unshare, to));
        expect((await stage.stranger.refused(calls.read, params)).status).toBe(404);
        expect([await offers(), await listed()]).toEqual([[], 0]);
        expect((await stage.owner.refused(calls.unshare, to)).body.error.data?.reason).toEqual({ code: 'image_not_shared' });
      });

      it('images are given to all projects by administrators of the system only', async () => {
        const { id } = await stage.make('for all');
        const change = { params: { imageId: id }, body: { visibility: 'public' as const } };
        expect((await stage.owner.refused(calls.update, change)).status).toBe(403);
        expect(await stage.namesOf(stage.stranger, { limit: 200 })).not.toContain('for all');
        const admin = await stage.app.as('admin', 'own');
        await stage.done(admin, await admin.call(calls.update, change));
        expect(await stage.namesOf(stage.stranger, { limit: 200 })).toContain('for all');
      });
    },
  ),
};
