/** Neutron's routers, the networks that they connect, and their ways out, by the rules of Neutron. */
import { randomUUID } from 'node:crypto';
import { isHostIn } from '@gantry/contract/validation/cidr';
import { networksOverlap } from '@gantry/contract/nouns/networks/subnet-rules';
import type { Cloud } from './cloud.ts';
import { found, collectionRoutes } from './collection-routes.ts';
import { neutronError, ofProjects } from './neutron.ts';
import { now, type Json } from './recorded.ts';
import { member, text, type Route } from './reply.ts';
import type { Inside, Router } from './ways.ts';

const unknownRouter = (id: string) => neutronError(404, 'RouterNotFound', `Router ${id} could not be found`);
const bad = (what: string) => neutronError(400, 'BadRequest', `Bad router request: ${what}`);
const taken = (ip: string, subnetId: string) =>
  neutronError(409, 'IpAddressAlreadyAllocated', `IP address ${ip} already allocated in subnet ${subnetId}`);

/** Throws what Neutron says of a way out. */
function assertExternal({ wares }: Cloud, wanted: unknown): void {
  const id = text(member(wanted, 'network_id'));
  if (id !== undefined && wares.kept.networks.items.get(id)?.['router:external'] !== true)
    throw bad(`Network ${id} is not an external network`);
}

/** What is changed of a router; throws Refusal. */
function changed(cloud: Cloud, router: Router, { external_gateway_info: wanted, ...body }: Json): Json {
  const { ways } = cloud;
  const gateway = router.external_gateway_info;
  const routes = body['routes'] as Router['routes'] | undefined;
  const reaches = (hop: string): boolean => ways.insideOf(router.id).some(({ cidr }) => isHostIn(cidr, hop));
  if (routes?.some(({ nexthop }) => !reaches(nexthop)) === true)
    throw neutronError(
      400,
      'InvalidRoutes',
      `Invalid format for routes: ${JSON.stringify(routes)}, the nexthop is not connected with router`,
    );
  if (wanted === undefined) return { ...body, updated_at: now() };
  assertExternal(cloud, wanted);
  if (gateway && gateway.network_id !== member(wanted, 'network_id') && ways.isUsed(router.id))
    throw neutronError(
      409,
      'RouterExternalGatewayInUseByFloatingIp',
      `Gateway cannot be updated for router ${router.id}, since a gateway to external network ${gateway.network_id} is required by one or more floating IPs.`,
    );
  const served = [...cloud.vpn.services.items.values()].find((one) => one['router_id'] === router.id);
  if (served && gateway && gateway.network_id !== member(wanted, 'network_id'))
    throw neutronError(409, 'RouterInUse', `Router ${router.id} is currently used by VPN service (${served.id})`);
  return { ...body, external_gateway_info: ways.gatewayOf(wanted, gateway), updated_at: now() };
}

/** The subnet that is meant, with the port's address: its gateway's, or that of a port made before. Throws Refusal. */
function wantedPort(cloud: Cloud, body: unknown): Inside {
  const made = cloud.ports.get(text(member(body, 'port_id')) ?? '');
  const subnetId = made?.subnet.id ?? String(member(body, 'subnet_id'));
  const subnet = cloud.wares.kept.subnets.items.get(subnetId);
  if (!subnet) throw neutronError(404, 'SubnetNotFound', `Subnet ${subnetId} could not be found.`);
  const ip = made?.address ?? text(subnet['gateway_ip']);
  if (ip === undefined) throw bad('Subnet for router interface must have a gateway IP');
  const place = { networkId: String(subnet['network_id']), subnetId, cidr: String(subnet['cidr']) };
  return { ...place, id: made?.id ?? randomUUID(), ip, mac: made?.mac ?? 'fa:16:3e:00:00:01' };
}

function connect(cloud: Cloud, router: Router, body: unknown): Json {
  const { ways } = cloud;
  const port = wantedPort(cloud, body);
  for (const { subnetId, cidr } of ways.insideOf(router.id)) {
    if (subnetId === port.subnetId) throw bad(`Router already has a port on subnet ${subnetId}.`);
    if (networksOverlap(cidr, port.cidr))
      throw bad(`Cidr ${port.cidr} of subnet ${port.subnetId} overlaps with cidr ${cidr} of subnet ${subnetId}.`);
  }
  if (ways.isTaken(port.subnetId, port.ip)) throw taken(port.ip, port.subnetId);
  const made = cloud.ports.get(port.id);
  if (made) cloud.ports.remove(made);
  ways.connect(router.id, port);
  return interfaceOf(router, port);
}

function disconnect(cloud: Cloud, router: Router, body: unknown): Json {
  const { ways } = cloud;
  const id = text(member(body, 'port_id'));
  const port = ways.insideOf(router.id).find((one) => one.id === id);
  if (!port) throw neutronError(404, 'RouterInterfaceNotFound', `Router ${router.id} does not have an interface with id ${id}`);
  const held = (type: string, by: string) =>
    neutronError(
      409,
      type,
      `Router interface for subnet ${port.subnetId} on router ${router.id} cannot be deleted, as it is required by one or more ${by}.`,
    );
  if (router.routes.some(({ nexthop }) => isHostIn(port.cidr, nexthop))) throw held('RouterInterfaceInUseByRoute', 'routes');
  if (ways.isUsed(router.id, port.cidr)) throw held('RouterInterfaceInUseByFloatingIP', 'floating IPs');
  ways.disconnect(router.id, port);
  cloud.addresses.giveBackOne(port.networkId, port.ip);
  return interfaceOf(router, port);
}

const interfaceOf = ({ id, project_id: tenant_id }: Router, port: Inside): Json => ({
  id,
  tenant_id,
  port_id: port.id,
  network_id: port.networkId,
  subnet_id: port.subnetId,
  subnet_ids: [port.subnetId],
});

/** Routers and their interfaces. */
export function routerRoutes(cloud: Cloud): Route[] {
  const { ways } = cloud;
  const of = { ...ofProjects, path: '/v2\\.0/routers', unknown: unknownRouter };
  const interfaces = (what: 'add' | 'remove', work: typeof connect): Route => ({
    method: 'PUT',
    path: new RegExp(`^/v2\\.0/routers/([^/]+)/${what}_router_interface$`),
    answer: (question, id = '') => ({ body: work(cloud, found(ways.routers, of, question, id) as Router, question.body) }),
  });
  return [
    ...collectionRoutes(ways.routers, {
      ...of,
      wanted(_question, body) {
        assertExternal(cloud, body['external_gateway_info']);
        return { ...body, external_gateway_info: ways.gatewayOf(body['external_gateway_info']) };
      },
      change: (_question, item, body) => changed(cloud, item as Router, body),
      held({ id }) {
        const ports = ways.insideOf(id).map((port) => port.id);
        return ports.length > 0 && neutronError(409, 'RouterInUse', `Router ${id} has ports still attached: ${ports.join(', ')}`);
      },
      follow(what, { id }) {
        if (what === 'removed') ways.forget(id);
      },
    }),
    interfaces('add', connect),
    interfaces('remove', disconnect),
  ];
}
