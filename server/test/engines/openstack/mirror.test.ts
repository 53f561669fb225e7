/** What the mirror makes of a cloud's recorded answers, on both databases. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kinds } from '@gantry/contract';
import { entitiesOf } from '../../../src/calls/entity.ts';
import type { Visibility } from '../../../src/port/store/rows.ts';
import { databases } from '../../support/databases.ts';
import { Bench } from './support/bench.ts';

const ALL: Visibility = { scope: { type: 'system' }, userId: 'nobody', domainId: 'nowhere' };

interface Hypervisor {
  id: string;
  hypervisor_type: string;
}

/** What the placement service offers of a class of resources on a node. */
interface Inventory {
  total: number;
  reserved: number;
  allocation_ratio: number;
}

describe.each(databases)('first sync on $name', ({ name }) => {
  let bench: Bench;
  // All tests look at one sync: none changes what is mirrored.
  beforeAll(async () => {
    bench = await (await Bench.open({ database: name })).mirrored();
    await bench.inStep();
  });
  afterAll(() => bench.close());

  const listed = async (kindName: string, visibility: Visibility) => {
    const kind = kinds.get(kindName)!;
    const sort = { key: kind.defaultSort.split(':')[0]!, descending: false };
    const { rows } = await bench.store.read.list({ kind, visibility, filters: {}, sort, limit: 1000 });
    return entitiesOf(kind, rows, bench.store.read, visibility);
  };
  const seenIn = (project: string): Visibility => ({ scope: bench.project(project), userId: 'nobody', domainId: bench.cloud.id('acme') });

  it.each(['server', 'volume', 'network', 'image', 'flavor', 'node', 'project', 'domain', 'user'])(
    'the first sync brings every %s in the form of the contract',
    async (kindName) => {
      const entities = await listed(kindName, ALL);
      expect(entities.length).toBeGreaterThan(0);
      for (const entity of entities) expect(kinds.get(kindName)!.entity.safeParse(entity).error).toBeUndefined();
    },
  );

  it('the mirror knows a server with its flavor, its addresses and the project it belongs to [server.nested-fields]', async () => {
    const [server] = (await listed('server', seenIn('acme-prod'))).filter(({ id }) => id === bench.cloud.id('tiny'));
    expect(server).toMatchObject({
      name: 'tiny',
      status: 'ACTIVE',
      task_state: null,
      project_id: bench.cloud.id('acme-prod'),
      project_name: 'acme-prod',
      domain_id: bench.cloud.id('acme'),
      flavor: { id: bench.cloud.id('m1.tiny'), original_name: 'm1.tiny', vcpus: 1, ram: 512, extra_specs: {} },
      image: { id: bench.cloud.id('lab-tiny'), name: 'lab-tiny' },
      metadata: { purpose: 'recording' },
      host: null,
    });
    expect(server!['networks']).toEqual([
      {
        network_id: bench.cloud.id('acme-net'),
        name: 'acme-net',
        mac_addr: expect.stringMatching(/^fa:16:3e:/),
        ips: [expect.stringMatching(/^10\.20\./)],
        ipam_enabled: true,
        spoofing_protection: true,
        security_group_ids: [bench.cloud.id('default-group')],
        security_group_names: ['default'],
      },
    ]);
  });

  it('a server that boots from a volume shows it, with the size from the volume itself', async () => {
    const [server] = (await listed('server', ALL)).filter(({ id }) => id === bench.cloud.id('on-volume'));
    expect(server).toMatchObject({ boots_from_volume: true, volumes: [{ delete_on_termination: true, size: 1 }] });
    const { id } = (server!['volumes'] as { id: string }[])[0]!;
    const volume = (await listed('volume', seenIn('acme-prod'))).find((item) => item.id === id);
    expect(volume).toMatchObject({
      status: 'in-use',
      bootable: true,
      attachments: [{ server_id: bench.cloud.id('on-volume'), server_name: 'on-volume' }],
      volume_image_metadata: { image_id: bench.cloud.id('lab-tiny'), image_name: 'lab-tiny', disk_format: 'qcow2' },
    });
  });

  it('the mirror keeps the fault message of a failed server', async () => {
    expect(await bench.document('server', 'failed')).toMatchObject({
      status: 'ERROR',
      fault: { message: expect.stringMatching(/No valid host/) },
    });
  });

  it('shows a private flavor to the projects on its access list only', async () => {
    const ids = async (project: string) => (await listed('flavor', seenIn(project))).map(({ id }) => id);
    expect(await ids('acme-prod')).toContain(bench.cloud.id('private'));
    expect(await ids('acme-dev')).not.toContain(bench.cloud.id('private'));
    expect(await ids('acme-dev')).toContain(bench.cloud.id('m1.tiny'));
  });

  it('lists an offered image for its owner, and for others not before they accept it', async () => {
    const ids = async (project: string) => (await listed('image', seenIn(project))).map(({ id }) => id);
    expect((await ids('acme-prod')).toSorted()).toEqual([bench.cloud.id('offered'), bench.cloud.id('lab-tiny')].toSorted());
    expect(await ids('acme-dev')).toEqual([bench.cloud.id('lab-tiny')]);
  });

  it('shows a network to its project, a shared one to all', async () => {
    const ids = async (project: string) => (await listed('network', seenIn(project))).map(({ id }) => id);
    expect(await ids('acme-prod')).toEqual(expect.arrayContaining([bench.cloud.id('acme-net'), bench.cloud.id('shared')]));
    expect(await ids('acme-dev')).toContain(bench.cloud.id('shared'));
    expect(await ids('acme-dev')).not.toContain(bench.cloud.id('acme-net'));
  });

  it('says of a node what servers may reserve on it in all, overcommit included, and what is left of that', async () => {
    const { hypervisors } = bench.cloud.recorded<{ hypervisors: Hypervisor[] }>('GET', /os-hypervisors\/detail/);
    const nodes = await listed('node', ALL);
    for (const { id, hypervisor_type: type } of hypervisors) {
      const node = nodes.find((item) => item.id === id);
      expect(node).toMatchObject({ state: 'healthy', in_maintenance: false, hypervisor: { hypervisor_type: type } });
      const of = <T>(part: string) => bench.cloud.recorded<T>('GET', new RegExp(`/resource_providers/${id}/${part}$`));
      const { inventories } = of<{ inventories: Record<string, Inventory> }>('inventories');
      const { usages } = of<{ usages: Record<string, number> }>('usages');
      const capacity = (name: string) => {
        const { total, reserved, allocation_ratio: ratio } = inventories[name]!;
        return Math.floor((total - reserved) * ratio);
      };
      const left = (name: string) => capacity(name) - usages[name]!;
      expect(node).toMatchObject({
        statistics: {
          compute: {
            vcpus: capacity('VCPU'),
            vcpus_free: left('VCPU'),
            vm_mem_capacity: capacity('MEMORY_MB') * 1024 ** 2,
            vm_mem_reserved: usages['MEMORY_MB']! * 1024 ** 2,
            vm_mem_free: left('MEMORY_MB') * 1024 ** 2,
            disk_capacity: capacity('DISK_GB') * 1024 ** 3,
            disk_free: left('DISK_GB') * 1024 ** 3,
          },
        },
      });
      expect(inventories['VCPU']!.allocation_ratio).toBeGreaterThan(1);
      expect(inventories['MEMORY_MB']!.reserved).toBeGreaterThan(0);
    }
    expect(hypervisors.length).toBeGreaterThan(1);
  });

  it('users have the roles that the role table gives them', async () => {
    const users = (await listed('user', ALL)) as { name: string; role: string; domain_permissions: string[] }[];
    const role = (user: string) => users.find((item) => item.name === user)?.role;
    expect({ admin: role('admin'), alice: role('alice'), bob: role('bob'), carol: role('carol'), nova: role('nova') }).toEqual({
      admin: 'system_admin',
      alice: 'project_member',
      bob: 'project_member',
      carol: 'domain_admin',
      nova: 'project_member',
    });
  });

  it('a mirror that is restarted writes and logs nothing when nothing has changed', async () => {
    const polls = () => bench.cloud.count('GET', /changes-since/);
    await expect.poll(polls).toBeGreaterThan(1);
    await bench.inStep();
    const head = await bench.store.changes.head();
    const before = polls();
    const sweeps = bench.cloud.count('GET', /^\/compute\/v2.1\/servers\/detail\?all_tenants=1&limit/);
    await bench.restart();
    await expect.poll(() => bench.cloud.count('GET', /^\/compute\/v2.1\/servers\/detail\?all_tenants=1&limit/)).toBeGreaterThan(sweeps);
    await expect.poll(polls).toBeGreaterThan(before + 1);
    expect(await bench.store.changes.head()).toBe(head);
  });
});
