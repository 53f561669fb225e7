/** Placements: what nodes offer, and servers that are bound to it. Of the three nodes the second alone has graphics processors. */
import { beforeAll, expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import { idOf } from '../../src/engines/embedded/platform/ids.ts';
import { startTestApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { shown } from './support/listed.ts';
import type { Specimen } from './support/specimen.ts';

const { calls } = nouns.traits;
const servers = nouns.servers.calls;
const [SSD, GPU] = ['CUSTOM_SSD', 'CUSTOM_GPU'] as const;

const members = { ids: [idOf('embedded', 'image', 'Debian 13')] };

export const traits: Specimen = {
  // Ids of just the kind that the address names.
  fuzz: { byChance: ['addMembers', 'removeMembers'], ofOwners: ['delete'] },
  bodies: { addMembers: members, removeMembers: members },
  calls: {
    readProject: ['list', 'read'],
    readSystem: ['members', 'sets'],
    changeSystem: ['create', 'update', 'delete', 'bulkDelete', 'addMembers', 'removeMembers'],
  },
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

    const TRAITS = '/api/v2/compute/traits';
    const done = async (method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object) => {
      const { status, json } = await system.raw(method, path, body && { body });
      const { id, task_id } = json as { id: string; task_id: string };
      expect([method, path, status]).toEqual([method, path, 202]);
      expect(await app().ended(system, task_id)).toMatchObject({ state: 'success' });
      return id;
    };
    const read = async (path: string, client = system) => (await client.raw('GET', path)).json as Record<string, unknown>;
    const refusal = async (method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object) => {
      const { status, json } = await system.raw(method, path, body && { body });
      const { err_code: code, data } = (json as { error: { err_code: string; data: { field_codes?: object; reason?: object } } }).error;
      return { status, code, ...(data.field_codes && { fields: data.field_codes }), ...(data.reason && { reason: data.reason }) };
    };

    it('traits are made, listed, renamed and deleted by administrators [api.traits]', async () => {
      const id = await done('POST', TRAITS, { name: 'Oracle licenses', description: 'for the database' });
      expect(id).toBe('CUSTOM_ORACLE_LICENSES');
      const listed = async () => ((await read(`${TRAITS}?name=contains:licenses`)) as { data: object[] }).data;
      const counted = { images: 0, flavors: 0, nodes: 0, servers: 0 };
      expect(await listed()).toMatchObject([{ id, name: 'Oracle licenses', description: 'for the database', ...counted }]);
      for (const name of ['Oracle licenses', 'oracle  LICENSES'])
        expect(await refusal('POST', TRAITS, { name })).toEqual({
          status: 409,
          code: 'name_taken',
          fields: { name: [{ code: 'trait_name_taken' }] },
        });
      expect(await refusal('POST', TRAITS, { name: 'سريع' })).toMatchObject({ status: 400, fields: { name: [{ code: 'trait_name' }] } });
      await done('PATCH', `${TRAITS}/${id}`, { name: 'Database licenses' });
      expect(await listed()).toMatchObject([{ id, name: 'Database licenses', description: 'for the database' }]);
      expect(await refusal('PATCH', `${TRAITS}/${id}`, { name: GPU })).toMatchObject({ status: 409, code: 'name_taken' });
      await done('DELETE', `${TRAITS}/${id}`);
      expect(await listed()).toEqual([]);
    });

    it('traits have members of four kinds, which are counted in lists and named by one of them [trait.fields, api.traits-target]', async () => {
      const id = await done('POST', TRAITS, { name: 'golden' });
      const nodes = (await system.call(nouns.nodes.calls.list)).data.map((node) => node.id);
      const [image] = (await who().call(nouns.images.calls.list, { query: { name: 'AlmaLinux 10' } })).data;
      const [flavor] = (await who().call(nouns.flavors.calls.list, { query: { name: 'xlarge' } })).data;
      const serverId = await made([]);
      const { host } = await system.call(servers.read, { params: { serverId } });
      const node = nodes.find((one) => one === host)!;
      const put = (target: string, ids: string[]) => done('PUT', `${TRAITS}/${id}/${target}`, { ids });
      const members = async (target: string) => ((await read(`${TRAITS}/${id}/${target}`)) as { data: object[] }).data;
      expect(await refusal('PUT', `${TRAITS}/${id}/servers`, { ids: [serverId] })).toEqual({
        status: 409,
        code: 'state_conflict',
        reason: { code: 'trait_not_offered', params: { name: 'bound' } },
      });
      await put('nodes', [node]);
      await put('images', [image!.id]);
      await put('flavors', [flavor!.id]);
      await put('servers', [serverId]);
      expect(await members('servers')).toEqual([{ id: serverId, name: 'bound' }]);
      expect(await members('nodes')).toEqual([{ id: node, name: node }]);
      const all = { images: [image!.id], flavors: [flavor!.id], nodes: [node], servers: [serverId] };
      expect(await read(`${TRAITS}/${id}`)).toMatchObject(all);
      const counts = { images: 1, flavors: 1, nodes: 1, servers: 1 };
      expect(await read(`${TRAITS}?name=golden`)).toMatchObject({ data: [{ id, ...counts }] });
      // A tenant is told of what it sees, and nothing of nodes.
      expect(await read(`${TRAITS}/${id}`, who())).toMatchObject({ ...all, nodes: null });
      expect(await read(`${TRAITS}/${id}`, await app().as('globex-member', 'globex-prod'))).toMatchObject({
        ...all,
        servers: [],
        nodes: null,
      });
      expect(await refusal('DELETE', `${TRAITS}/${id}/nodes`, { ids: [node] })).toMatchObject({
        status: 409,
        reason: { code: 'trait_needed', params: { name: node } },
      });
      expect(await refusal('DELETE', `${TRAITS}/${id}`)).toMatchObject({ status: 409, reason: { code: 'trait_in_use' } });
      for (const [target, ids] of Object.entries(all).toReversed()) {
        await done('DELETE', `${TRAITS}/${id}/${target}`, { ids });
        expect(await members(target)).toEqual([]);
      }
      expect(await read(`${TRAITS}/${id}`)).toMatchObject({ images: [], flavors: [], nodes: [], servers: [] });
      await done('DELETE', `${TRAITS}/${id}`);
    });

    it('traits that an image asks for are needed by the servers made of it, and stay theirs', async () => {
      const id = await done('POST', TRAITS, { name: 'licensed' });
      const [image] = (await who().call(nouns.images.calls.list, { query: { name: 'Debian 13' } })).data;
      await done('PUT', `${TRAITS}/${id}/images`, { ids: [image!.id] });
      const refused = await who().refused(servers.create, { body: await bodyOf([]) });
      expect([refused.status, refused.body.error]).toMatchObject([
        409,
        { err_code: 'no_capacity', data: { detail: expect.stringContaining(id) } },
      ]);
      await done('PUT', `${TRAITS}/${id}/nodes`, { ids: ['node-003'] });
      const serverId = await made([]);
      expect(await system.call(servers.read, { params: { serverId } })).toMatchObject({ host: 'node-003', traits: [id], own_traits: [] });
      expect(await refusal('DELETE', `${TRAITS}/${id}/servers`, { ids: [serverId] })).toMatchObject({
        reason: { code: 'trait_inherited', params: { name: 'bound' } },
      });
      await done('DELETE', `${TRAITS}/${id}/images`, { ids: [image!.id] });
      await done('DELETE', `/api/v2/compute/servers/${serverId}`);
      await done('DELETE', `${TRAITS}/${id}/nodes`, { ids: ['node-003'] });
      await done('DELETE', `${TRAITS}/${id}`);
    });

    it('traits that nodes offer together are a set [api.trait-sets]', async () => {
      const { data } = (await read('/api/v2/compute/trait_sets/')) as { data: { traits: string[]; nodes: string[] }[] };
      expect(data.toSorted((a, b) => a.traits.length - b.traits.length)).toEqual([
        { traits: ['CUSTOM_SSD'], nodes: ['node-001'] },
        { traits: ['CUSTOM_GPU', 'CUSTOM_SSD'], nodes: ['node-002'] },
      ]);
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
          fields: {
            traits: [
              `The node of the virtual machine does not have the placement ${GPU}. Shelve the virtual machine to assign any placement.`,
            ],
          },
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
