/** Two machines behind one address, reached from outside; a member is taken out, and all of it is gone afterwards. */
import { expect } from 'vitest';
import { nouns } from '@gantry/contract';
import type { LoadBalancer } from '@gantry/contract/nouns/load-balancers/entity';
import type { Pool } from '@gantry/contract/nouns/load-balancer-pools/entity';
import type { Life } from './actions.ts';
import { doneOf } from './done.ts';

const { networks, routers, floatingIps, servers, loadBalancers, loadBalancerPools, quotas } = nouns;

const WEB = { name: 'web', protocol: 'HTTP', protocol_port: 80, backend_protocol: 'HTTP', backend_protocol_port: 8080 } as const;
const MONITOR = { type: 'HTTP', url_path: '/', delay: 5, timeout: 3, max_retries: 3, max_retries_down: 3 } as const;

/** Adds the steps. */
export function balancingSteps(life: Life): void {
  const { step } = life;
  const done = doneOf(life);
  const client = () => life.tenant().client;
  const name = `scenario balancer ${Date.now()}`;
  const id = { network: '', router: '', balancer: '', floating: '' };
  const machines: string[] = [];
  const at = () => ({ params: { loadBalancerId: id.balancer } });
  const balancer = (): Promise<LoadBalancer> => client().call(loadBalancers.calls.read, at());
  const pool = async (): Promise<Pool> =>
    client().call(loadBalancerPools.calls.read, { params: { loadBalancerPoolId: (await balancer()).pools[0]!.id } });
  const used = async () => {
    const answer = await client().call(quotas.calls.read, { params: { projectId: life.tenant().projectId! }, query: { usage: 'True' } });
    return (answer as Record<string, { used?: number } | undefined>)['load_balancers']?.used;
  };
  const refused = async () => (await client().refused(loadBalancers.calls.create, { body: { name, network_id: 'none' } })).status;
  let before: number | undefined;

  step(
    'a load balancer is made over two machines, with a pool and a monitor of their health',
    'load_balancer.create',
    async () => {
      before = await used();
      const all = await client().call(networks.calls.list, { query: { limit: 1000 } });
      const outside = all.data.find(({ router_external: isExternal }) => isExternal)!;
      id.network = await done(client().call(networks.calls.createPrivate, { body: { name, subnets: [{ cidr: '10.67.0.0/24' }] } }));
      const way = { external_gateway_info: { network_id: outside.id }, interfaces: [{ network_id: id.network }] };
      id.router = await done(client().call(routers.calls.create, { body: { name, ...way } }));
      const { flavor_id, image_id } = life.ingredients();
      for (const one of ['first', 'second']) {
        const body = { name: `${name} ${one}`, flavor_id, image_id, network_ids: [id.network] };
        machines.push(await done(client().call(servers.calls.create, { body })));
      }
      const members = machines.map((server) => ({ server_id: server }));
      const body = { name, network_id: id.network, pools: [{ ...WEB, members, healthmonitor: MONITOR }] };
      id.balancer = await done(client().call(loadBalancers.calls.create, { body }));
      await life.listener().heard({ entity: 'load_balancer', operation: 'created', id: id.balancer });
      expect(await balancer()).toMatchObject({ name, status: 'ACTIVE', network_id: id.network, members_count: 2, read_only: null });
      const made = await pool();
      expect(made).toMatchObject({ ...WEB, status: 'ACTIVE', healthmonitor: MONITOR, read_only: null });
      expect(made.members.map(({ server_id: server, gone }) => [server, gone]).toSorted()).toEqual(
        machines.map((server) => [server, false]).toSorted(),
      );
      const outsider = await life.stand().visitor('outsider');
      expect(await outsider.client.refused(loadBalancers.calls.read, at())).toMatchObject({ status: 404 });
      return `${(await balancer()).address} before ${made.members.map(({ address, health }) => `${address} (${health})`).join(', ')}`;
    },
    refused,
  );

  step(
    'a member is taken out, the pool changed, and a floating IP leads to the load balancer',
    'load_balancer_pool.update',
    async () => {
      const { id: poolId } = await pool();
      const kept = [{ server_id: machines[0]!, weight: 5 }];
      const change = { members: kept, lb_algorithm: 'LEAST_CONNECTIONS', healthmonitor: null } as const;
      await done(client().call(loadBalancerPools.calls.update, { params: { loadBalancerPoolId: poolId }, body: change }));
      const { members, healthmonitor: monitor, lb_algorithm: algorithm } = await pool();
      expect(members.map(({ server_id: server, weight }) => [server, weight])).toEqual([[machines[0], 5]]);
      expect([monitor, algorithm]).toEqual([null, 'LEAST_CONNECTIONS']);
      const taken = { loadbalancer_id: id.balancer, ...WEB };
      expect(await client().refused(loadBalancerPools.calls.create, { body: taken })).toMatchObject({ status: 400 });
      const router = await client().call(routers.calls.read, { params: { routerId: id.router } });
      const outside = router.external_gateway_info!.network_id;
      id.floating = await done(client().call(floatingIps.calls.create, { body: { floating_network_id: outside } }));
      const led = { params: { floatingIpId: id.floating } };
      await done(client().call(floatingIps.calls.assign, { ...led, body: { load_balancer_id: id.balancer } }));
      const floating = await client().call(floatingIps.calls.read, led);
      expect(floating.attachment).toMatchObject({ object_id: id.balancer });
      expect(floating.fixed_ip_address).toBe((await balancer()).address);
      return `${floating.floating_ip_address} to ${floating.fixed_ip_address}`;
    },
    refused,
  );

  step(
    'the load balancer is taken down with its pool, and nothing of it is left or counted',
    'load_balancer.delete',
    async () => {
      const { id: poolId } = await pool();
      await done(client().call(loadBalancers.calls.delete, at()));
      await life.listener().heard({ entity: 'load_balancer', operation: 'deleted', id: id.balancer });
      expect(await client().refused(loadBalancers.calls.read, at())).toMatchObject({ status: 404 });
      const gone = { params: { loadBalancerPoolId: poolId } };
      expect(await client().refused(loadBalancerPools.calls.read, gone)).toMatchObject({ status: 404 });
      expect(await used()).toBe(before);
      await done(client().call(floatingIps.calls.delete, { params: { floatingIpId: id.floating } }));
      for (const serverId of machines) await done(client().call(servers.calls.delete, { params: { serverId } }));
      const params = { routerId: id.router };
      await done(client().call(routers.calls.removeInterface, { params, body: { network_id: id.network } }));
      await done(client().call(routers.calls.delete, { params }));
      await done(client().call(networks.calls.delete, { params: { kind: 'private', networkId: id.network } }));
    },
    refused,
  );
}
