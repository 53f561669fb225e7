/** Over HTTP: what the compute service does although its answer never came, and only after Gantry had given the request up. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { nouns } from '@gantry/contract';
import { IDEMPOTENCY_HEADER } from '@gantry/contract/wire/headers';
import { PASSWORD } from '../../../../fakes/openstack/options.ts';
import { Nova } from '../../crash/support/nova.ts';
import { emptyPlace, type Place } from '../../crash/support/place.ts';
import { PUBLIC_KEY, signIn, startTestApp, type TestApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';

const { calls } = nouns.servers;
const nova = new Nova();
let place: Place;
let app: TestApp;
let alice: Client;

beforeAll(async () => {
  await nova.start();
  place = await emptyPlace('sqlite', { engines: (folder) => [nova.engine(folder)] });
  const env = { GANTRY_CONFIG: place.env['GANTRY_CONFIG'] ?? '', GANTRY_ADMIN_PASSWORD: '', GANTRY_SAMPLE_PASSWORD: '' };
  app = await startTestApp({ database: 'sqlite', env });
  alice = await signIn(app.nobody, { domain: 'acme', username: 'alice', password: PASSWORD }, 'acme-prod');
  await vi.waitFor(
    async () => expect((await alice.call(nouns.networks.calls.list, { query: { name: 'acme-net' } })).data).toHaveLength(1),
    {
      timeout: 30_000,
      interval: 50,
    },
  );
});
afterAll(async () => {
  await app?.close();
  place?.remove();
  await nova.stop();
});

const read = (taskId: string) => alice.call(nouns.tasks.calls.read, { params: { taskId } });
const made = async (name: string) => {
  const id = (called: string) => nova.cloud.id(called);
  const body = { name, flavor_id: id('m1.tiny'), image_id: id('lab-tiny'), network_ids: [id('acme-net')] };
  return alice.call(calls.create, { body }, { [IDEMPOTENCY_HEADER]: `key-of-${name}` });
};

it('a creation without an answer makes one server, however often it is repeated meanwhile, and is a success', async () => {
  const doTheWork = nova.delay('POST');
  const answer = await made('late');
  expect(answer).toEqual({ task_id: expect.any(String), id: null });
  expect(await Promise.all([made('late'), made('late')])).toEqual([answer, answer]);
  expect(nova.called('late')).toEqual([]);
  expect(await read(answer.task_id)).toMatchObject({ state: 'running', error: null });
  doTheWork();
  const task = await app.ended(alice, answer.task_id);
  const [server, ...others] = nova.called('late');
  expect(others).toEqual([]);
  expect(task).toMatchObject({ state: 'success', error: null, result: { id: server!.id } });
  expect(await made('late')).toEqual({ ...answer, id: server!.id });
  expect(nova.called('late')).toHaveLength(1);
  expect((await alice.call(calls.list, { query: { name: 'late' } })).data).toMatchObject([{ id: server!.id, status: 'ACTIVE' }]);
});

it('a stop without an answer is a success once the server is shut off, and is done once', async () => {
  const { id, task_id: creation } = await made('stopped-late');
  await app.ended(alice, creation);
  const params = { serverId: id! };
  const doTheWork = nova.delay('POST');
  const answer = await alice.call(calls.stop, { params });
  expect(answer).toEqual({ task_id: expect.any(String), id });
  expect(await read(answer.task_id)).toMatchObject({ state: 'running', error: null });
  doTheWork();
  expect(await app.ended(alice, answer.task_id)).toMatchObject({ state: 'success' });
  expect(nova.times(id!, 'stop')).toBe(1);
  expect(await alice.call(calls.read, { params })).toMatchObject({ status: 'SHUTOFF', task_state: null });
});

it('OpenStack is not asked for what it lacks, and the capabilities say so beforehand', async () => {
  const { capabilities } = await alice.call(nouns.session.calls.meta);
  for (const lacking of [
    'server.cancelStop',
    'server.stop:timeout',
    'server.create:firmware',
    'server.create:traits',
    'server.update:traits',
    'key_pair.create:description',
  ])
    expect(capabilities).not.toContain(lacking);
  const { id, task_id: creation } = await made('plain');
  await app.ended(alice, creation);
  const params = { serverId: id! };
  const before = nova.called('plain').length;
  expect(await alice.refused(calls.stop, { params, body: { timeout: 60 } })).toMatchObject({ status: 501, code: 'not_supported' });
  const several = await alice.call(calls.bulkStop, { body: { ids: [id!], timeout: 60 } });
  expect((await app.ended(alice, several.task_id)).items).toMatchObject([{ id, state: 'failed', error: { code: 'not_supported' } }]);
  expect(await alice.refused(calls.cancelStop, { params })).toMatchObject({ status: 501, code: 'not_supported' });
  expect(await alice.refused(calls.update, { params, body: { traits: ['CUSTOM_SSD'] } })).toMatchObject({
    status: 501,
    code: 'not_supported',
  });
  const { cloud } = nova;
  const body = { name: 'uefi', flavor_id: cloud.id('m1.tiny'), image_id: cloud.id('lab-tiny'), network_ids: [cloud.id('acme-net')] };
  const refused = await alice.refused(calls.create, { body: { ...body, firmware: 'uefi' } });
  expect(refused).toMatchObject({ status: 501, code: 'not_supported' });
  const key = { name: 'described', public_key: PUBLIC_KEY, description: 'of the laptop' };
  expect(await alice.refused(nouns.keyPairs.calls.create, { body: key })).toMatchObject({ status: 501, code: 'not_supported' });
  expect([nova.called('plain').length, nova.called('uefi')]).toEqual([before, []]);
  expect(nova.times(id!, 'stop')).toBe(0);
});

it('a deletion without an answer is a success once the server is gone', async () => {
  const { id, task_id: creation } = await made('deleted-late');
  await app.ended(alice, creation);
  const doTheWork = nova.delay('DELETE');
  const { task_id: taskId } = await alice.call(calls.delete, { params: { serverId: id! } });
  expect(nova.has(id!)).toBe(true);
  doTheWork();
  expect(await app.ended(alice, taskId)).toMatchObject({ state: 'success' });
  expect(nova.times(id!, 'delete')).toBe(1);
  expect(await alice.refused(calls.read, { params: { serverId: id! } })).toMatchObject({ status: 404 });
});
