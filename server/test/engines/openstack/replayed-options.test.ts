/** The replayed cloud takes what a server is given beside what it is made of as Nova does. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEFAULTS } from '../../../../fakes/openstack/options.ts';
import { Replay } from '../../../../fakes/openstack/replay.ts';
import { readRecording } from '../../../../fakes/openstack/recording.ts';

const PASSWORD = 'replayed';
const { names } = readRecording();
const replay = new Replay({ ...DEFAULTS, servers: 60, projects: 3, password: PASSWORD, boot: 30, act: 30 });
let url = '';
let admin = '';
let alice = '';

async function ask(method: string, path: string, token: string, version?: string | null, body?: unknown) {
  const headers = { 'x-auth-token': token, ...(version && { 'openstack-api-version': version }) };
  const response = await fetch(url + path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
  const text = await response.text();
  return { status: response.status, body: text === '' ? '' : (JSON.parse(text) as unknown) };
}

async function signIn(name: string, domain: string, scope: unknown): Promise<string> {
  const user = { name, password: PASSWORD, domain: { name: domain } };
  const auth = { identity: { methods: ['password'], password: { user } }, scope };
  const response = await fetch(`${url}/identity/v3/auth/tokens`, { method: 'POST', body: JSON.stringify({ auth }) });
  expect(response.status).toBe(201);
  return response.headers.get('x-subject-token')!;
}

beforeAll(async () => {
  url = await replay.start();
  admin = await signIn('admin', 'Default', { project: { name: 'admin', domain: { name: 'Default' } } });
  alice = await signIn('alice', 'acme', { project: { id: names['acme-prod'] } });
});
afterAll(() => replay.stop());

const shown = async (place: string) =>
  ((await ask('GET', place, admin, 'compute 2.73')).body as { server: Record<string, unknown> }).server;

it('the replayed cloud takes tags and single metadata in the states in which Nova does', async () => {
  const { id } = replay.cloud.servers.find(({ status, projectId }) => status === 'ACTIVE' && projectId === names['acme-prod'])!;
  const place = `/compute/v2.1/servers/${id}`;
  const tags = ['b', 'a'];
  expect(await ask('PUT', `${place}/tags`, alice, 'compute 2.26', { tags })).toMatchObject({ status: 200, body: { tags } });
  const { metadata: before } = await shown(place);
  expect((await ask('POST', `${place}/metadata`, alice, null, { metadata: { HA_Enabled: 'True' } })).status).toBe(200);
  expect(await shown(place)).toMatchObject({ tags, metadata: { ...(before as object), HA_Enabled: 'True' } });
  await ask('POST', `${place}/action`, admin, null, { 'os-resetState': { state: 'error' } });
  expect((await ask('PUT', `${place}/tags`, alice, 'compute 2.26', { tags: [] })).status).toBe(409);
  expect((await ask('POST', `${place}/metadata`, alice, null, { metadata: {} })).status).toBe(409);
  expect(await shown(place)).toMatchObject({ tags });
});

it('the replayed cloud takes disks numbered from 0 without gaps, and makes a server with its tags and its password', async () => {
  const disk = (boot_index: number) => ({ boot_index, source_type: 'blank', destination_type: 'volume', volume_size: 1 });
  const own = { boot_index: 0, source_type: 'image', destination_type: 'local', uuid: names['lab-tiny'] };
  const create = (indexes: number[]) =>
    ask('POST', '/compute/v2.1/servers', alice, 'compute 2.52', {
      server: {
        name: 'numbered',
        flavorRef: names['m1.tiny'],
        imageRef: names['lab-tiny'],
        networks: [{ uuid: names['acme-net'] }],
        tags: ['made'],
        adminPass: 'chosen',
        block_device_mapping_v2: [own, ...indexes.map(disk)],
      },
    });
  for (const wrong of [[2], [1, 1], [0]]) expect(await create(wrong)).toMatchObject({ status: 400 });
  const made = await create([2, -1, 1]);
  expect(made).toMatchObject({ status: 202, body: { server: { adminPass: 'chosen' } } });
  const { id } = (made.body as { server: { id: string } }).server;
  expect(await shown(`/compute/v2.1/servers/${id}`)).toMatchObject({ tags: ['made'] });
});
