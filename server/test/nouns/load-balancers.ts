import { expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import { byHand } from '../http/support/by-hand.ts';
import { ingredients } from '../support/ingredients.ts';
import { life } from './support/life.ts';
import type { Stage } from './support/asked.ts';
import type { Specimen } from './support/specimen.ts';

const AT = '/api/v2/compute/lbaas/loadbalancers';
const POOLS = '/api/v2/compute/lbaas/pools';
const NETWORKS = '/api/v2/compute/networks';

interface Balancer extends Record<string, unknown> {
  id: string;
  project_id: string;
  address: string;
  amphorae: { id: string; role: string; active: boolean; compute_id: string | null; host: string | null }[];
}
interface Member {
  id: string;
  address: string;
  server_id: string;
  health: string;
}
interface Pool extends Record<string, unknown> {
  id: string;
  members: Member[];
}

/** One in a network of its own. */
export const balancerOf = async ({ make, name }: Stage, cidr = '10.9.2.0/24'): Promise<string> => {
  const network_id = await make('/compute/networks/private', { name: name(), subnet: { cidr } });
  return make('/compute/lbaas/loadbalancers', { name: name(), network_id });
};
const alone = async (stage: Stage) => ({ id: await balancerOf(stage) });

export const loadBalancers: Specimen = {
  // One that has failed.
  fuzz: { byChance: ['recreate'] },
  calls: {
    readProject: ['list', 'read', 'states'],
    createInProject: ['create'],
    changeProject: ['update', 'delete', 'bulkDelete', 'recreate'],
    changeSystem: ['failover'],
  },
  asked: {
    create: {
      async ready({ make, name }) {
        const network_id = await make('/compute/networks/private', { name: name(), subnet: { cidr: '10.9.3.0/24' } });
        return { body: { name: name(), network_id } };
      },
    },
    update: { ready: alone },
    delete: { ready: alone },
    bulkDelete: { ready: alone },
    recreate: { ready: async (stage) => ({ id: await stage.put('load_balancer', await balancerOf(stage), { status: 'ERROR' }) }) },
    failover: { ready: alone },
  },
  document: (id) => ({
    name: `balancer ${id}`,
    description: null,
    status: 'ACTIVE',
    enabled: true,
    address: null,
    additional_addresses: [],
    floating_ip_address: null,
    network_id: null,
    network_name: null,
    subnet_id: null,
    port_id: null,
    flavor_id: null,
    flavor_name: null,
    topology: null,
    pools: [],
    members_count: 0,
    amphorae: [],
    provider: null,
    read_only: null,
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: null,
  }),
  life: life(
    'load balancers',
    {
      calls: nouns.loadBalancers.calls,
      body: async (name, who) => ({ name, network_id: (await ingredients(who)).network_ids[0] }),
      owner: ['acme-member', 'acme-prod'],
      stranger: ['globex-member', 'globex-prod'],
      kept: [[{ description: 'shop' }, { description: 'shop', status: 'ACTIVE', enabled: true, pools: [], members_count: 0 }]],
      changed: [
        [
          { name: 'renamed', description: '' },
          { name: 'renamed', description: null, status: 'ACTIVE' },
        ],
        [{ enabled: false }, { enabled: false, status: 'DISABLED' }],
      ],
      refused: [
        [{ ip_version: 6 }, { ip_version: [{ code: 'subnet_version_missing' }] }],
        [{ address: '192.0.2.1' }, { address: [{ code: 'address_outside' }] }],
        [{ flavor_id: 'none' }, { flavor_id: [{ code: 'unknown_id' }] }],
      ],
    },
    (stage) => {
      const { done, refused, read, used, leave } = byHand(() => stage.app);
      const own = async () => ({ network_id: (await ingredients(stage.owner)).network_ids[0] });
      const create = async (name: string, body: object = {}) =>
        read<Balancer>(stage.owner, `${AT}/${await done(stage.owner, 'POST', AT, { name, ...(await own()), ...body })}`);
      const again = ({ id }: { id: string }) => read<Balancer>(stage.owner, `${AT}/${id}`);
      const poolNow = (id: string) => read<Pool>(stage.owner, `${POOLS}/${id}`);
      const why = async (method: string, path: string, body?: object) => (await refused(stage.owner, method, path, body)).at(-1);
      const web = { protocol: 'HTTP', protocol_port: 80, backend_protocol: 'HTTP', backend_protocol_port: 8080 };
      const machine = async (name: string) =>
        done(stage.owner, 'POST', '/api/v2/compute/servers', { name, ...(await ingredients(stage.owner)) });

      it('load balancers show address, pools, members, flavor and instances [lb.fields, api.lbaas-loadbalancers]', async () => {
        const balancer = await create('printed', {
          pools: [{ name: 'web', ...web, members: [{ server_id: await machine('printed-1') }] }],
        });
        expect(balancer).toMatchObject({
          status: 'ACTIVE',
          address: expect.stringMatching(/^10\.64\.\d+\.\d+$/) as string,
          pools: [{ id: expect.any(String) as string, name: 'web' }],
          members_count: 1,
          project_id: expect.any(String) as string,
          flavor_id: expect.any(String) as string,
          topology: 'ACTIVE_STANDBY',
          amphorae: [
            { role: 'MASTER', active: true, compute_id: null, host: null },
            { role: 'BACKUP', active: true, compute_id: null, host: null },
          ],
        });
        const { amphorae } = await read<Balancer>(await stage.app.as('admin', 'own'), `${AT}/${balancer.id}`);
        const hosts = amphorae.map(({ host, compute_id: id }) => [typeof host, typeof id]);
        expect(hosts).toEqual([
          ['string', 'string'],
          ['string', 'string'],
        ]);
        expect(new Set(amphorae.map(({ host }) => host)).size).toBe(2);
        await done(stage.owner, 'PATCH', `${AT}/${balancer.id}`, { name: 'printed anew' });
        expect(await again(balancer)).toMatchObject({ name: 'printed anew', amphorae: [{ role: 'MASTER' }, { role: 'BACKUP' }] });
        await done(stage.owner, 'DELETE', `${AT}/${balancer.id}`);
        expect((await stage.owner.raw('GET', `${AT}/${balancer.id}`)).status).toBe(404);
      });

      it('flavors and flavor profiles of load balancers tell the topology [lb.flavor-fields, api.lbaas-flavors, api.lbaas-flavorprofiles]', async () => {
        const profiles = await read<{ data: object[] }>(stage.owner, '/api/v2/compute/lbaas/flavorprofiles?sort=name:asc');
        expect(profiles.data).toMatchObject([
          { name: 'active-standby', flavor_data: { loadbalancer_topology: 'ACTIVE_STANDBY' } },
          { name: 'single', flavor_data: { loadbalancer_topology: 'SINGLE' } },
        ]);
        const { data } = await read<{ data: { id: string; name: string }[] }>(stage.owner, '/api/v2/compute/lbaas/flavors?sort=name:asc');
        expect(data).toMatchObject([{ name: 'active-standby' }, { name: 'single', flavor_data: { loadbalancer_topology: 'SINGLE' } }]);
        const single = await create('single', { flavor_id: data[1]!.id });
        expect(single).toMatchObject({ flavor_name: 'single', amphorae: [{ role: 'STANDALONE' }] });
        await done(stage.owner, 'DELETE', `${AT}/${single.id}`);
      });

      it('pools are added to a load balancer, changed and deleted, with all that is printed of them [pool.fields, api.lbaas-pools]', async () => {
        const balancer = await create('pooled');
        const [one, two] = [await machine('pooled-1'), await machine('pooled-2')];
        const id = await done(stage.owner, 'POST', POOLS, {
          loadbalancer_id: balancer.id,
          name: 'web',
          ...web,
          description: 'shop',
          sticky_session: true,
          connection_limit: 100,
          allowed_cidrs: ['10.0.0.5/8', '192.0.2.1'],
          insert_headers: { 'X-Forwarded-For': true },
          members: [
            { server_id: one, weight: 5 },
            { server_id: two, enabled: false },
          ],
          healthmonitor: { type: 'HTTP' },
        });
        const pool = await poolNow(id);
        expect(pool).toMatchObject({
          backend_protocol: 'HTTP',
          backend_protocol_port: 8080,
          connection_limit: 100,
          description: 'shop',
          enabled: true,
          healthmonitor: { type: 'HTTP', url_path: '/', delay: 5, timeout: 3, max_retries: 3, max_retries_down: 3 },
          lb_algorithm: 'ROUND_ROBIN',
          loadbalancer_id: balancer.id,
          members: [
            { server_id: one, server_name: 'pooled-1', weight: 5, enabled: true, protocol_port: 8080 },
            { server_id: two, weight: 1, enabled: false },
          ],
          name: 'web',
          project_id: balancer.project_id,
          protocol: 'HTTP',
          protocol_port: 80,
          sticky_session: true,
          status: 'ACTIVE',
          insert_headers: { 'X-Forwarded-For': true },
          tls_enabled: false,
          proxy_protocol_enabled: false,
          allowed_cidrs: ['10.0.0.0/8', '192.0.2.1/32'],
        });
        expect(await again(balancer)).toMatchObject({ status: 'ACTIVE', members_count: 2, pools: [{ id, name: 'web' }] });
        const change = { lb_algorithm: 'SOURCE_IP', members: [{ server_id: two, weight: 0 }], healthmonitor: null };
        await done(stage.owner, 'PATCH', `${POOLS}/${id}`, change);
        const changed = await poolNow(id);
        expect(changed).toMatchObject({ lb_algorithm: 'SOURCE_IP', healthmonitor: null, sticky_session: true });
        // The one that stays is the same one.
        expect(changed.members).toMatchObject([{ id: pool.members[1]!.id, weight: 0, enabled: true }]);
        await done(stage.owner, 'DELETE', `${POOLS}/${id}`);
        expect(await again(balancer)).toMatchObject({ pools: [], members_count: 0 });
      });

      it('a pool keeps a member whose machine is deleted until it is removed, and takes no other unknown one', async () => {
        const balancer = await create('lost');
        const [one, two] = [await machine('lost-1'), await machine('lost-2')];
        const members = [{ server_id: one, weight: 5 }, { server_id: two }];
        const id = await done(stage.owner, 'POST', POOLS, { loadbalancer_id: balancer.id, name: 'web', ...web, members });
        await done(stage.owner, 'DELETE', `/api/v2/compute/servers/${one}`);
        const memberOf = async (server: string) => (await poolNow(id)).members.find(({ server_id: of }) => of === server);
        await expect.poll(() => memberOf(one)).toMatchObject({ gone: true, server_name: null });
        const { address } = (await memberOf(one))!;
        const named = (server: string, weight: number) => [
          { server_id: server, address, weight },
          { server_id: two, weight: 9 },
        ];
        await done(stage.owner, 'PATCH', `${POOLS}/${id}`, { members: named(one, 0) });
        expect([await memberOf(one), await memberOf(two)]).toMatchObject([{ weight: 0, gone: true }, { weight: 9 }]);
        expect(await why('PATCH', `${POOLS}/${id}`, { members: named('0c7a8b1e-0000-4000-8000-000000000000', 0) })).toMatch(
          /server_id: unknown_id$/,
        );
        expect(
          await why('POST', POOLS, { loadbalancer_id: balancer.id, name: 'api', ...web, protocol_port: 81, members: named(one, 0) }),
        ).toMatch(/server_id: unknown_id$/);
        await done(stage.owner, 'PATCH', `${POOLS}/${id}`, { members: [{ server_id: two }] });
        expect(await memberOf(one)).toBeUndefined();
        await done(stage.owner, 'DELETE', `${AT}/${balancer.id}`);
      });

      it('a load balancer takes each port once by the same transport', async () => {
        const balancer = await create('ports', { pools: [{ name: 'web', ...web }] });
        const at = { loadbalancer_id: balancer.id, name: 'second' };
        expect(await why('POST', POOLS, { ...at, ...web })).toBe('protocol_port: pool_port_taken');
        expect(await why('POST', POOLS, { ...at, ...web, protocol: 'TCP', backend_protocol: 'TCP' })).toBe(
          'protocol_port: pool_port_taken',
        );
        await done(stage.owner, 'POST', POOLS, { ...at, ...web, protocol: 'UDP', backend_protocol: 'UDP' });
        const twice = [web, web].map((pool, index) => ({ name: `p${index}`, ...pool }));
        expect(await why('POST', AT, { name: 'never', ...(await own()), pools: twice })).toBe('pools.1.protocol_port: pool_port_taken');
        expect(await read<{ data: unknown[] }>(stage.owner, `${AT}?name=never`)).toMatchObject({ data: [] });
      });

      it('members of a pool are servers of the project that the load balancer reaches, each address once', async () => {
        const balancer = await create('reaching');
        const far = await done(stage.owner, 'POST', `${NETWORKS}/private`, { name: 'far', subnet: { cidr: '10.99.7.0/24' } });
        const { network_ids: _any, ...rest } = await ingredients(stage.owner);
        const lone = await done(stage.owner, 'POST', '/api/v2/compute/servers', { name: 'lone', ...rest, network_ids: [far] });
        const body = (members: object[]) => ({ loadbalancer_id: balancer.id, name: 'web', ...web, members });
        expect(await why('POST', POOLS, body([{ server_id: lone }]))).toBe('members.0.server_id: member_unreachable');
        const near = await machine('near');
        const twice = [{ server_id: near }, { server_id: near, address: (await servers(near)).networks[0]!.ips[0] }];
        expect(await why('POST', POOLS, body(twice))).toBe('members.1.address: duplicates');
        expect(await why('POST', POOLS, body([{ server_id: near, address: '10.99.7.9' }]))).toBe('members.0.address: member_address');
        const theirs = await done(stage.stranger, 'POST', '/api/v2/compute/servers', {
          name: 'theirs',
          ...(await ingredients(stage.stranger)),
        });
        expect(await why('POST', POOLS, body([{ server_id: theirs }]))).toMatch(/server_id: unknown_id$/);
      });
      const servers = (id: string) => read<{ networks: { ips: string[] }[] }>(stage.owner, `/api/v2/compute/servers/${id}`);

      it('what of a pool does not fit together is refused at its field', async () => {
        const balancer = await create('fitting');
        const refusal = (more: object) => why('POST', POOLS, { loadbalancer_id: balancer.id, name: 'web', ...web, ...more });
        expect(await refusal({ backend_protocol: 'UDP' })).toBe('backend_protocol: pool_protocols');
        expect(await refusal({ protocol: 'HTTPS' })).toBe('tls: tls_missing');
        expect(await refusal({ healthmonitor: { type: 'UDP-CONNECT' } })).toBe('healthmonitor.type: monitor_type');
        expect(await refusal({ healthmonitor: { type: 'HTTP', delay: 5, timeout: 5 } })).toBe('healthmonitor.timeout: monitor_timeout');
        expect(await refusal({ healthmonitor: { type: 'TCP', url_path: '/x' } })).toBe('healthmonitor.url_path: monitor_path_unused');
        expect(await refusal({ insert_headers: { 'X-SSL-Client-CN': true } })).toBe('insert_headers: headers_client_ca');
        expect(await refusal({ allowed_cidrs: ['fd00::/8'] })).toBe('allowed_cidrs.0: cidr_version');
        expect(await refusal({ members: [{ server_id: await machine('heavy'), weight: 257 }] })).toBe('members.0.weight: too_large');
        const tcp = { protocol: 'TCP', backend_protocol: 'TCP' };
        expect(await refusal({ ...tcp, insert_headers: { 'X-Forwarded-For': true } })).toBe('insert_headers: headers_unused');
        const id = await done(stage.owner, 'POST', POOLS, { loadbalancer_id: balancer.id, name: 'tcp', ...web, ...tcp, protocol_port: 81 });
        expect(await why('PATCH', `${POOLS}/${id}`, { healthmonitor: { type: 'UDP-CONNECT' } })).toBe('healthmonitor.type: monitor_type');
      });

      it('load balancers count in the quota of the project, and not its cores', async () => {
        const { id, project_id: projectId } = await create('counted');
        const [cores, count] = [await used(stage.owner, projectId, 'cores'), await used(stage.owner, projectId, 'load_balancers')];
        await leave(projectId, 'load_balancers', 0);
        expect(await why('POST', AT, { name: 'one too many', ...(await own()) })).toBe(null);
        await done(stage.owner, 'DELETE', `${AT}/${id}`);
        expect(await used(stage.owner, projectId, 'load_balancers')).toBe(count - 1);
        expect(await used(stage.owner, projectId, 'cores')).toBe(cores);
        await leave(projectId, 'load_balancers', 20);
      });

      it('a floating IP leads to a load balancer, which shows it, and leads nowhere once that is gone', async () => {
        const network = await done(stage.owner, 'POST', `${NETWORKS}/private`, { name: 'led', subnet: { cidr: '10.99.8.0/24' } });
        const outside = (await read<{ data: { id: string }[] }>(stage.owner, `${NETWORKS}?name=public`)).data[0]!.id;
        const floating = await done(stage.owner, 'POST', '/api/v2/compute/floating_ips', { floating_network_id: outside });
        const balancer = await create('led', { network_id: network });
        const assign = `/api/v2/compute/floating_ips/${floating}/assign`;
        const target = { load_balancer_id: balancer.id };
        expect(await why('POST', assign, target)).toBe('load_balancer_id: floating_ip_unreachable');
        const gateway = { external_gateway_info: { network_id: outside }, interfaces: [{ network_id: network }] };
        await done(stage.owner, 'POST', '/api/v2/compute/routers', { name: 'led', ...gateway });
        await done(stage.owner, 'POST', assign, target);
        const now = await read<{ floating_ip_address: string }>(stage.owner, `/api/v2/compute/floating_ips/${floating}`);
        expect(now).toMatchObject({
          fixed_ip_address: balancer.address,
          attachment: { object_id: balancer.id, object_name: 'led', device_owner: 'Octavia' },
        });
        expect(await again(balancer)).toMatchObject({ floating_ip_address: now.floating_ip_address });
        const second = await done(stage.owner, 'POST', '/api/v2/compute/floating_ips', { floating_network_id: outside });
        expect(await why('POST', `/api/v2/compute/floating_ips/${second}/assign`, target)).toBe('load_balancer_id: fixed_ip_taken');
        await done(stage.owner, 'POST', `/api/v2/compute/floating_ips/${floating}/release`);
        expect(await again(balancer)).toMatchObject({ floating_ip_address: null });
        await done(stage.owner, 'POST', assign, target);
        expect(await why('DELETE', `${NETWORKS}/private/${network}`)).toMatch(/^still_used_by_/);
        await done(stage.owner, 'DELETE', `${AT}/${balancer.id}`);
        expect(await read(stage.owner, `/api/v2/compute/floating_ips/${floating}`)).toMatchObject({ attachment: null, status: 'DOWN' });
      });
    },
  ),
};
