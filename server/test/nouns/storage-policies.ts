import { expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import { ingredients } from '../support/ingredients.ts';
import { shown } from './support/listed.ts';
import type { Specimen } from './support/specimen.ts';

const { calls } = nouns.storagePolicies;
const { servers, quotas, volumes, volumeSnapshots } = nouns;

export const storagePolicies: Specimen = {
  calls: { readProject: ['list', 'read'] },
  life: shown('storage policies', { calls, reader: ['acme-member', 'acme-prod'], other: ['globex-member', 'globex-prod'] }, (app, who) => {
    const policy = async (name: string) => (await who().call(calls.list, { query: { name } })).data[0]!;
    /** Makes a server, and waits for it; answers its volumes, the boot volume first. */
    async function made(more: object) {
      const { image_id, ...machine } = await ingredients(who());
      const body = { name: 'with policies', ...machine, ...('snapshot_id' in more ? {} : { image_id }), ...more };
      const { task_id, id } = await who().call(servers.calls.create, { body });
      expect(await app().ended(who(), task_id)).toMatchObject({ state: 'success' });
      const server = await who().call(servers.calls.read, { params: { serverId: id! } });
      return Promise.all(server.volumes.map((volume) => who().call(volumes.calls.read, { params: { volumeId: volume.id } })));
    }
    async function usage() {
      const { project_id: projectId } = await who().call(nouns.session.calls.whoami);
      const answer = await who().call(quotas.calls.read, { params: { projectId: projectId! }, query: { usage: 'True' } });
      return Object.fromEntries(answer.storage_policies.map(({ name, used }) => [name, used]));
    }

    it('storage policies are two, the usual one and the fast one', async () => {
      const { data } = await who().call(calls.list);
      expect(data.map(({ name, is_default: usual }) => [name, usual])).toEqual([
        ['default', true],
        ['fast', false],
      ]);
      expect((await who().call(calls.list, { query: { name: 'contains:as' } })).data).toEqual([data[1]]);
    });

    it('storage policies are chosen for each volume of a new server, count apart in the quota, and stay with snapshots of it', async () => {
      const fast = await policy('fast');
      const before = await usage();
      const [boot, data] = await made({ volume_size: 12, storage_policy_id: fast.id, volumes: [{ size: 2 }] });
      expect([boot!.storage_policy_name, data!.storage_policy_name]).toEqual(['fast', 'default']);
      expect(await usage()).toEqual({ default: before['default']! + 2, fast: before['fast']! + 12 });
      const { task_id, id } = await who().call(volumeSnapshots.calls.create, { body: { volume_id: boot!.id, name: 'moment' } });
      expect(await app().ended(who(), task_id)).toMatchObject({ state: 'success' });
      expect(await who().call(volumeSnapshots.calls.read, { params: { snapshotId: id! } })).toMatchObject({ storage_policy_name: 'fast' });
      const [revived] = await made({ snapshot_id: id });
      expect(revived).toMatchObject({ storage_policy_name: 'fast', snapshot_id: id });
    });

    it('storage policies are not chosen for volumes that exist, nor for those of snapshots', async () => {
      const fast = await policy('fast');
      const machine = await ingredients(who());
      const some = '11111111-1111-4111-8111-111111111111';
      const codes = async (more: object) => {
        const refusal = await who().refused(servers.calls.create, { body: { name: 'refused', ...machine, ...more } as never });
        return [refusal.code, refusal.body.error.data?.field_codes];
      };
      const refused = (field: string) => ['validation_failed', { [field]: [{ code: 'policy_of_source' }] }];
      for (const source of ['volume_id', 'snapshot_id']) {
        expect(await codes({ image_id: undefined, [source]: some, storage_policy_id: fast.id })).toEqual(refused('storage_policy_id'));
        const volumes = [{ [source]: some, storage_policy_id: fast.id }];
        expect(await codes({ volumes })).toEqual(refused('volumes.0.storage_policy_id'));
      }
    });
  }),
};
