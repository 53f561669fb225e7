/** The compute cluster as tenants and administrators see it, and its figures. */
import { beforeAll, describe, expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import type { Client } from '../support/client.ts';
import { ingredients } from '../support/ingredients.ts';
import type { Specimen } from './support/specimen.ts';

const { calls } = nouns.computeCluster;
const servers = nouns.servers.calls;

export const computeCluster: Specimen = {
  // It is there already, and has servers.
  fuzz: { byChance: ['deploy', 'destroy', 'update'] },
  calls: { readProject: ['read', 'stat'], readSystem: ['consumers', 'servers', 'capacity'], changeSystem: ['deploy', 'update', 'destroy'] },
  // The cluster is there already, and has servers.
  asked: { deploy: { refused: true }, destroy: { refused: true } },
  queries: { consumers: { by: 'vcpus' }, servers: { host: 'node-001' } },
  owner: 'platform',
  life: (app) =>
    describe('the compute cluster', () => {
      let who: Client;
      let system: Client;
      beforeAll(async () => {
        who = await app().as('acme-member', 'acme-prod');
        system = await app().as('admin', 'own');
      });

      it('the compute cluster is active, and shows machines that may join it to administrators only [api.compute-cluster]', async () => {
        expect(await who.call(calls.read)).toMatchObject({ id: 'compute', status: 'active', task_id: null, available_nodes: null });
        const { available_nodes: available } = await system.call(calls.read);
        expect(available?.map(({ id }) => id)).toEqual(['node-004']);
      });

      it('the compute cluster counts servers of the scope by state, also new ones, and tells administrators what all nodes have [api.compute-cluster-stat]', async () => {
        const [before, wide] = [await who.call(calls.stat), await system.call(calls.stat)];
        expect(before).toMatchObject({ nodes: null, physical: null, reserved: null, compute: null });
        expect(wide.nodes).toEqual({ count: 3, healthy: 3, maintenance: 0, offline: 0 });
        const { id, task_id } = await who.call(servers.create, { body: { name: 'counted', ...(await ingredients(who)) } });
        expect((await app().ended(who, task_id)).state).toBe('success');
        const after = await who.call(calls.stat);
        expect([after.servers.count, after.servers.running]).toEqual([before.servers.count + 1, before.servers.running + 1]);
        const { flavor } = await who.call(servers.read, { params: { serverId: id! } });
        expect((await system.call(calls.stat)).compute!.vcpus_free).toBe(wide.compute!.vcpus_free - flavor.vcpus);
        await app().ended(who, (await who.call(servers.delete, { params: { serverId: id! } })).task_id);
        expect((await who.call(calls.stat)).servers).toEqual(before.servers);
      });

      it('the compute cluster names the projects with most cores, memory and storage, with the sums of their lists', async () => {
        const all = (await system.call(servers.list, { query: { limit: 1000 } })).data;
        const volumes = (await system.call(nouns.volumes.calls.list, { query: { limit: 1000 } })).data;
        const sums = <T extends { project_id: string }>(things: T[], amount: (thing: T) => number) =>
          Object.fromEntries(
            [...Map.groupBy(things, ({ project_id: id }) => id)].map(([id, own]) => [
              id,
              [own.length, own.reduce((sum, one) => sum + amount(one), 0)],
            ]),
          );
        const expected = {
          vcpus: sums(all, ({ flavor }) => flavor.vcpus),
          ram: sums(all, ({ flavor }) => flavor.ram),
          storage: sums(volumes, ({ size }) => size),
        };
        for (const by of ['vcpus', 'ram', 'storage'] as const) {
          const { data } = await system.call(calls.consumers, { query: { by } });
          expect(Object.fromEntries(data.map(({ project_id: id, count, amount }) => [id, [count, amount]]))).toEqual(expected[by]);
          const amounts = data.map(({ amount }) => amount);
          expect(amounts).toEqual(amounts.toSorted((a, b) => b - a));
          expect((await system.call(calls.consumers, { query: { by, limit: 1 } })).data).toEqual(data.slice(0, 1));
        }
        const [most] = (await system.call(calls.consumers, { query: { by: 'vcpus' } })).data;
        expect(most).toMatchObject({ project_name: 'acme-prod', domain_name: 'acme' });
      });

      it('tells administrators the servers of each node, the largest first, and refuses a question of no or too many nodes', async () => {
        const all = (await system.call(servers.list, { query: { limit: 1000 } })).data;
        const { data } = await system.call(calls.servers, { query: { host: 'in:node-002,node-001,nowhere' } });
        expect(data.map(({ host }) => host)).toEqual(['node-002', 'node-001', 'nowhere']);
        for (const { host, count, servers: told } of data) {
          const on = all.filter((server) => server.host === host);
          expect([count, told.map(({ id }) => id).toSorted()]).toEqual([on.length, on.map(({ id }) => id).toSorted()]);
          expect(told.map(({ ram }) => ram)).toEqual(told.map(({ ram }) => ram).toSorted((a, b) => b - a));
        }
        const [first] = data[1]!.servers;
        const { name, status, task_state, flavor } = all.find(({ id }) => id === first!.id)!;
        expect(first).toEqual({ id: first!.id, name, status, task_state, vcpus: flavor.vcpus, ram: flavor.ram });
        for (const [host, code] of [
          ['in:', 'required'],
          [`in:${Array.from({ length: 101 }, (_, index) => index).join(',')}`, 'too_many'],
          ['contains:node', 'filter_operator'],
        ] as const) {
          const refusal = await system.refused(calls.servers, { query: { host } });
          expect([refusal.status, refusal.body.error.data]).toMatchObject([400, { field_codes: { host: [{ code }] } }]);
        }
      });
    }),
};
