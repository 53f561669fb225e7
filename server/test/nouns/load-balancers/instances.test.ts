/** Instances of load balancers on nodes: where they go, who sees them, and what of nodes they hold. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { byHand } from '../../http/support/by-hand.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { ingredients } from '../../support/ingredients.ts';

const AT = '/api/v2/compute/lbaas/loadbalancers';
const NODES = '/api/v2/compute/nodes';

interface Instance {
  id: string;
  role: string;
  active: boolean;
  compute_id: string | null;
  host: string | null;
}

describe('instances of load balancers', () => {
  let app: TestApp;
  let lead: Client;
  let admin: Client;
  const { done, refused, read } = byHand(() => app);
  beforeAll(async () => {
    app = await startTestApp({ database: 'sqlite', env: { GANTRY_SAMPLE_SERVERS: '0' } });
    [lead, admin] = [await app.as('acme-lead', 'acme-prod'), await app.as('admin', 'own')];
  });
  afterAll(() => app.close());

  const create = async (name: string, flavor?: string) => {
    const network = (await ingredients(lead)).network_ids[0];
    const flavors = await read<{ data: { id: string; name: string }[] }>(lead, '/api/v2/compute/lbaas/flavors');
    const flavorId = flavors.data.find((one) => one.name === flavor)?.id;
    return done(lead, 'POST', AT, { name, network_id: network, ...(flavorId !== undefined && { flavor_id: flavorId }) });
  };
  const instancesOf = async (id: string, who = admin) => (await read<{ amphorae: Instance[] }>(who, `${AT}/${id}`)).amphorae;
  const coresLeft = async (node: string) =>
    (await read<{ statistics: { compute: { vcpus_free: number } } }>(admin, `${NODES}/${node}`)).statistics.compute.vcpus_free;

  it('instances of a load balancer hold room on two different nodes, and are told to administrators only', async () => {
    const free = new Map(
      (await read<{ data: { id: string; statistics: { compute: { vcpus_free: number } } }[] }>(admin, NODES)).data.map((node) => [
        node.id,
        node.statistics.compute.vcpus_free,
      ]),
    );
    const id = await create('two');
    const [master, backup, ...others] = await instancesOf(id);
    expect([master!.role, backup!.role, others]).toEqual(['MASTER', 'BACKUP', []]);
    expect(master!.host).not.toBe(backup!.host);
    for (const { host, compute_id: machine } of [master!, backup!]) {
      expect(await coresLeft(host!)).toBe(free.get(host!)! - 1);
      expect((await lead.raw('GET', `/api/v2/compute/servers/${machine}`)).status).toBe(404);
    }
    expect((await instancesOf(id, lead)).map(({ compute_id: machine, host }) => [machine, host])).toEqual([
      [null, null],
      [null, null],
    ]);
    await done(lead, 'DELETE', `${AT}/${id}`);
    for (const { host } of [master!, backup!]) expect(await coresLeft(host!)).toBe(free.get(host!));
  });

  it('the second instance of a load balancer takes over when the node of the first one is fenced', async () => {
    const id = await create('safe');
    const [master, backup] = await instancesOf(id);
    await done(admin, 'POST', `${NODES}/${master!.host}/fence`, { reason: 'for a test' });
    const now = await instancesOf(id);
    expect(now.find(({ role }) => role === 'MASTER')!.id).toBe(backup!.id);
    const fresh = now.find(({ role }) => role === 'BACKUP')!;
    expect([master!.host, backup!.host]).not.toContain(fresh.host);
    await done(admin, 'POST', `${NODES}/${master!.host}/unfence`);
    await done(lead, 'DELETE', `${AT}/${id}`);
  });

  it('the second instance of a load balancer takes over at once from a fenced node, also where no node has room for another one', async () => {
    const id = await create('tight');
    const [master, backup] = await instancesOf(id);
    const all = (await read<{ data: { id: string }[] }>(admin, NODES)).data.map((node) => node.id);
    const others = all.filter((node) => node !== master!.host && node !== backup!.host);
    for (const node of others) await done(admin, 'POST', `${NODES}/${node}/enter-maintenance`);
    const { status, json } = await admin.raw('POST', `${NODES}/${master!.host}/fence`, { body: { reason: 'for a test' } });
    expect(status).toBe(202);
    const takenOver = [
      { ...backup!, role: 'MASTER', active: true },
      { ...master!, role: 'BACKUP', active: false },
    ];
    const now = async () => (await instancesOf(id)).toSorted((a, b) => b.role.localeCompare(a.role));
    expect(await now()).toEqual(takenOver);
    expect(await app.ended(admin, (json as { task_id: string }).task_id)).toMatchObject({ state: 'failed' });
    expect(await now()).toEqual(takenOver);
    await done(admin, 'POST', `${NODES}/${master!.host}/unfence`);
    expect(await now()).toEqual(takenOver.map((one) => ({ ...one, active: true })));
    for (const node of others) await done(admin, 'POST', `${NODES}/${node}/leave-maintenance`);
    await done(lead, 'DELETE', `${AT}/${id}`);
  });

  it('all instances of a load balancer are made again by a failover, which only administrators ask for', async () => {
    const id = await create('failed over');
    const before = (await instancesOf(id)).map((one) => one.id);
    expect(await refused(lead, 'POST', `${AT}/${id}/failover`)).toEqual([403, 'forbidden', null]);
    await done(admin, 'POST', `${AT}/${id}/failover`);
    const after = await instancesOf(id);
    expect(after.map(({ role }) => role).toSorted()).toEqual(['BACKUP', 'MASTER']);
    expect(after.filter((one) => before.includes(one.id))).toEqual([]);
    await done(lead, 'DELETE', `${AT}/${id}`);
  });

  it('instances of a load balancer keep their node in the cluster until maintenance has moved them away', async () => {
    const id = await create('one', 'single');
    const [before] = await instancesOf(id);
    const node = before!.host!;
    expect(await refused(admin, 'DELETE', `${NODES}/${node}`)).toEqual([409, 'state_conflict', 'node_has_load_balancers']);
    expect(await refused(admin, 'DELETE', '/api/v2/compute/cluster')).toEqual([409, 'state_conflict', 'cluster_has_load_balancers']);
    await done(admin, 'POST', `${NODES}/${node}/enter-maintenance`);
    const [after, ...others] = await instancesOf(id);
    expect([after!.role, others]).toEqual(['STANDALONE', []]);
    expect(after!.host).not.toBe(node);
    await done(admin, 'DELETE', `${NODES}/${node}`);
    await done(lead, 'DELETE', `${AT}/${id}`);
  });
});
