/** Clouds that describe one thing otherwise than their API promises: all others are mirrored as before. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Replay } from '../../../../fakes/openstack/replay.ts';
import { isOutage, isUnreadable } from '../../../src/engines/openstack/client/errors.ts';
import { logLeftOut } from '../../../src/engines/openstack/client/left-out.ts';
import type { Visibility } from '../../../src/port/store/rows.ts';
import { oddRig, sweepOdd, type Entry } from './support/odd-cloud.ts';
import type { Rig } from './support/rig.ts';

let rig: Rig<Replay>;
let undo: () => void;
beforeAll(async () => {
  rig = await oddRig();
  for (const kind of ['network', 'volume', 'server']) await rig.sweepOf(kind);
  undo = rig.cloud.keepAnswers();
});
afterEach(() => undo());
afterAll(() => rig.close());

/** Lets the first entry of a list be another one. Returns the entries that it was instead of. */
function spoil(path: RegExp, many: string, change: (entry: Entry) => unknown): Entry[] {
  const spoilt: Entry[] = [];
  rig.cloud.on('GET', path, (_asked, usual) => {
    const told = usual();
    const [first, ...others] = (told.answer as Record<string, Entry[]>)[many]!;
    if (!first) return told;
    spoilt.push(first);
    return { ...told, answer: { ...(told.answer as object), [many]: [change(first), ...others] } };
  });
  return spoilt;
}

/** Who sees only what is shared with everybody. */
const STRANGER: Visibility = { scope: { type: 'project', projectId: 'other', domainId: 'other' }, userId: 'other', domainId: 'other' };

const rowOf = async (kind: string, id: string) => (await rig.store.read.get({ engine: 'cloud', kind, id }))!;

describe('one odd part of something', () => {
  it.each(['soon', 17])('a network with the date %s is no reason to miss any other', async (created_at) => {
    const before = await rig.documents('network');
    const spoilt = spoil(/\/networks\?/, 'networks', (entry) => ({ ...entry, created_at }));
    expect(await rig.sweepOf('network')).toMatchObject({ seen: before.size });
    expect(spoilt.length).toBe(1);
    expect(before.size).toBeGreaterThan(1);
  });

  it.each([
    ['subnet', 'network', /\/subnets\?/, 'subnets', { cidr: 5 }],
    ['subnet of an unknown version', 'network', /\/subnets\?/, 'subnets', { ip_version: 5 }],
    ['policy', 'network', /\/rbac-policies\?/, 'rbac_policies', { target_tenant: null }],
    ['role assignment', 'user', /\/role_assignments/, 'role_assignments', { role: 'admin' }],
    ['role assignment', 'project', /\/role_assignments/, 'role_assignments', { scope: { project: 'p' } }],
    ['role', 'user', /\/roles$/, 'roles', { name: null }],
  ])('an odd %s leaves the sweep of all of the kind %s', async (_part, kind, path, many, odd) => {
    const spoilt = spoil(path, many, (entry) => ({ ...entry, ...odd }));
    const { seen } = await rig.sweepOf(kind);
    expect(spoilt.length).toBeGreaterThan(0);
    expect((await rig.documents(kind)).size).toBe(seen);
  });

  it('key pairs that cannot be read leave all others of all users', async () => {
    const good = { name: 'good', public_key: 'ssh-ed25519 AAAA', fingerprint: '00' };
    const pairs: Entry[] = [{ name: 1 }, { ...good, name: 'odd' }, { ...good, name: 'dateless' }, good];
    rig.cloud.on('GET', /\/os-keypairs\?/, () => ({ answer: { keypairs: pairs.map((keypair) => ({ keypair })) } }));
    rig.cloud.on('GET', /\/os-keypairs\/odd/, () => ({ answer: { keypair: 'none' } }));
    rig.cloud.on('GET', /\/os-keypairs\/dateless/, () => ({ answer: { keypair: { ...good, name: 'dateless' } } }));
    rig.cloud.on('GET', /\/os-keypairs\/good/, () => ({ answer: { keypair: { ...good, created_at: '2026-11-23T12:00:00Z' } } }));
    await rig.sweepOf('key_pair');
    const found = [...(await rig.documents('key_pair')).values()];
    const users = rig.cloud.cloud.people.users.length;
    expect(found.filter(({ name }) => name === 'good').length).toBe(users);
    expect(found.filter(({ name, unreadable }) => name === 'dateless' && String(unreadable) === 'created_at').length).toBe(users);
  });

  it('a router keeps its other interfaces where one cannot be read', async () => {
    const [project] = rig.cloud.cloud.people.projects;
    const { id } = rig.cloud.cloud.ways.routers.create({ name: 'odd', project_id: project!.id });
    const port = { device_id: id, device_owner: 'network:router_interface', network_id: 'n', mac_address: 'fa:16:3e:00:00:01' };
    const ports = [{ ...port, id: 'p1', fixed_ips: null }, { ...port, id: 'p2', fixed_ips: [] }, 'p3'];
    rig.cloud.on('GET', /\/ports\?/, () => ({ answer: { ports } }));
    await rig.sweepOf('router');
    expect((await rig.documents('router')).get(id)).toMatchObject({ interfaces_info: [{ port_id: 'p2' }] });
  });

  it('a port that cannot be read takes no address from the interfaces of other servers', async () => {
    const before = await rig.documents('server');
    spoil(/\/ports\?/, 'ports', (entry) => ({ ...entry, fixed_ips: 'none', device_id: null }));
    await rig.sweep();
    const after = await rig.documents('server');
    const changed = [...before].filter(([id, { networks }]) => JSON.stringify(after.get(id)?.['networks']) !== JSON.stringify(networks));
    expect(changed.length).toBe(1);
  });
});

