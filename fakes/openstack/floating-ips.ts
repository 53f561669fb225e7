/** Neutron's floating IPs, and the interfaces that they lead to. */
import type { Cloud } from './cloud.ts';
import { collectionRoutes } from './collection-routes.ts';
import { neutronError, ofProjects } from './neutron.ts';
import { now, type Item, type Json } from './recorded.ts';
import { tokenIn, type Question, type Route } from './reply.ts';
import { tagging } from './tagging.ts';
import { portOf, type FloatingIp } from './ways.ts';

/** The members that let one lead to a port; throws Refusal. */
function leadingTo(cloud: Cloud, { floating_network_id: outside, project_id: projectId }: Json, wanted: Json): Json {
  const id = String(wanted['port_id']);
  const found = portOf(cloud, id);
  if (!found || found.projectId !== projectId) throw neutronError(404, 'PortNotFound', `Port ${id} could not be found.`);
  const { port, server } = found;
  const ips = [port.address, ...(port.more ?? [])];
  const fixed = wanted['fixed_ip_address'] ?? (ips.length === 1 ? ips[0] : undefined);
  if (fixed === undefined)
    throw neutronError(
      400,
      'BadRequest',
      `Bad floatingip request: Port ${id} has multiple fixed IPv4 addresses. Must provide a specific one.`,
    );
  if (!ips.includes(String(fixed)))
    throw neutronError(400, 'BadRequest', `Bad floatingip request: Port ${id} does not have fixed ip ${String(fixed)}.`);
  const router = cloud.ways.routerTo(port, String(outside));
  if (!router)
    throw neutronError(
      404,
      'ExternalGatewayForFloatingIPNotFound',
      `External network ${String(outside)} is not reachable from subnet ${port.subnet.id}.  Therefore, cannot associate Port ${id} with a Floating IP.`,
    );
  const details = { name: '', network_id: port.network.id, mac_address: port.mac, admin_state_up: true, status: 'ACTIVE' };
  const device = { device_id: port.device?.id ?? server?.id ?? '', device_owner: port.device?.owner ?? (server ? 'compute:nova' : '') };
  if (server) cloud.touch(server);
  return { port_id: id, fixed_ip_address: fixed, router_id: router.id, status: 'ACTIVE', port_details: { ...details, ...device } };
}

/** Lets the server of a port show what leads to it. */
function follow(cloud: Cloud, id: string, { port_id: portId }: Json): void {
  const { ways } = cloud;
  const found = typeof portId === 'string' ? portOf(cloud, portId) : undefined;
  if (found) ways.lead(ways.floatingIps.items.get(id) as FloatingIp, found.port);
}

/** What is changed of one. */
function changed(cloud: Cloud, item: Item, wanted: Json): Json {
  if (!('port_id' in wanted)) return { ...wanted, updated_at: now() };
  if (wanted['port_id'] !== null) {
    const led = leadingTo(cloud, item, wanted);
    follow(cloud, item.id, led);
    return { ...wanted, ...led, updated_at: now() };
  }
  cloud.ways.release(item.id);
  return { updated_at: now() };
}

function asked(cloud: Cloud, question: Question, body: Item): Item {
  const network = String(body['floating_network_id']);
  if (cloud.wares.kept.networks.items.get(network)?.['router:external'] !== true)
    throw neutronError(400, 'BadRequest', `Bad floatingip request: Network ${network} is not a valid external network.`);
  const address = body['floating_ip_address'];
  const isTaken = address !== undefined && [...cloud.ways.floatingIps.items.values()].some((one) => one['floating_ip_address'] === address);
  if (isTaken)
    throw neutronError(409, 'IpAddressAlreadyAllocated', `IP address ${String(address)} already allocated in subnet of ${network}`);
  const owner = { project_id: tokenIn(question).projectId, ...body };
  return 'port_id' in body && body['port_id'] !== null ? { ...owner, ...leadingTo(cloud, owner, body) } : owner;
}

/** Floating IPs as they are made, led to interfaces, and taken away. */
export function floatingIpRoutes(cloud: Cloud): Route[] {
  const { floatingIps } = cloud.ways;
  return [
    ...collectionRoutes(floatingIps, {
      ...ofProjects,
      path: '/v2\\.0/floatingips',
      unknown: (id) => neutronError(404, 'FloatingIPNotFound', `Floating IP ${id} could not be found`),
      wanted: (question, body) => asked(cloud, question, body),
      follow(what, item) {
        if (what === 'made') follow(cloud, item.id, item);
        else cloud.ways.release(item.id);
      },
      change: (_question, item, body) => changed(cloud, item, body),
    }),
    tagging(floatingIps, '/v2\\.0/floatingips'),
  ];
}
