/** The way to a server from outside: a security group, a network with a router, and a floating IP; all of it is gone afterwards. */
import { expect } from 'vitest';
import { nouns } from '@gantry/contract';
import type { FloatingIp } from '@gantry/contract/nouns/floating-ips/entity';
import type { Router } from '@gantry/contract/nouns/routers/entity';
import type { SecurityGroup } from '@gantry/contract/nouns/security-groups/entity';
import type { Life } from './actions.ts';
import { doneOf } from './done.ts';

const { networks, routers, floatingIps, securityGroups, servers } = nouns;

const SSH = { direction: 'ingress', protocol: 'tcp', port_range_min: 22, port_range_max: 22 } as const;

/** Adds the steps. The server of the life is there. */
export function routingSteps(life: Life): void {
  const { step } = life;
  const done = doneOf(life);
  const client = () => life.tenant().client;
  const name = `scenario way ${Date.now()}`;
  const id = { group: '', network: '', router: '', floating: '', server: '' };
  const group = (): Promise<SecurityGroup> => client().call(securityGroups.calls.read, { params: { groupId: id.group } });
  const router = (): Promise<Router> => client().call(routers.calls.read, { params: { routerId: id.router } });
  const floating = (): Promise<FloatingIp> => client().call(floatingIps.calls.read, { params: { floatingIpId: id.floating } });
  const at = () => ({ params: { routerId: id.router } });
  const refusedGroup = async () => (await client().refused(securityGroups.calls.create, { body: { name } })).status;
  const refusedRouter = async () => (await client().refused(routers.calls.create, { body: { name } })).status;

  step(
    'a security group is made with a rule, gets another one, no rule twice, and loses one',
    'security_group.create',
    async () => {
      const { calls } = securityGroups;
      id.group = await done(client().call(calls.create, { body: { name, security_group_rules: [SSH] } }));
      await life.listener().heard({ entity: 'security_group', operation: 'created', id: id.group });
      const https = { ...SSH, port_range_min: 443, port_range_max: 443, security_group_id: id.group, remote_ip_prefix: '10.0.0.0/8' };
      await done(client().call(calls.createRule, { body: https }));
      const ingress = async () => (await group()).security_group_rules.filter(({ direction }) => direction === 'ingress');
      expect((await ingress()).map(({ port_range_min: port }) => port).toSorted()).toEqual([22, 443]);
      expect((await group()).security_group_rules).toHaveLength(4);
      expect(await client().refused(calls.createRule, { body: https })).toMatchObject({ status: 400, code: 'validation_failed' });
      const [gone] = (await ingress()).filter(({ port_range_min: port }) => port === 443);
      await done(client().call(calls.deleteRule, { params: { ruleId: gone!.id } }));
      expect((await ingress()).map(({ port_range_min: port }) => port)).toEqual([22]);
      const outsider = await life.stand().visitor('outsider');
      expect(await outsider.client.refused(calls.read, { params: { groupId: id.group } })).toMatchObject({ status: 404 });
    },
    refusedGroup,
  );

  step(
    'a router is made with a way out, connected to a network, given a route, and held by each of them',
    'router.create',
    async () => {
      const { calls } = routers;
      const all = await client().call(networks.calls.list, { query: { limit: 1000 } });
      const outside = all.data.find(({ router_external: isExternal }) => isExternal)!;
      const body = { name, subnets: [{ cidr: '10.66.0.0/24' }] };
      id.network = await done(client().call(networks.calls.createPrivate, { body }));
      id.router = await done(client().call(calls.create, { body: { name, external_gateway_info: { network_id: outside.id } } }));
      await life.listener().heard({ entity: 'router', operation: 'created', id: id.router });
      expect((await router()).external_gateway_info).toMatchObject({ network_id: outside.id, network_name: outside.name });
      await done(client().call(calls.addInterface, { ...at(), body: { network_id: id.network } }));
      const { data } = await client().call(calls.interfaces, at());
      expect(data.map(({ type }) => type)).toEqual(['external', 'internal']);
      expect(data[1]!.fixed_ips).toEqual([expect.objectContaining({ ip_address: '10.66.0.1' })]);
      const twice = await client().refused(calls.addInterface, { ...at(), body: { network_id: id.network } });
      expect(twice.body.error.fields).toEqual({ network_id: ['The router is already connected to this subnet.'] });
      expect(await client().refused(calls.delete, at())).toMatchObject({ status: 409, code: 'state_conflict' });
      const routes = [{ destination: '10.99.0.0/16', nexthop: '10.66.0.9' }];
      await done(client().call(calls.update, { ...at(), body: { routes } }));
      expect((await router()).routes).toEqual(routes);
      const held = await client().refused(calls.removeInterface, { ...at(), body: { network_id: id.network } });
      expect(held.body.error.data?.reason).toMatchObject({ code: 'router_interface_routed' });
      await done(client().call(calls.update, { ...at(), body: { routes: [] } }));
      // Another one is made with what it connects; it has the network's gateway no more than the first one gives it away.
      const also = { name: `${name} also`, interfaces: [{ network_id: id.network, ip_address: '10.66.0.200' }] };
      const routerId = await done(client().call(calls.create, { body: also }));
      expect((await client().call(calls.interfaces, { params: { routerId } })).data).toEqual([
        expect.objectContaining({
          type: 'internal',
          network_id: id.network,
          fixed_ips: [expect.objectContaining({ ip_address: '10.66.0.200' })],
        }),
      ]);
      const torn = { name: `${name} torn`, interfaces: [{ network_id: id.network }] };
      expect(await client().refused(calls.create, { body: torn })).toMatchObject({ status: 400, code: 'validation_failed' });
      expect((await client().call(calls.list, { query: { name: torn.name } })).data).toEqual([]);
      await done(client().call(calls.removeInterface, { params: { routerId }, body: { network_id: id.network } }));
      await done(client().call(calls.delete, { params: { routerId } }));
      return (await router()).external_gateway_info!.external_fixed_ips.map(({ ip_address: ip }) => ip).join(', ');
    },
    refusedRouter,
  );

  step(
    'a floating IP leads to a server in that network, holds the way out of its router, and is taken away again',
    'floating_ip.assign',
    async () => {
      const { calls } = floatingIps;
      const { external_gateway_info: gateway } = await router();
      const { flavor_id, image_id } = life.ingredients();
      const interfaces = [{ network_id: id.network, security_group_ids: [id.group] }];
      id.server = await done(client().call(servers.calls.create, { body: { name, flavor_id, image_id, interfaces } }));
      id.floating = await done(
        client().call(calls.create, { body: { floating_network_id: gateway!.network_id, description: 'of the scenario' } }),
      );
      await life.listener().heard({ entity: 'floating_ip', operation: 'created', id: id.floating });
      expect(await floating()).toMatchObject({ port_id: null, attachment: null, description: 'of the scenario' });
      const [nic] = (await client().call(servers.calls.read, { params: { serverId: id.server } })).networks;
      const target = { server_id: id.server, mac_addr: nic!.mac_addr };
      await done(client().call(calls.assign, { params: { floatingIpId: id.floating }, body: target }));
      const led = await floating();
      expect(led).toMatchObject({ router_id: id.router, attachment: { object_id: id.server, object_name: name } });
      expect(nic!.ips).toContain(led.fixed_ip_address);
      const held = await client().refused(routers.calls.update, { ...at(), body: { external_gateway_info: null } });
      expect(held.body.error.data?.reason).toMatchObject({ code: 'router_gateway_in_use' });
      await done(client().call(calls.release, { params: { floatingIpId: id.floating } }));
      expect(await floating()).toMatchObject({ port_id: null, fixed_ip_address: null });
      return `${led.floating_ip_address} to ${led.fixed_ip_address}`;
    },
    refusedRouter,
  );

  step(
    'the way out is taken down again: floating IP, server, interface, way out, router, network and group',
    'router.delete',
    async () => {
      await done(client().call(floatingIps.calls.delete, { params: { floatingIpId: id.floating } }));
      const kept = await client().refused(securityGroups.calls.delete, { params: { groupId: id.group } });
      expect(kept).toMatchObject({ status: 409, code: 'state_conflict' });
      await done(client().call(servers.calls.delete, { params: { serverId: id.server } }));
      await done(client().call(routers.calls.removeInterface, { ...at(), body: { network_id: id.network } }));
      await done(client().call(routers.calls.update, { ...at(), body: { external_gateway_info: null } }));
      expect(await router()).toMatchObject({ external_gateway_info: null, external_interface: null, interfaces_info: [] });
      await done(client().call(routers.calls.delete, at()));
      await done(client().call(networks.calls.delete, { params: { kind: 'private', networkId: id.network } }));
      await done(client().call(securityGroups.calls.delete, { params: { groupId: id.group } }));
      await life.listener().heard({ entity: 'router', operation: 'deleted', id: id.router });
      expect(await client().refused(routers.calls.read, at())).toMatchObject({ status: 404 });
    },
    refusedRouter,
  );
}
