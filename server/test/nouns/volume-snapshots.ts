import { expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import type { Client } from '../support/client.ts';
import { ingredients } from '../support/ingredients.ts';
import { life } from './support/life.ts';
import type { Stage } from './support/asked.ts';
import type { Specimen } from './support/specimen.ts';

const { volumes, servers, quotas, images } = nouns;
const { calls } = nouns.volumeSnapshots;

const volumeOf = async (who: Client, query: Readonly<Record<string, string>>) => (await who.call(volumes.calls.list, { query })).data[0]!;
const dataVolume = (who: Client) => volumeOf(who, { name: 'data-1' });
const bootVolume = (who: Client) => volumeOf(who, { status: 'in-use', name: 'contains:-boot' });

/** What a server is made of beside its disk. */
async function machineOf(who: Client) {
  const { flavor_id, network_ids } = await ingredients(who);
  return { flavor_id, network_ids };
}

const one = async ({ make, name }: Stage) => {
  const volume_id = await make('/compute/volumes', { name: name(), size: 1 });
  return { id: await make('/compute/volume_snapshots', { volume_id, name: name() }) };
};

export const volumeSnapshots: Specimen = {
  fuzz: { byChance: ['revert', 'resetState'], ofOwners: ['revert'], makes: { uploadToImage: ['image'] } },
  calls: {
    readProject: ['list', 'read'],
    changeProject: ['create', 'update', 'delete', 'bulkDelete', 'revert', 'uploadToImage'],
    changeSystem: ['resetState'],
  },
  asked: {
    update: { ready: one },
    delete: { ready: one },
    bulkDelete: { ready: one },
    revert: { ready: one },
    uploadToImage: { ready: one },
    resetState: { ready: async (stage) => ({ id: await stage.put('volume_snapshot', (await one(stage)).id, { status: 'error' }) }) },
  },
  document: { status: 'available' },
  life: life(
    'volume snapshots',
    {
      calls,
      body: async (name, who) => ({ volume_id: (await dataVolume(who)).id, name }),
      owner: ['acme-member', 'acme-prod'],
      stranger: ['globex-member', 'globex-prod'],
      changed: [
        [
          { name: 'after', description: 'later' },
          { name: 'after', description: 'later' },
        ],
      ],
    },
    (stage) => {
      const usage = async () => {
        const { project_id: projectId } = await dataVolume(stage.owner);
        const {
          snapshots,
          volumes: made,
          gigabytes,
        } = await stage.owner.call(quotas.calls.read, { params: { projectId }, query: { usage: 'True' } });
        return { snapshots: snapshots.used!, volumes: made.used!, gigabytes: gigabytes.used! };
      };
      /** Makes a server of a snapshot, and waits for it. */
      const boot = async (body: object) => {
        const machine = await machineOf(stage.owner);
        const { task_id, id } = await stage.owner.call(servers.calls.create, { body: { name: 'revived', ...machine, ...body } });
        expect(await stage.app.ended(stage.owner, task_id)).toMatchObject({ state: 'success' });
        return stage.owner.call(servers.calls.read, { params: { serverId: id! } });
      };

      it('volume snapshots are made, read, renamed and deleted at the printed address [api.volume-snapshots]', async () => {
        const at = '/api/v2/compute/volume_snapshots';
        const json = async (method: string, path: string, body?: object) => {
          const reply = await stage.owner.raw(method, path, { body });
          return { status: reply.status, ...(reply.json as { id: string; name: string; task_id: string }) };
        };
        const done = async ({ status, task_id }: { status: number; task_id: string }) =>
          expect([status, (await stage.app.ended(stage.owner, task_id)).state]).toEqual([202, 'success']);
        const made = await json('POST', at, { volume_id: (await dataVolume(stage.owner)).id, name: 'printed' });
        await done(made);
        const one = `${at}/${made.id}`;
        expect(await json('GET', one)).toMatchObject({ status: 'available', name: 'printed' });
        await done(await json('PATCH', one, { name: 'renamed' }));
        expect(await json('GET', one)).toMatchObject({ id: made.id, name: 'renamed' });
        expect((await stage.owner.raw('GET', at)).json).toMatchObject({
          data: expect.arrayContaining([expect.objectContaining({ id: made.id })]),
        });
        await done(await json('DELETE', one));
        expect((await stage.owner.raw('GET', one)).status).toBe(404);
      });

      it('volume snapshots tell of their volume [snapshot.status-field]', async () => {
        const volume = await dataVolume(stage.owner);
        const made = await stage.make('told');
        const said = { name: 'told', description: null, status: 'available', size: volume.size, bootable: false };
        expect(made).toMatchObject({ ...said, volume_id: volume.id, volume_name: 'data-1' });
      });

      it('volume snapshots count in the quota with their size, until they are deleted', async () => {
        const before = await usage();
        const { id, size } = await stage.make('counted');
        expect(await usage()).toEqual({ ...before, snapshots: before.snapshots + 1, gigabytes: before.gigabytes + size });
        await stage.done(stage.owner, await stage.owner.call(calls.delete, { params: { snapshotId: id } }));
        expect(await usage()).toEqual(before);
      });

      it('volume snapshots are what servers boot from, with a new volume of at least their size', async () => {
        const { id: volumeId, size, volume_image_metadata: source } = await bootVolume(stage.owner);
        const taken = await stage.owner.call(calls.create, { body: { volume_id: volumeId, name: 'bootable' } });
        await stage.app.ended(stage.owner, taken.task_id);
        const snapshot_id = taken.id!;
        const before = await usage();
        const server = await boot({ snapshot_id, volume_size: size + 2 });
        const made = await stage.owner.call(volumes.calls.read, { params: { volumeId: server.volumes[0]!.id } });
        expect(made).toMatchObject({ snapshot_id, size: size + 2, status: 'in-use', bootable: true, volume_image_metadata: source });
        expect(made.id).not.toBe(volumeId);
        expect([server.status, server.image?.id, server.volumes[0]!.delete_on_termination]).toEqual(['ACTIVE', source!.image_id, true]);
        expect([server.username, server.image?.name]).toEqual([source!.os_admin_user, source!.image_name]);
        expect(await usage()).toEqual({ ...before, volumes: before.volumes + 1, gigabytes: before.gigabytes + size + 2 });
        const refusal = await stage.owner.refused(servers.calls.create, {
          body: { name: 'small', ...(await machineOf(stage.owner)), snapshot_id, volume_size: size - 1 },
        });
        expect(refusal.body.error.data?.field_codes).toEqual({ volume_size: [{ code: 'too_small', params: { min: size } }] });
      });

      it('volume snapshots bring back what was on the volume, and become images of that [api.snapshot-revert, api.snapshot-upload]', async () => {
        const { data } = await stage.owner.call(images.calls.list, { query: { limit: 200 } });
        const [first, second] = data.filter(({ disk_format, status }) => disk_format !== 'iso' && status === 'active');
        const machine = await machineOf(stage.owner);
        const body = { name: 'goes back', ...machine, image_id: first!.id };
        const made = await stage.owner.call(servers.calls.create, { body });
        expect(await stage.app.ended(stage.owner, made.task_id)).toMatchObject({ state: 'success' });
        const params = { serverId: made.id! };
        const [boot] = (await stage.owner.call(servers.calls.read, { params })).volumes;
        const content = async () =>
          (await stage.owner.call(volumes.calls.read, { params: { volumeId: boot!.id } })).volume_image_metadata?.image_name;
        const taken = await stage.owner.call(calls.create, { body: { volume_id: boot!.id, name: 'before the rebuild' } });
        await stage.app.ended(stage.owner, taken.task_id);
        const rebuilt = await stage.owner.call(servers.calls.rebuild, { params, body: { image_id: second!.id } });
        expect(await stage.app.ended(stage.owner, rebuilt.task_id)).toMatchObject({ state: 'success' });
        expect(await content()).toBe(second!.name);
        const at = `/api/v2/compute/volume_snapshots/${taken.id!}`;
        const running = await stage.owner.raw('POST', `${at}/revert/`);
        expect([running.status, running.json]).toMatchObject([409, { error: { data: { reason: { code: 'server_status' } } } }]);
        await stage.app.ended(stage.owner, (await stage.owner.call(servers.calls.stop, { params })).task_id);
        const asked = async (path: string, sent?: object) => {
          const { status, json } = await stage.owner.raw('POST', `${at}${path}`, { body: sent });
          expect(status).toBe(202);
          return stage.app.ended(stage.owner, (json as { task_id: string }).task_id);
        };
        expect(await asked('/upload-to-image/', { image_name: 'as it was' })).toMatchObject({ state: 'success' });
        const [image] = (await stage.owner.call(images.calls.list, { query: { name: 'as it was' } })).data;
        expect(image).toMatchObject({ status: 'active', os_type: first!.os_type, min_disk: boot!.size });
        const copy = await stage.owner.call(volumes.calls.create, { body: { name: 'as it was', snapshot_id: taken.id! } });
        await stage.app.ended(stage.owner, copy.task_id);
        const copied = await stage.owner.call(volumes.calls.read, { params: { volumeId: copy.id! } });
        expect(copied.volume_image_metadata?.image_name).toBe(first!.name);
        expect(await asked('/revert/')).toMatchObject({ state: 'success' });
        expect(await content()).toBe(first!.name);
        expect((await stage.owner.call(servers.calls.read, { params })).image?.name).toBe(first!.name);
        expect(await stage.owner.call(calls.read, { params: { snapshotId: taken.id! } })).toMatchObject({ status: 'available' });
      });

      it('volume snapshots in error are available again once an administrator has reset them [api.snapshot-reset]', async () => {
        const machine = await machineOf(stage.owner);
        const { data } = await stage.owner.call(images.calls.list, { query: { limit: 200 } });
        const image_id = data.find(({ disk_format, status }) => disk_format !== 'iso' && status === 'active')!.id;
        const body = { name: 'fails', ...machine, image_id, metadata: { 'gantry.fault': 'volume_snapshot' } };
        const server = await stage.owner.call(servers.calls.create, { body });
        await stage.app.ended(stage.owner, server.task_id);
        const [boot] = (await stage.owner.call(servers.calls.read, { params: { serverId: server.id! } })).volumes;
        const taken = await stage.owner.call(calls.create, { body: { volume_id: boot!.id, name: 'failed' } });
        expect(await stage.app.ended(stage.owner, taken.task_id)).toMatchObject({ state: 'failed' });
        const at = `/api/v2/compute/volume_snapshots/${taken.id!}`;
        expect((await stage.owner.raw('GET', at)).json).toMatchObject({ status: 'error' });
        const operator = await stage.app.as('admin', 'acme-prod');
        const reset = await operator.raw('POST', `${at}/reset-state/`);
        expect(reset.status).toBe(202);
        expect(await stage.app.ended(operator, (reset.json as { task_id: string }).task_id)).toMatchObject({ state: 'success' });
        expect((await stage.owner.raw('GET', at)).json).toMatchObject({ status: 'available' });
        const again = await operator.raw('POST', `${at}/reset-state/`);
        expect([again.status, again.json]).toMatchObject([409, { error: { data: { reason: { code: 'wrong_status' } } } }]);
      });

      it('volume snapshots of an empty volume boot nothing, and those of others are unknown', async () => {
        const { id } = await stage.make('empty');
        const ask = async (who: Client) =>
          who.refused(servers.calls.create, { body: { name: 'x', ...(await machineOf(who)), snapshot_id: id } });
        expect((await ask(stage.owner)).body.error.data?.field_codes).toEqual({ snapshot_id: [{ code: 'snapshot_not_bootable' }] });
        expect((await ask(stage.stranger)).body.error.data?.field_codes).toEqual({ snapshot_id: [{ code: 'unknown_id' }] });
      });
    },
  ),
};
