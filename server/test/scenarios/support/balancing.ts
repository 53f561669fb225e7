/** Two servers behind one address: a load balancer with a pool and a check of health, reached from outside; all of it is gone afterwards. */
import { expect } from 'vitest';
import { nouns } from '@gantry/contract';
import type { LoadBalancer } from '@gantry/contract/nouns/load-balancers/entity';
import type { Pool } from '@gantry/contract/nouns/load-balancer-pools/entity';
import type { Life } from './actions.ts';
import { doneOf } from './done.ts';
import { removeLeftPort } from './leftovers.ts';

const { floatingIps, loadBalancerPools, loadBalancers, networks, quotas, routers, servers } = nouns;

const WEB = { protocol: 'HTTP', protocol_port: 80, backend_protocol: 'HTTP', backend_protocol_port: 8080 } as const;

/** Adds the steps. */
export function balancingSteps(life: Life): void {
  const { step } = life;
  const done = doneOf(life);
  const client = () => life.tenant().client;
  const name = `scenario balancer ${Date.now()}`;
  const id = { network: '', router: '', balancer: '', pool: '', floating: '' };
  const machines: string[] = [];
  const balancer = (): Promise<LoadBalancer> => client().call(loadBalancers.calls.read, { params: { loadBalancerId: id.balancer } });
  const pool = (): Promise<Pool> => client().call(loadBalancerPools.calls.read, { params: { loadBalancerPoolId: id.pool } });
  const atPool = () => ({ params: { loadBalancerPoolId: id.pool } });
  const used = async (): Promise<number | null> => {
    const params = { projectId: life.tenant().projectId! };
    return (await client().call(quotas.calls.read, { params, query: { usage: true } })).load_balancers.used;
  };
  const refused = async () => (await client().refused(loadBalancers.calls.create, { body: { name, network_id: 'none' } })).status;
  let before: number | null = null;

  step(
    'a load balancer is made over two servers, with a pool and a check of health',
    'load_balancer.create',
    async () => {
      before = await used();
      const all = await client().call(networks.calls.list, { query: { limit: 1000 } });
      const outside = all.data.find(({ router_external: isExternal }) => isExternal)!;
      id.network = await done(client().call(networks.calls.createPrivate, { body: { name, subnets: [{ cidr: '10.67.0.0/24' }] } }));
      const way = { external_gateway_info: { network_id: outside.id }, interfaces: [{ network_id: id.network }] };
      id.router = await done(client().call(routers.calls.create, { body: { name, ...way } }));
      const { flavor_id, image_id } = life.ingredients();
      for (const number of [1, 2]) {
        const body = { name: `${name} ${number}`, flavor_id, image_id, network_ids: [id.network] };
        machines.push(await done(client().call(servers.calls.create, { body })));
      }
      const members = machines.map((server) => ({ server_id: server, weight: 1, enabled: true }));
      const monitor = { type: 'HTTP', delay: 5, timeout: 3, max_retries: 3, max_retries_down: 3 } as const;
      const pools = [{ name: 'web', ...WEB, members, healthmonitor: monitor }];
      id.balancer = await done(client().call(loadBalancers.calls.create, { body: { name, network_id: id.network, pools } }));
      const made = await balancer();
      expect(made).toMatchObject({ name, status: 'ACTIVE', members_count: 2, pools: [{ name: 'web' }], network_id: id.network });
      id.pool = made.pools[0]!.id;
      expect(await pool()).toMatchObject({ ...WEB, status: 'ACTIVE', read_only: null, healthmonitor: { ...monitor, url_path: '/' } });
      expect((await pool()).members.map(({ server_id: server }) => server).toSorted()).toEqual(machines.toSorted());
      if (before !== null) expect(await used()).toBe(before + 1);
      const outsider = await life.stand().visitor('outsider');
      const params = { loadBalancerId: id.balancer };
      expect(await outsider.client.refused(loadBalancers.calls.read, { params })).toMatchObject({ status: 404 });
      return `at ${made.address}`;
    },
    refused,
  );

  step(
    'a member of a pool is taken out and drained, another port is taken, and a floating IP leads to the balancer',
    'load_balancer_pool.update',
    async () => {
      const [one] = machines;
      const members = [{ server_id: one!, weight: 0, enabled: true }];
      await done(client().call(loadBalancerPools.calls.update, { ...atPool(), body: { members, connection_limit: 100 } }));
      expect(await pool()).toMatchObject({ connection_limit: 100, members: [{ server_id: one, weight: 0 }] });
      const twice = { loadbalancer_id: id.balancer, name: 'twice', ...WEB };
      expect(await client().refused(loadBalancerPools.calls.create, { body: twice })).toMatchObject({ status: 400 });
      const second = await done(client().call(loadBalancerPools.calls.create, { body: { ...twice, protocol_port: 81 } }));
      await done(client().call(loadBalancerPools.calls.delete, { params: { loadBalancerPoolId: second } }));
      const { external_gateway_info: gateway } = await client().call(routers.calls.read, { params: { routerId: id.router } });
      const wanted = { floating_network_id: gateway!.network_id, assign: { load_balancer_id: id.balancer } };
      id.floating = await done(client().call(floatingIps.calls.create, { body: wanted }));
      const led = await client().call(floatingIps.calls.read, { params: { floatingIpId: id.floating } });
      expect(led).toMatchObject({ attachment: { object_id: id.balancer, object_name: name } });
      expect(await balancer()).toMatchObject({ floating_ip_address: led.floating_ip_address, members_count: 1 });
      return `${led.floating_ip_address} to ${led.fixed_ip_address}`;
    },
    refused,
  );

  step(
    'the load balancer goes with its pools, and with it all that it counted',
    'load_balancer.delete',
    async () => {
      const { port_id: port } = await balancer();
      await done(client().call(loadBalancers.calls.delete, { params: { loadBalancerId: id.balancer } }));
      const gone = await client().refused(loadBalancerPools.calls.read, atPool());
      expect(gone).toMatchObject({ status: 404 });
      expect(await used()).toBe(before);
      await done(client().call(floatingIps.calls.delete, { params: { floatingIpId: id.floating } }));
      const isLeft = port !== null && (await removeLeftPort(life.cloud, port));
      for (const server of machines) await done(client().call(servers.calls.delete, { params: { serverId: server } }));
      const at = { params: { routerId: id.router } };
      await done(client().call(routers.calls.removeInterface, { ...at, body: { network_id: id.network } }));
      await done(client().call(routers.calls.delete, at));
      await done(client().call(networks.calls.delete, { params: { kind: 'private', networkId: id.network } }));
      return isLeft ? `the cloud has left its port ${port}` : '';
    },
    refused,
  );
}
