import { expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import { byHand } from '../http/support/by-hand.ts';
import { life } from './support/life.ts';
import type { Stage } from './support/asked.ts';
import type { Specimen } from './support/specimen.ts';

const AT = '/api/v2/compute/routers';
const NETWORKS = '/api/v2/compute/networks';

interface Router extends Record<string, unknown> {
  id: string;
  project_id: string;
  external_gateway_info: { network_id: string; network_name: string; external_fixed_ips: { ip_address: string }[]; enable_snat: boolean };
}

/** A router, with an interface in a network where one is named. */
const routerOf = ({ make, name }: Stage, ...networks: string[]) =>
  make('/compute/routers', { name: name(), interfaces: networks.map((network_id) => ({ network_id })) });
const networkOf = ({ make, name }: Stage, cidr: string) => make('/compute/networks/private', { name: name(), subnet: { cidr } });
const idle = async (stage: Stage) => ({ id: await routerOf(stage) });

export const routers: Specimen = {
  fuzz: { byChance: ['removeInterface'], ofOwners: ['update', 'delete', 'addInterface', 'removeInterface'] },
  calls: {
    readProject: ['list', 'read', 'interfaces'],
    createInProject: ['create'],
    changeProject: ['update', 'delete', 'bulkDelete', 'addInterface', 'removeInterface'],
  },
  asked: {
    update: { ready: idle },
    delete: { ready: idle },
    bulkDelete: { ready: idle },
    addInterface: {
      ready: async (stage) => ({ id: await routerOf(stage), body: { network_id: await networkOf(stage, '10.8.2.0/24') } }),
    },
    removeInterface: {
      async ready(stage) {
        const network_id = await networkOf(stage, '10.8.1.0/24');
        return { id: await routerOf(stage, network_id), body: { network_id } };
      },
    },
  },
  document: (id) => ({
    name: `router ${id}`,
    status: 'ACTIVE',
    external_gateway_info: null,
    external_interface: null,
    routes: [],
    interfaces_info: [],
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: null,
  }),
  life: life(
    'routers',
    {
      calls: nouns.routers.calls,
      body: async (name, who) => {
        const networks = (await who.raw('GET', `${NETWORKS}?name=public`)).json as { data: { id: string }[] };
        return { name, external_gateway_info: { network_id: networks.data[0]!.id } };
      },
      owner: ['acme-member', 'acme-prod'],
      stranger: ['globex-member', 'globex-prod'],
    },
    (stage) => {
      const { done, refused, read, used, leave } = byHand(() => stage.app);
      const create = async (name: string, body: object = {}) =>
        read<Router>(stage.owner, `${AT}/${await done(stage.owner, 'POST', AT, { name, ...body })}`);
      const again = ({ id }: { id: string }) => read<Router>(stage.owner, `${AT}/${id}`);
      const outside = async () => (await read<{ data: { id: string }[] }>(stage.owner, `${NETWORKS}?name=public`)).data[0]!.id;
      const network = (name: string, cidr: string) => done(stage.owner, 'POST', `${NETWORKS}/private`, { name, subnet: { cidr } });
      const connect = (router: { id: string }, body: object) => done(stage.owner, 'PUT', `${AT}/${router.id}/add_interface`, body);
      const interfaces = async (router: { id: string }) =>
        (await read<{ data: Record<string, unknown>[] }>(stage.owner, `${AT}/${router.id}/interfaces`)).data;
      const why = async (method: string, path: string, body?: object) => (await refused(stage.owner, method, path, body)).at(-1);

      it('administrators find routers by project and domain, whose names stand with them', async () => {
        const { id, project_id, domain_id } = await create('whose');
        const admin = await stage.app.as('admin', 'own');
        const listed = async (query: string) =>
          (await read<{ data: Record<string, unknown>[] }>(admin, `${AT}?name=whose&${query}`)).data.map((one) => one['id']);
        expect(await read(admin, `${AT}/${id}`)).toMatchObject({ project_name: 'acme-prod', domain_name: 'acme' });
        expect(await listed(`project_id=in:${project_id}`)).toEqual([id]);
        expect(await listed(`domain_id=in:${String(domain_id)}`)).toEqual([id]);
        expect([await listed('project_id=in:none'), await listed('domain_id=in:none')]).toEqual([[], []]);
      });

      it('routers are made with a way out and read with all that is printed of them [router.fields, api.router-get]', async () => {
        const network_id = await outside();
        const made = await create('printed', { external_gateway_info: { network_id, enable_snat: false } });
        expect(made).toMatchObject({ project_id: expect.any(String) as string, domain_id: expect.any(String) as string, routes: [] });
        expect(made).toMatchObject({ created_at: expect.any(String) as string, updated_at: null, interfaces_info: [] });
        const { external_gateway_info: gateway } = made;
        expect(gateway).toMatchObject({ network_id, network_name: 'public', enable_snat: false });
        const fixed_ips = [{ ip_address: expect.stringMatching(/^203\.0\.113\.\d+$/) as string }];
        expect(gateway.external_fixed_ips).toMatchObject(fixed_ips);
        expect(made['external_interface']).toMatchObject({ network_id, status: 'ACTIVE', fixed_ips });
        expect(
          await why('POST', AT, { name: 'x', external_gateway_info: { network_id: await network('no way out', '10.1.0.0/24') } }),
        ).toBe('external_gateway_info.network_id: network_not_external');
      });

      it('routers get the external address that is asked for, keep it, and lose it with the way out', async () => {
        const network_id = await outside();
        const gateway = { network_id, external_fixed_ips: [{ ip_address: '203.0.113.200' }] };
        const router = await create('addressed', { external_gateway_info: gateway });
        const taken = 'external_gateway_info.external_fixed_ips.0.ip_address: address_taken';
        expect(await why('POST', AT, { name: 'second', external_gateway_info: gateway })).toBe(taken);
        await done(stage.owner, 'PATCH', `${AT}/${router.id}`, { external_gateway_info: { network_id, enable_snat: false } });
        expect((await again(router)).external_gateway_info).toMatchObject({
          external_fixed_ips: [{ ip_address: '203.0.113.200' }],
          enable_snat: false,
        });
        await done(stage.owner, 'PATCH', `${AT}/${router.id}`, { external_gateway_info: null });
        expect(await again(router)).toMatchObject({ external_gateway_info: null, external_interface: null });
        await create('second', { external_gateway_info: gateway });
      });

      it('routers are connected to networks by the documented payload, and disconnected [api.router-add-interface, choice.router-add-interface-payload, api.router-interfaces, api.router-remove-interface]', async () => {
        const router = await create('connected', { external_gateway_info: { network_id: await outside() } });
        const [one, two] = [await network('net one', '10.2.0.0/24'), await network('net two', '10.3.0.0/24')];
        await connect(router, { network_id: one });
        const [subnet] = (await read<{ subnets: { id: string }[] }>(stage.owner, `${NETWORKS}/${two}`)).subnets;
        await connect(router, { network_id: two, subnet_id: subnet!.id, ip_address: '10.3.0.77' });
        expect(await interfaces(router)).toMatchObject([
          { type: 'external', network_name: 'public', status: 'ACTIVE' },
          { type: 'internal', network_id: one, network_name: 'net one', fixed_ips: [{ ip_address: '10.2.0.1' }], status: 'ACTIVE' },
          { type: 'internal', network_id: two, fixed_ips: [{ subnet_id: subnet!.id, ip_address: '10.3.0.77' }] },
        ]);
        expect((await again(router))['interfaces_info']).toHaveLength(2);
        // What it is connected to stays.
        expect(await why('DELETE', `${NETWORKS}/private/${one}`)).toBe('still_used_by_router');
        expect(await why('DELETE', `/api/v2/compute/subnets/${subnet!.id}`)).toBe('subnet_in_use');
        expect(await why('DELETE', `${AT}/${router.id}`)).toBe('router_has_interfaces');
        for (const network_id of [one, two]) await done(stage.owner, 'PUT', `${AT}/${router.id}/remove_interface`, { network_id });
        expect(await interfaces(router)).toMatchObject([{ type: 'external' }]);
        expect(await why('PUT', `${AT}/${router.id}/remove_interface`, { network_id: one })).toBe('router_not_connected');
        await done(stage.owner, 'DELETE', `${NETWORKS}/private/${one}`);
        await done(stage.owner, 'DELETE', `${AT}/${router.id}`);
      });

      it('routers are made with the interfaces that are named: all of them, or there is no router', async () => {
        const [one, two] = [await network('made one', '10.12.0.0/24'), await network('made two', '10.13.0.0/24')];
        const [subnet] = (await read<{ subnets: { id: string }[] }>(stage.owner, `${NETWORKS}/${two}`)).subnets;
        const both = [{ network_id: one }, { network_id: two, subnet_id: subnet!.id, ip_address: '10.13.0.77' }];
        const why400 = (interfaces: object[]) => why('POST', AT, { name: 'never', interfaces });
        expect(await why400([...both, { network_id: one }])).toBe('interfaces.2.network_id: router_has_subnet');
        expect(await why400([both[0]!, { network_id: two, subnet_id: 'other' }])).toBe('interfaces.1.subnet_id: unknown_id');
        expect(await why400([both[0]!, { network_id: two, ip_address: '10.14.0.1' }])).toBe('interfaces.1.ip_address: address_outside');
        expect(await why400([both[0]!, { network_id: 'nowhere' }])).toMatch(/^interfaces.*network_id: unknown_id$/);
        expect(await read<{ data: unknown[] }>(stage.owner, `${AT}?name=never`)).toMatchObject({ data: [] });
        const router = await create('made whole', { external_gateway_info: { network_id: await outside() }, interfaces: both });
        expect(await interfaces(router)).toMatchObject([
          { type: 'external' },
          { network_id: one, fixed_ips: [{ ip_address: '10.12.0.1' }] },
          { network_id: two, fixed_ips: [{ subnet_id: subnet!.id, ip_address: '10.13.0.77' }] },
        ]);
        for (const network_id of [one, two]) await done(stage.owner, 'PUT', `${AT}/${router.id}/remove_interface`, { network_id });
        for (const id of [one, two]) await done(stage.owner, 'DELETE', `${NETWORKS}/private/${id}`);
        await done(stage.owner, 'DELETE', `${AT}/${router.id}`);
      });

      it('routers share no address and connect no overlapping subnets', async () => {
        const [router, other] = [await create('first of two'), await create('second of two')];
        const network_id = await network('shared', '10.4.0.0/24');
        await connect(router, { network_id });
        const add = (id: string, body: object) => why('PUT', `${AT}/${id}/add_interface`, body);
        expect(await add(router.id, { network_id })).toBe('network_id: router_has_subnet');
        expect(await add(other.id, { network_id })).toBe('ip_address: address_taken');
        expect(await add(other.id, { network_id, ip_address: '10.5.0.1' })).toBe('ip_address: address_outside');
        expect(await add(router.id, { network_id: await network('overlapping', '10.4.0.128/25') })).toBe(
          'network_id: router_subnet_overlaps',
        );
        expect(await add(router.id, { network_id: await done(stage.owner, 'POST', `${NETWORKS}/private`, { name: 'bare' }) })).toBe(
          'network_id: subnet_missing',
        );
        await connect(other, { network_id, ip_address: '10.4.0.2' });
      });

      it('routers have static routes by next hops that they reach', async () => {
        const router = await create('routed');
        const network_id = await network('with hops', '10.6.0.0/24');
        await connect(router, { network_id });
        const routes = [{ destination: '10.99.0.0/16', nexthop: '10.6.0.9' }];
        await done(stage.owner, 'PATCH', `${AT}/${router.id}`, { routes });
        expect(await again(router)).toMatchObject({ routes, updated_at: expect.any(String) as string });
        expect(await why('PUT', `${AT}/${router.id}/remove_interface`, { network_id })).toBe('router_interface_routed');
        const lost = [...routes, { destination: '10.98.0.0/16', nexthop: '10.7.0.9' }];
        expect(await why('PATCH', `${AT}/${router.id}`, { routes: lost })).toBe('routes.1.nexthop: nexthop_unreachable');
        expect(await why('PATCH', `${AT}/${router.id}`, { routes: [...routes, ...routes] })).toBe('routes: duplicates');
        const special = [...routes, { destination: '127.0.0.0/16', nexthop: '10.6.0.9' }];
        expect(await why('PATCH', `${AT}/${router.id}`, { routes: special })).toBe('routes.1.destination: cidr_loopback');
      });

      it('routers count in the quota of their project', async () => {
        const router = await create('counted');
        const before = await used(stage.owner, router.project_id, 'routers');
        await leave(router.project_id, 'routers', 0);
        expect((await refused(stage.owner, 'POST', AT, { name: 'one more' })).slice(0, 2)).toEqual([409, 'quota_exceeded']);
        await done(stage.owner, 'DELETE', `${AT}/${router.id}`);
        expect(await used(stage.owner, router.project_id, 'routers')).toBe(before - 1);
      });
    },
  ),
};