describe('something odd', () => {
  it.each(['volume', 'network'])('an odd value of each member of the kind %s is shown with a mark, and leaves all others', async (kind) => {
    expect(await sweepOdd(rig, kind, (place) => [place % 2 === 0 ? 17 : ['odd', 1]])).toEqual([]);
  });

  it('a server that is read by itself is shown with what can be read of it, and right again without the mark', async () => {
    const [id] = [...(await rig.documents('server')).keys()];
    await rig.rereads.now('server', id!);
    const before = (await rowOf('server', id!)).document;
    const back = rig.cloud.on('GET', new RegExp(`/servers/${id}$`), (_asked, usual) => {
      const told = usual();
      return { ...told, answer: { server: { ...(told.answer as { server: Entry }).server, key_name: 5, tags: 'none' } } };
    });
    await rig.rereads.now('server', id!);
    expect((await rowOf('server', id!)).document).toEqual({ ...before, tags: [], key_name: null, unreadable: ['key_name', 'tags'] });
    expect(rig.health.read('server')).toMatchObject({ reachable: true, doubts: [{ problem: 'unreadable', detail: id }] });
    back();
    await rig.rereads.now('server', id!);
    expect((await rowOf('server', id!)).document).toEqual(before);
    expect(rig.health.read('server').doubts).toEqual([]);
  });

  it.each([
    ['image', /\/v2\/images\?/, 'images', { visibility: 'everybody', restricted: true }, { visibility: 'private', restricted: true }],
    ['flavor', /\/flavors\/detail/, 'flavors', { 'os-flavor-access:is_public': 'no' }, {}],
    ['storage_policy', /\/types\?/, 'volume_types', { 'os-volume-type-access:is_public': 'no' }, {}],
  ])('what cannot be read of the kind %s shares it with nobody', async (kind, path, many, odd, shown) => {
    rig.cloud.on('GET', /os-(flavor|volume-type)-access$/, () => ({ answer: { flavor_access: [], volume_type_access: [] } }));
    const spoilt = spoil(path, many, (entry) => ({ ...entry, ...odd }));
    await rig.sweepOf(kind);
    const id = String(spoilt[0]!['id']);
    const document = (await rig.documents(kind)).get(id);
    expect(document).toMatchObject(shown);
    expect(document).toHaveProperty('unreadable');
    expect(await rig.store.read.find(kind, id, STRANGER)).toBeUndefined();
    undo();
    await rig.sweepOf(kind);
    expect(await rig.store.read.find(kind, id, STRANGER)).toBeDefined();
  });

  it('a volume whose project cannot be read stays with the project that it is known to have', async () => {
    const spoilt = spoil(/\/volumes\/detail/, 'volumes', (entry) => ({ ...entry, 'os-vol-tenant-attr:tenant_id': null, status: 'error' }));
    const before = await rig.documents('volume');
    await rig.sweepOf('volume');
    const id = String(spoilt[0]!['id']);
    const { project_id, domain_id } = before.get(id)!;
    expect(await rowOf('volume', id)).toMatchObject({
      projectId: project_id,
      domainId: domain_id,
      document: { status: 'error', project_id, domain_id, unreadable: ['os-vol-tenant-attr:tenant_id'] },
    });
  });

  it('a project whose domain cannot be read stays in the domain that it is known to have', async () => {
    const spoilt = spoil(/\/v3\/projects(\?|$)/, 'projects', (entry) => ({ ...entry, domain_id: 5 }));
    await rig.sweepOf('project');
    const { id, domain_id } = spoilt[0] as { id: string; domain_id: string };
    expect(await rowOf('project', id)).toMatchObject({ domainId: domain_id, document: { domain_id, unreadable: ['domain_id'] } });
  });

  it('a server whose odd value becomes the one that stood in its place is whole again', async () => {
    let vcpus = 1.5;
    const spoilt = spoil(/\/servers\/detail/, 'servers', (entry) => ({ ...entry, flavor: { ...(entry['flavor'] as Entry), vcpus } }));
    await rig.sweep();
    const read = async () => (await rig.documents('server')).get(String(spoilt[0]!['id']));
    expect(await read()).toMatchObject({ flavor: { vcpus: 0 }, unreadable: ['flavor'] });
    vcpus = 0;
    await rig.sweep();
    expect(await read()).toMatchObject({ flavor: { vcpus: 0 } });
    expect(await read()).not.toHaveProperty('unreadable');
  });

  it('a volume that is attached to a host and no server is an ordinary one', async () => {
    const spoilt = spoil(/\/volumes\/detail/, 'volumes', (entry) => ({
      ...entry,
      status: 'in-use',
      attachments: [{ server_id: null, host_name: 'backup-1' }],
    }));
    await rig.sweepOf('volume');
    const { document } = await rowOf('volume', String(spoilt[0]!['id']));
    expect(document).toMatchObject({ status: 'in-use', attachments: [] });
    expect(document).not.toHaveProperty('unreadable');
  });

  it('what is left out of a list is logged once, and once more for another problem', () => {
    const logged: unknown[] = [];
    const leftOut = logLeftOut({ error: (entry: unknown) => void logged.push(entry) });
    for (const problem of ['no address', 'no address', 'no network']) leftOut('network', '/ports', [{ id: 'p1', problem }]);
    leftOut('network', '/subnets', [{ id: null, problem: 'no address' }]);
    expect(logged).toEqual([
      { service: 'network', path: '/ports', id: 'p1', problem: 'no address' },
      { service: 'network', path: '/ports', id: 'p1', problem: 'no network' },
      { service: 'network', path: '/subnets', id: null, problem: 'no address' },
    ]);
  });

  it('an answer that cannot be read is no outage of its service', async () => {
    const [id] = [...(await rig.documents('volume')).keys()];
    rig.cloud.on('GET', new RegExp(`/volumes/${id}$`), () => ({ answer: { volume: [] } }));
    const error: unknown = await rig.rereads.now('volume', id!).catch((caught: unknown) => caught);
    expect([isUnreadable(error), isOutage(error)]).toEqual([true, false]);
    rig.cloud.on('GET', new RegExp(`/volumes/${id}$`), () => ({ answer: '<html>Back soon</html>' }));
    const other: unknown = await rig.rereads.now('volume', id!).catch((caught: unknown) => caught);
    expect([isUnreadable(other), isOutage(other)]).toEqual([false, true]);
  });
});
