/** Storage policies, and volumes that have them, over real HTTP. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { ingredients } from '../support/ingredients.ts';

const { list, read } = nouns.storagePolicies.calls;
const { servers, quotas, volumes, volumeSnapshots } = nouns;

describe('storage policies', () => {
  let app: TestApp;
  let member: Client;
  beforeAll(async () => {
    app = await startTestApp({ database: 'sqlite', env: { GANTRY_SAMPLE_SERVERS: '0' } });
    member = await app.as('acme-member', 'acme-prod');
  });
  afterAll(() => app.close());

  const policy = async (name: string) => (await member.call(list, { query: { name } })).data[0]!;
  /** Makes a server, and waits for it; answers its volumes, the boot volume first. */
  async function made(more: object) {
    const { image_id, ...machine } = await ingredients(member);
    const body = { name: 'with policies', ...machine, ...('snapshot_id' in more ? {} : { image_id }), ...more };
    const { task_id, id } = await member.call(servers.calls.create, { body });
    expect(await app.ended(member, task_id)).toMatchObject({ state: 'success' });
    const server = await member.call(servers.calls.read, { params: { serverId: id! } });
    return Promise.all(server.volumes.map((volume) => member.call(volumes.calls.read, { params: { volumeId: volume.id } })));
  }
  async function usage() {
    const { project_id: projectId } = await member.call(nouns.session.calls.whoami);
    const answer = await member.call(quotas.calls.read, { params: { projectId: projectId! }, query: { usage: 'True' } });
    return Object.fromEntries(answer.storage_policies.map(({ name, used }) => [name, used]));
  }

  it('are listed by name and read one by one, by every project', async () => {
    const { data, count } = await member.call(list, { query: { with_count: 'True' } });
    expect([data.map(({ name, is_default: usual }) => [name, usual]), count]).toEqual([
      [
        ['default', true],
        ['fast', false],
      ],
      2,
    ]);
    const other = await app.as('globex-member', 'globex-prod');
    expect((await other.call(list, { query: { sort: 'name:desc', name: 'contains:as' } })).data).toEqual([data[1]]);
    expect(await other.call(read, { params: { policyId: data[0]!.id } })).toEqual(data[0]);
    const unknown = { params: { policyId: '11111111-1111-4111-8111-111111111111' } };
    expect(await other.refused(read, unknown)).toMatchObject({ status: 404, code: 'not_found' });
  });

  it('are chosen for each volume of a new server, count apart in the quota, and stay with snapshots of it', async () => {
    const fast = await policy('fast');
    const before = await usage();
    const [boot, data] = await made({ volume_size: 12, storage_policy_id: fast.id, volumes: [{ size: 2 }] });
    expect([boot!.storage_policy_name, data!.storage_policy_name]).toEqual(['fast', 'default']);
    expect(await usage()).toEqual({ default: before['default']! + 2, fast: before['fast']! + 12 });
    const { task_id, id } = await member.call(volumeSnapshots.calls.create, { body: { volume_id: boot!.id, name: 'moment' } });
    expect(await app.ended(member, task_id)).toMatchObject({ state: 'success' });
    expect(await member.call(volumeSnapshots.calls.read, { params: { snapshotId: id! } })).toMatchObject({ storage_policy_name: 'fast' });
    const [revived] = await made({ snapshot_id: id });
    expect(revived).toMatchObject({ storage_policy_name: 'fast', snapshot_id: id });
  });

  it('are not chosen for volumes that exist, nor for those of snapshots', async () => {
    const fast = await policy('fast');
    const machine = await ingredients(member);
    const some = '11111111-1111-4111-8111-111111111111';
    const codes = async (more: object) => {
      const refusal = await member.refused(servers.calls.create, { body: { name: 'refused', ...machine, ...more } as never });
      return [refusal.code, refusal.body.error.data?.field_codes];
    };
    const refused = (field: string) => ['validation_failed', { [field]: [{ code: 'policy_of_source' }] }];
    for (const source of ['volume_id', 'snapshot_id']) {
      expect(await codes({ image_id: undefined, [source]: some, storage_policy_id: fast.id })).toEqual(refused('storage_policy_id'));
      const volumes = [{ [source]: some, storage_policy_id: fast.id }];
      expect(await codes({ volumes })).toEqual(refused('volumes.0.storage_policy_id'));
    }
  });
});
