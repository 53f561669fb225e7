/** The server is killed while the embedded platform moves many servers away from a node: another process carries that on. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import { isEnded } from '@gantry/contract/nouns/tasks/entity';
import { all } from '../engines/embedded/support/platform.ts';
import { signIn } from '../support/sign-in.ts';
import { Client } from '../support/client.ts';
import { anyDatabase } from '../support/databases.ts';
import { logIsWhole, platformAtRest, tasksEnded } from './support/checks.ts';
import { emptyPlace, type Place } from './support/place.ts';
import { Victim } from './support/victim.ts';

const { servers, nodes, tasks } = { servers: nouns.servers.calls, nodes: nouns.nodes.calls, tasks: nouns.tasks.calls };
/** As many as the project may have. */
const SERVERS = 20;
const WAIT = { timeout: 60_000, interval: 20 };

describe.each(anyDatabase)('a server killed while a node is emptied on $name', ({ name }) => {
  let place: Place;
  let victim: Victim;
  beforeAll(async () => {
    place = await emptyPlace(name);
  });
  afterAll(async () => {
    await victim.kill();
    place.remove();
  });

  const start = async (): Promise<{ lead: Client; admin: Client }> => {
    victim = new Victim(place.env);
    return {
      lead: await signIn(new Client(await victim.ready), 'acme-lead', 'acme-prod'),
      admin: await signIn(new Client(await victim.administration), 'admin', 'own'),
    };
  };
  /** Servers as the store has them while nothing runs. */
  async function look<T>(of: (store: Awaited<ReturnType<Place['open']>>) => Promise<T>): Promise<T> {
    const store = await place.open();
    try {
      return await of(store);
    } finally {
      await store.close();
    }
  }

  it('after a kill while a node is emptied, the next start moves every server off it, and the node holds nothing', async () => {
    const first = await start();
    const [flavors, images, networks] = await Promise.all([
      first.lead.call(nouns.flavors.calls.list, { query: { name: 'tiny' } }),
      first.lead.call(nouns.images.calls.list, { query: { name: 'Debian 13' } }),
      first.lead.call(nouns.networks.calls.list, { query: { name: 'acme-prod-private' } }),
    ]);
    const body = { flavor_id: flavors.data[0]!.id, image_id: images.data[0]!.id, network_ids: [networks.data[0]!.id] };
    for (let index = 0; index < SERVERS; index += 1)
      await first.lead.call(servers.create, { body: { ...body, name: `moved-${String(index).padStart(2, '0')}` } });
    const list = async (admin: Client) => (await admin.call(servers.list, { query: { limit: 1000 } })).data;
    await expect.poll(async () => (await list(first.admin)).every(({ status }) => status === 'ACTIVE'), WAIT).toBe(true);
    const hosts = Map.groupBy(await list(first.admin), ({ host }) => host!);
    const [host, there] = [...hosts].toSorted(([, a], [, b]) => b.length - a.length)[0]!;
    expect(there.length).toBeGreaterThan(5);

    const { task_id: taskId } = await first.admin.call(nodes.enterMaintenance, { params: { nodeId: host } });
    // Some are on their way, and some have not begun.
    await expect.poll(async () => (await list(first.admin)).filter(({ status }) => status === 'MIGRATING').length, WAIT).toBeGreaterThan(0);
    await victim.kill();
    const half = await look((store) => all(store, 'server'));
    expect(half.filter(({ status }) => status === 'MIGRATING').length).toBeGreaterThan(0);
    expect(half.filter((server) => server.host === host && server.status === 'ACTIVE').length).toBeGreaterThan(0);

    const second = await start();
    await expect.poll(async () => isEnded(await second.admin.call(tasks.read, { params: { taskId } })), WAIT).toBe(true);
    expect(await second.admin.call(tasks.read, { params: { taskId } })).toMatchObject({ state: 'success' });
    const complaints = victim.complaints;
    await victim.kill();
    expect(complaints).toEqual([]);
    await look(async (store) => {
      const after = await all(store, 'server');
      expect(after.map(({ status }) => status)).toEqual(Array(SERVERS).fill('ACTIVE'));
      expect(after.filter((server) => server.host === host)).toEqual([]);
      const emptied = (await all(store, 'node')).find(({ id }) => id === host);
      expect(emptied).toMatchObject({ in_maintenance: true, hypervisor: { vms: 0 } });
      expect(emptied!.statistics.compute).toMatchObject({ vcpus_free: emptied!.statistics.compute.vcpus, vm_mem_reserved: 0 });
      expect([...(await tasksEnded(store)), ...(await platformAtRest(store)), ...(await logIsWhole(store))]).toEqual([]);
    });
  });
});
