import { expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import { ingredients } from '../support/ingredients.ts';
import type { Client } from '../support/client.ts';
import { shown } from './support/listed.ts';
import type { Specimen } from './support/specimen.ts';

const { calls } = nouns.storagePolicies;
const { servers, quotas, volumes, volumeSnapshots } = nouns;

export const storagePolicies: Specimen = {
  // One that no volume has, and that is not the default one.
  fuzz: { byChance: ['update', 'delete', 'bulkDelete'] },
  calls: { readProject: ['list', 'read'], changeSystem: ['create', 'update', 'delete', 'bulkDelete'] },
  document: { is_default: false },
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
    async function quotaOf() {
      const { project_id: projectId } = await who().call(nouns.session.calls.whoami);
      return who().call(quotas.calls.read, { params: { projectId: projectId! }, query: { usage: 'True' } });
    }
    async function usage() {
      return Object.fromEntries((await quotaOf()).storage_policies.map(({ name, used }) => [name, used]));
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

    const done = async (client: Client, { task_id }: { task_id: string }) =>
      expect(await app().ended(client, task_id)).toMatchObject({ state: 'success', error: null });
    const namesOf = async (client: Client) => (await client.call(calls.list)).data.map(({ name }) => name);
    const admin = () => app().as('admin', 'own');
    const make = async (body: object) => {
      const system = await admin();
      const task = await system.call(calls.create, { body: body as never });
      await done(system, task);
      return { params: { policyId: task.id! } };
    };

    it('storage policies are made, changed and deleted by administrators, and seen by everybody at once', async () => {
      const system = await admin();
      const one = await make({ name: 'archive', description: 'seldom read', tier: 0, redundancy: '1+1', failure_domain: 'disk' });
      const made = { name: 'archive', description: 'seldom read', is_default: false, tier: 0, redundancy: '1+1', failure_domain: 'disk' };
      expect(await who().call(calls.read, one)).toMatchObject(made);
      // What is not said is as the default has it.
      const usual = await make({ name: 'plain' });
      expect(await who().call(calls.read, usual)).toMatchObject({ description: null, tier: 0, redundancy: '2', failure_domain: 'host' });
      const taken = await system.refused(calls.create, { body: { name: 'plain' } });
      expect([taken.status, taken.body.error.data?.field_codes]).toEqual([409, { name: [{ code: 'storage_policy_name_taken' }] }]);
      await done(system, await system.call(calls.update, { ...one, body: { description: 'never read', redundancy: '3' } }));
      expect(await who().call(calls.read, one)).toMatchObject({ ...made, description: 'never read', redundancy: '3', limits: {} });
      const tenant = await who().refused(calls.create, { body: { name: 'mine' } });
      expect([tenant.status, await namesOf(who())]).toEqual([403, ['archive', 'default', 'fast', 'plain']]);
      await done(system, await system.call(calls.delete, usual));
      await done(system, await system.call(calls.bulkDelete, { body: { ids: [one.params.policyId] } }));
      expect(await namesOf(who())).toEqual(['default', 'fast']);
    });

    it('storage policies are refused where the storage cannot keep data so, and keep their names', async () => {
      const system = await admin();
      const codes = async (body: object) =>
        (await system.refused(calls.create, { body: { name: 'no', ...body } })).body.error.data?.field_codes;
      expect(await codes({ redundancy: '17+3' })).toEqual({ redundancy: [{ code: 'policy_places', params: { min: 20, count: 4 } }] });
      expect(await codes({ tier: 2 })).toEqual({ tier: [{ code: 'policy_tier' }] });
      expect(await codes({ tier: 4 })).toEqual({ tier: [{ code: 'too_large', params: { max: 3 } }] });
      const { id } = await policy('fast');
      const renamed = await system.refused(calls.update, { params: { policyId: id }, body: { name: 'faster' } });
      expect([renamed.status, renamed.code]).toEqual([501, 'not_supported']);
      expect(await namesOf(who())).toEqual(['default', 'fast']);
    });

    it('storage policies limit what their volumes read and write, for a volume or for each GiB of it', async () => {
      const system = await admin();
      const limits = { total_iops: { amount: 2, per_gib: false }, read_bytes: { amount: 10, per_gib: true, minimum: 500 } };
      const one = await make({ name: 'limited', limits });
      expect(await who().call(calls.read, one)).toMatchObject({ limits });
      const volume = await made({ volume_size: 10, storage_policy_id: one.params.policyId }).then(([boot]) => boot!);
      // What its server asks of it goes up and down; at some moment of a day it is more than the policy lets through.
      const start = Date.now() / 1000;
      const most = async (...names: string[]) => {
        const series = await Promise.all(
          names.map(async (name) => {
            const query = encodeURIComponent(`gantry_volume_${name}_per_second{volume_id="${volume.id}"}`);
            const { json } = await who().raw(
              'GET',
              `/prometheus/api/v1/query_range?query=${query}&start=${start}&end=${start + 86_400}&step=600`,
            );
            return (json as { data: { result: { values: [number, string][] }[] } }).data.result[0]!.values.map(([, value]) =>
              Number(value),
            );
          }),
        );
        return Math.max(...series[0]!.map((_, index) => series.reduce((sum, values) => sum + values[index]!, 0)));
      };
      expect(await most('read_bytes')).toBe(500);
      expect(await most('read_operations', 'write_operations')).toBeCloseTo(2);
      expect(await most('write_bytes')).toBeGreaterThan(1000);
      await done(system, await system.call(calls.update, { ...one, body: { limits: { read_bytes: { amount: 60, per_gib: true } } } }));
      expect(await most('read_bytes')).toBe(600);
      expect(await most('read_operations', 'write_operations')).toBeGreaterThan(2);
      for (const { id } of (await who().call(nouns.servers.calls.list, { query: { name: 'with policies' } })).data)
        await done(who(), await who().call(nouns.servers.calls.delete, { params: { serverId: id } }));
      for (const { id } of (await who().call(volumes.calls.list, { query: { storage_policy: 'limited' } })).data)
        await done(who(), await who().call(volumes.calls.delete, { params: { volumeId: id } }));
      await done(system, await system.call(calls.delete, one));
    });

    it('storage policies stay while volumes have them, which are named, and the default stays for ever', async () => {
      const system = await admin();
      const one = await make({ name: 'used', redundancy: '1' });
      const { storage_policies: before } = await quotaOf();
      expect(before.find(({ name }) => name === 'used')).toEqual({ name: 'used', limit: -1, used: 0 });
      const body = { name: 'holds it', size: 3, storage_policy_id: one.params.policyId };
      const volume = await who().call(volumes.calls.create, { body });
      await done(who(), volume);
      expect((await quotaOf()).storage_policies.find(({ name }) => name === 'used')).toEqual({ name: 'used', limit: -1, used: 3 });
      expect((await who().call(volumes.calls.list, { query: { storage_policy: 'used' } })).data).toMatchObject([{ name: 'holds it' }]);
      const held = await system.refused(calls.delete, one);
      expect([held.status, held.body.error.data?.reason]).toEqual([
        409,
        { code: 'still_used_by_volume', params: { count: 1, names: 'holds it' } },
      ]);
      await done(who(), await who().call(volumes.calls.delete, { params: { volumeId: volume.id! } }));
      await done(system, await system.call(calls.delete, one));
      expect((await quotaOf()).storage_policies.map(({ name }) => name)).toEqual(['default', 'fast']);
      const usual = await system.refused(calls.delete, { params: { policyId: (await policy('default')).id } });
      expect([usual.status, usual.body.error.data?.reason]).toEqual([409, { code: 'policy_default' }]);
    });
  }),
};
