import { expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import type { VolumeCreate } from '@gantry/contract/nouns/volumes/bodies';
import { ingredients } from '../support/ingredients.ts';
import { life } from './support/life.ts';
import type { Stage } from './support/asked.ts';
import type { Specimen } from './support/specimen.ts';

const { quotas, servers, images, volumeSnapshots, storagePolicies } = nouns;
const { calls } = nouns.volumes;

const one = async ({ make, name }: Stage) => ({ id: await make('/compute/volumes', { name: name(), size: 1 }) });

export const volumes: Specimen = {
  fuzz: { byChance: ['resetState'], ofOwners: ['extend', 'clone', 'uploadToImage', 'retype'], makes: { uploadToImage: ['image'] } },
  calls: {
    readProject: ['list', 'read', 'states'],
    createInProject: ['create', 'clone'],
    changeProject: [
      'update',
      'delete',
      'bulkDelete',
      'bulkAttach',
      'bulkDetach',
      'extend',
      'uploadToImage',
      'retype',
      'setBootable',
      'schedule',
    ],
    changeSystem: ['resetState'],
  },
  asked: {
    update: { ready: one },
    delete: { ready: one },
    extend: { ready: one, body: () => ({ size: 2 }) },
    clone: { ready: async (stage) => ({ body: { volume_id: (await one(stage)).id, name: stage.name() } }) },
    uploadToImage: { ready: one },
    schedule: { ready: one },
    retype: { ready: one, body: ({ policy }) => ({ storage_policy_id: policy }) },
    setBootable: { ready: one },
    resetState: { ready: async (stage) => ({ id: await stage.put('volume', (await one(stage)).id, { status: 'error' }) }) },
  },
  document: { status: 'available', size: 1, attachments: [] },
  life: life(
    'volumes',
    {
      calls,
      body: (name) => ({ name, size: 1 }),
      owner: ['acme-member', 'acme-prod'],
      stranger: ['globex-member', 'globex-prod'],
    },
    (stage) => {
      const ended = async ({ task_id }: { task_id: string }) => (await stage.app.ended(stage.owner, task_id)).state;
      const read = (volumeId: string) => stage.owner.call(calls.read, { params: { volumeId } });
      const remove = (volumeId: string) => stage.owner.call(calls.delete, { params: { volumeId } });
      const usage = async () => {
        const { data } = await stage.owner.call(nouns.session.calls.projects);
        const projectId = data.find(({ name }) => name === 'acme-prod')!.id;
        const quota = await stage.owner.call(quotas.calls.read, { params: { projectId }, query: { usage: 'True' } });
        const fast = quota.storage_policies.find(({ name }) => name === 'fast')!;
        return { volumes: quota.volumes.used!, gigabytes: quota.gigabytes.used!, fast: fast.used! };
      };
      const create = async (body: VolumeCreate) => {
        const task = await stage.owner.call(calls.create, { body });
        expect(await ended(task)).toBe('success');
        return read(task.id!);
      };
      const refused = async (call: typeof calls.create | typeof calls.delete, input: object) => {
        const { status, body } = await stage.owner.refused(call, input);
        return [status, body.error.data?.reason ?? body.error.data?.field_codes ?? body.error.err_code];
      };

      it('volumes are made, read, changed and deleted at the printed address [api.volumes]', async () => {
        const at = '/api/v2/compute/volumes';
        const json = async (method: string, path: string, body?: object) => {
          const reply = await stage.owner.raw(method, path, { body });
          return { status: reply.status, ...(reply.json as { id: string; task_id: string }) };
        };
        const made = await json('POST', at, { name: 'printed', size: 2, description: 'for tests' });
        expect([made.status, await ended(made)]).toEqual([202, 'success']);
        const one = `${at}/${made.id}`;
        expect(await json('GET', one)).toMatchObject({
          name: 'printed',
          description: 'for tests',
          size: 2,
          status: 'available',
          bootable: false,
          attachments: [],
          storage_policy_name: 'default',
        });
        const renamed = await json('PATCH', one, { name: 'renamed', description: '' });
        expect([renamed.status, await ended(renamed)]).toEqual([202, 'success']);
        expect(await json('GET', one)).toMatchObject({ id: made.id, name: 'renamed', description: null });
        const gone = await json('DELETE', one);
        expect([gone.status, await ended(gone)]).toEqual([202, 'success']);
        expect((await stage.owner.raw('GET', one)).status).toBe(404);
      });

      it('volumes count in the quota, also of their storage policy, until they are deleted', async () => {
        const before = await usage();
        const { data } = await stage.owner.call(storagePolicies.calls.list, { query: { name: 'fast' } });
        const { id } = await create({ name: 'quick', size: 3, storage_policy_id: data[0]!.id });
        expect(await usage()).toEqual({ volumes: before.volumes + 1, gigabytes: before.gigabytes + 3, fast: before.fast + 3 });
        expect(await ended(await remove(id))).toBe('success');
        expect(await usage()).toEqual(before);
        const endless = { body: { name: 'endless', size: 501, storage_policy_id: data[0]!.id } };
        expect(await refused(calls.create, endless)).toEqual([409, 'quota_exceeded']);
        expect(await usage()).toEqual(before);
      });

      it('volumes are made of images and of snapshots, at least as large as these need', async () => {
        const { data } = await stage.owner.call(images.calls.list, { query: { limit: 200 } });
        const image = data.find(({ min_disk }) => min_disk > 1)!;
        const small = { name: 'small', size: 1, image_id: image.id };
        const [status, fields] = await refused(calls.create, { body: small });
        expect([status, fields]).toMatchObject([400, { size: [{ code: 'too_small' }] }]);
        const disk = await create({ name: 'disk', image_id: image.id });
        expect(disk).toMatchObject({ bootable: true, volume_image_metadata: { image_id: image.id }, status: 'available' });
        expect(disk.size).toBeGreaterThanOrEqual(image.min_disk);
        const taken = await stage.owner.call(volumeSnapshots.calls.create, { body: { volume_id: disk.id, name: 'moment' } });
        await ended(taken);
        const copy = await create({ name: 'copy', snapshot_id: taken.id!, size: disk.size + 1 });
        expect(copy).toMatchObject({
          snapshot_id: taken.id,
          size: disk.size + 1,
          bootable: true,
          volume_image_metadata: disk.volume_image_metadata,
        });
        const tight = { name: 'tight', snapshot_id: taken.id, size: disk.size - 1 };
        const expected = { size: [{ code: 'too_small', params: { min: disk.size } }] };
        expect(await refused(calls.create, { body: tight })).toEqual([400, expected]);
      });

      it('volumes tell all that is said of them [volume.fields]', async () => {
        const boot = (await stage.owner.call(calls.list, { query: { status: 'in-use', name: 'contains:-boot' } })).data[0]!;
        const { json } = await stage.owner.raw('GET', `/api/v2/compute/volumes/${boot.id}`);
        expect(json).toMatchObject({
          status: 'in-use',
          size: boot.size,
          bootable: true,
          attachments: [{ server_id: expect.any(String), server_name: expect.any(String) }],
          storage_policy_name: 'default',
          usage: null,
          snapshot_id: null,
          volume_image_metadata: {
            disk_format: expect.any(String),
            hypervisor_type: 'QEMU',
            hw_firmware_type: null,
            image_id: expect.any(String),
            image_name: expect.any(String),
            os_type: expect.any(String),
          },
          backup_plans: [],
          volume_backend: 'vstorage',
          traits: [],
        });
      });

      it('volumes are copied, kept otherwise, made bootable, and become images', async () => {
        const at = '/api/v2/compute/volumes';
        const change = async (path: string, body: object) => {
          const { status, json } = await stage.owner.raw('POST', `${at}/${path}`, { body });
          expect([status, json]).toMatchObject([202, {}]);
          const task = json as { id: string; task_id: string };
          expect(await ended(task)).toBe('success');
          return task.id;
        };
        const { id, size } = await create({ name: 'origin', size: 2 });
        const before = await usage();
        await change(`${id}/set-bootable`, { bootable: true });
        const { data } = await stage.owner.call(storagePolicies.calls.list, { query: { name: 'fast' } });
        await change(`${id}/retype`, { storage_policy_id: data[0]!.id });
        expect(await read(id)).toMatchObject({ status: 'available', bootable: true, storage_policy_name: 'fast' });
        expect(await usage()).toEqual({ ...before, fast: before.fast + size });
        const copy = await change('clone', { volume_id: id, name: 'copy of origin', size: size + 1 });
        expect(await read(copy)).toMatchObject({ name: 'copy of origin', size: size + 1, bootable: true, storage_policy_name: 'fast' });
        await change(`${copy}/upload-to-image`, { image_name: 'of the copy' });
        const [image] = (await stage.owner.call(images.calls.list, { query: { name: 'of the copy' } })).data;
        expect(image).toMatchObject({ status: 'active', min_disk: size + 1, visibility: 'private' });
        for (const one of [copy, id]) expect(await ended(await remove(one))).toBe('success');
        await stage.owner.call(images.calls.delete, { params: { imageId: image!.id } });
        const running = (await stage.owner.call(calls.list, { query: { status: 'in-use', name: 'contains:-boot' } })).data[0]!;
        const refusal = await stage.owner.refused(calls.clone, { body: { volume_id: running.id, name: 'no copy' } });
        expect(refusal.body.error.data?.reason).toMatchObject({ code: 'server_status', params: { needed: 'SHUTOFF' } });
      });

      it('volumes are kept as long as there are snapshots of them', async () => {
        const { id } = await create({ name: 'root', size: 1 });
        const taken = await stage.owner.call(volumeSnapshots.calls.create, { body: { volume_id: id, name: 'leaf' } });
        await ended(taken);
        const reason = { code: 'still_used_by_volume_snapshot', params: { count: 1, names: 'leaf' } };
        expect(await refused(calls.delete, { params: { volumeId: id } })).toEqual([409, reason]);
        await ended(await stage.owner.call(volumeSnapshots.calls.delete, { params: { snapshotId: taken.id! } }));
        expect(await ended(await remove(id))).toBe('success');
      });

      it('volumes that a server has are deleted once it is gone and has left them', async () => {
        const before = await usage();
        const machine = await ingredients(stage.owner);
        const body = { name: 'keeper', ...machine, delete_on_termination: false };
        const task = await stage.owner.call(servers.calls.create, { body });
        expect(await ended(task)).toBe('success');
        const server = await stage.owner.call(servers.calls.read, { params: { serverId: task.id! } });
        const { id } = server.volumes[0]!;
        expect(await refused(calls.delete, { params: { volumeId: id } })).toEqual([
          409,
          { code: 'volume_in_use', params: { volume_status: 'in-use' } },
        ]);
        await ended(await stage.owner.call(servers.calls.delete, { params: { serverId: server.id } }));
        expect(await read(id)).toMatchObject({ status: 'available', attachments: [] });
        expect(await ended(await remove(id))).toBe('success');
        expect(await usage()).toEqual(before);
      });
    },
  ),
};
