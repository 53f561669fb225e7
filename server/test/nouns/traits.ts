/** Placements: what nodes offer, and servers that are bound to it. Of the three nodes the second alone has graphics processors. */
import { beforeAll, expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import { startTestApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { shown } from './support/listed.ts';
import type { Specimen } from './support/specimen.ts';

const { calls } = nouns.traits;
const servers = nouns.servers.calls;
const [SSD, GPU] = ['CUSTOM_SSD', 'CUSTOM_GPU'] as const;

export const traits: Specimen = {
  calls: { readProject: ['list', 'read'] },
  life: shown('traits', { calls, reader: ['acme-member', 'acme-prod'], other: ['globex-member', 'globex-prod'] }, (app, who) => {
    let system: Client;
    beforeAll(async () => {
      system = await app().as('admin', 'own');
    });

    async function bodyOf(traits: readonly string[]) {
      const [flavor] = (await who().call(nouns.flavors.calls.list, { query: { name: 'tiny' } })).data;
      const [image] = (await who().call(nouns.images.calls.list, { query: { name: 'Debian 13' } })).data;
      const network = (await who().call(nouns.networks.calls.list)).data.find(({ router_external }) => !router_external)!;
      return { name: 'bound', flavor_id: flavor!.id, image_id: image!.id, network_ids: [network.id], traits: [...traits] };
    }
    const made = async (traits: readonly string[]): Promise<string> => {
      const { id, task_id } = await who().call(servers.create, { body: await bodyOf(traits) });
      expect((await app().ended(who(), task_id)).state).toBe('success');
      return id!;
    };
    const offers = async () => new Map((await system.call(nouns.nodes.calls.list)).data.map(({ host, traits }) => [host, traits] as const));

    it('traits have names that servers are bound by, and may be described', async () => {
      const { data } = await who().call(calls.list, { query: { name: 'contains:custom_' } });
      expect(data).toMatchObject([
        { id: GPU, name: GPU, description: expect.any(String) },
        { id: SSD, name: SSD, description: expect.any(String) },
      ]);
      expect((await who().call(calls.list, { query: { name: 'contains:ssd' } })).data.map(({ id }) => id)).toEqual([SSD]);
    });

    it('traits are what administrators see of a node', async () => {
      expect((await offers()).get('node-002')).toEqual([GPU, SSD]);
      expect((await who().refused(nouns.nodes.calls.list)).status).toBe(403);
    });

    it('traits bind a server from its making, and later; lists find it by any of them', async () => {
      const { capabilities } = await who().call(nouns.session.calls.meta);
      expect(capabilities).toEqual(expect.arrayContaining(['server.create:traits', 'server.update:traits']));
      const serverId = await made([GPU]);
      const { host, ...server } = await system.call(servers.read, { params: { serverId } });
      expect(server).toMatchObject({ traits: [GPU], own_traits: [GPU] });
      expect((await offers()).get(host!)).toContain(GPU);
      const found = async (placement: string) => (await who().call(servers.list, { query: { placement } })).data.map(({ id }) => id);
      expect(await found(`any:${GPU},CUSTOM_NONE`)).toEqual([serverId]);
      expect(await found(SSD)).toEqual([]);
      const { task_id } = await who().call(servers.update, { params: { serverId }, body: { traits: [SSD] } });
      await app().ended(who(), task_id);
      expect(await found(`in:${SSD}`)).toEqual([serverId]);
      expect(await who().call(servers.read, { params: { serverId } })).toMatchObject({ host: null, traits: [SSD], own_traits: [SSD] });
    });

    it('traits that nobody offers, that are named twice, or that the node lacks, are refused at their field', async () => {
      const codes = async (asked: ReturnType<Client['refused']>) => (await asked).body.error.data?.field_codes;
      for (const [traits, code] of [
        [['CUSTOM_NONE'], 'unknown_id'],
        [[SSD, SSD], 'duplicates'],
        [Array.from({ length: 21 }, (_, index) => `CUSTOM_${index}`), 'too_many'],
      ] as const)
        expect(await codes(who().refused(servers.create, { body: await bodyOf(traits) })), code).toMatchObject({ traits: [{ code }] });
      const ids = [await made([]), await made([]), await made([])];
      const rows = await Promise.all(ids.map((serverId) => system.call(servers.read, { params: { serverId } })));
      const lacking = rows.find(({ host }) => host !== 'node-002')!;
      const refusal = await who().refused(servers.update, { params: { serverId: lacking.id }, body: { traits: [GPU] } });
      expect([refusal.status, refusal.body.error]).toMatchObject([
        400,
        {
          err_code: 'validation_failed',
          fields: { traits: [`The node of this server does not offer ${GPU}. A shelved server takes any.`] },
          data: { field_codes: { traits: [{ code: 'host_lacks_traits', params: { traits: GPU } }] } },
        },
      ]);
    });

    it('traits leave a creation without a node where those that offer them are full, and say so', async () => {
      const tight = await startTestApp({
        database: 'sqlite',
        embedded: { nodes: { count: 2, vcpus: 1, ram: 2048, disk: 100 }, sampleServers: 0 },
      });
      try {
        const lead = await tight.as('acme-lead', 'acme-prod');
        const body = { ...(await bodyOf([GPU])), network_ids: [(await lead.call(nouns.networks.calls.list)).data[0]!.id] };
        const { task_id } = await lead.call(servers.create, { body });
        expect((await tight.ended(lead, task_id)).state).toBe('success');
        const refusal = await lead.refused(servers.create, { body });
        expect([refusal.status, refusal.body.error]).toMatchObject([
          409,
          { err_code: 'no_capacity', data: { detail: expect.stringContaining(GPU) } },
        ]);
      } finally {
        await tight.close();
      }
    });
  }),
};
