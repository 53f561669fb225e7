/** Neutron's ports, as far as the engine makes, changes and removes them. */
import { neutronError } from './neutron.ts';
import { defaultGroupOf } from './default-groups.ts';
import { assertGroups } from './security-groups.ts';
import type { Cloud } from './cloud.ts';
import type { Json } from './recorded.ts';
import { member, type Refusal, text, tokenIn, type Question, type Route } from './reply.ts';
import { shownPort, type Port, type Server } from './server.ts';
import { portOf } from './ways.ts';

const unknownPort = (id: string): Refusal => neutronError(404, 'PortNotFound', `Port ${id} could not be found.`);

const groupIds = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
const addressesIn = (fixed: unknown): (string | undefined)[] =>
  Array.isArray(fixed) ? fixed.map((one: unknown) => text(member(one, 'ip_address'))) : [];

/** Whether what a port shall be fits together; throws Refusal. */
function checkGuards(cloud: Cloud, projectId: string, { isProtected, groups }: { isProtected: boolean; groups: readonly string[] }): void {
  assertGroups(cloud, projectId, groups);
  if (!isProtected && groups.length > 0)
    throw neutronError(
      409,
      'PortSecurityPortHasSecurityGroup',
      'Port has security group associated. Cannot disable port security or IP address until security group is removed.',
    );
}

function assertFree(cloud: Cloud, networkId: string, subnetId: string, cidr: string, ip: string): void {
  const [prefix = ''] = /^\d+\.\d+\./.exec(cidr) ?? [];
  if (!ip.startsWith(prefix))
    throw neutronError(400, 'InvalidIpForNetwork', `IP address ${ip} is not a valid IP for any of the subnets on the specified network.`);
  if (cloud.addresses.isTaken(networkId, ip))
    throw neutronError(409, 'IpAddressAlreadyAllocated', `IP address ${ip} already allocated in subnet ${subnetId}`);
}

function make(cloud: Cloud, wanted: unknown, question: Question): Port {
  const projectId = text(member(wanted, 'project_id')) ?? tokenIn(question).projectId ?? '';
  const networkId = String(member(wanted, 'network_id'));
  const place = cloud.wares.placeFor(projectId, networkId);
  if (!place) throw neutronError(404, 'NetworkNotFound', `Network ${networkId} could not be found.`);
  const mac = text(member(wanted, 'mac_address'));
  const hasMac = (port: Port): boolean => port.mac === mac && port.network.id === networkId;
  if (mac !== undefined && (cloud.ports.all.some(hasMac) || cloud.servers.some(({ ports }) => ports.some(hasMac))))
    throw neutronError(409, 'MacAddressInUse', `Unable to complete operation for network ${networkId}. The mac address ${mac} is in use.`);
  const isProtected = member(wanted, 'port_security_enabled') !== false;
  const request = member(wanted, 'security_groups');
  const groups = request === undefined ? (isProtected ? [defaultGroupOf(projectId)] : []) : groupIds(request);
  checkGuards(cloud, projectId, { isProtected, groups });
  const addresses = addressesIn(member(wanted, 'fixed_ips'));
  for (const ip of addresses) if (ip !== undefined) assertFree(cloud, networkId, place.subnet.id, place.subnet.cidr, ip);
  const port = cloud.addresses.take(projectId, networkId, addresses[0])!;
  const more = addresses.slice(1).flatMap((ip) => ip ?? []);
  for (const ip of more) cloud.addresses.choose(networkId, ip);
  const made = {
    projectId,
    name: text(member(wanted, 'name')) ?? '',
    description: text(member(wanted, 'description')) ?? '',
    serverId: null,
  };
  return { ...port, ...(mac !== undefined && { mac }), more, isProtected, groups, made };
}

function change(cloud: Cloud, port: Port, projectId: string, wanted: unknown): void {
  const protection = member(wanted, 'port_security_enabled');
  const isProtected = typeof protection === 'boolean' ? protection : port.isProtected !== false;
  const request = member(wanted, 'security_groups');
  const groups = request === undefined ? (port.groups ?? [defaultGroupOf(projectId)]) : groupIds(request);
  checkGuards(cloud, projectId, { isProtected, groups });
  const ips = addressesIn(member(wanted, 'fixed_ips')).flatMap((ip) => ip ?? []);
  const before = [port.address, ...(port.more ?? [])];
  const networkId = port.network.id;
  const fresh = ips.filter((ip) => !before.includes(ip));
  for (const ip of fresh) assertFree(cloud, networkId, port.subnet.id, port.subnet.cidr, ip);
  Object.assign(port, { isProtected, groups } satisfies Partial<Port>);
  const [first, ...more] = ips;
  if (first === undefined) return;
  for (const ip of fresh) cloud.addresses.choose(networkId, ip);
  for (const ip of before) if (!ips.includes(ip)) cloud.addresses.giveBackOne(networkId, ip);
  Object.assign(port, { address: first, more } satisfies Partial<Port>);
}

/** Where a port is: with a server, or by itself. A foreign one does not exist. */
function found(cloud: Cloud, question: Question, id: string): { port: Port; server: Server | undefined; projectId: string } {
  const { isAdmin, projectId } = tokenIn(question);
  const place = portOf(cloud, id);
  if (!place || !(isAdmin || place.projectId === projectId)) throw unknownPort(id);
  return place;
}

/** Ports by themselves and one by one; those of servers are listed by their servers' ids. */
export function portRoutes(cloud: Cloud): Route[] {
  const one = /^\/v2\.0\/ports\/([^/]+)$/;
  return [
    {
      method: 'POST',
      path: /^\/v2\.0\/ports$/,
      answer(question) {
        const port = make(cloud, member(question.body, 'port'), question);
        cloud.ports.add(port);
        return { status: 201, body: { port: shownPort(port) } };
      },
    },
    {
      method: 'PUT',
      path: one,
      answer(question, id = '') {
        const { port, server, projectId } = found(cloud, question, id);
        change(cloud, port, projectId, member(question.body, 'port'));
        if (server) cloud.touch(server);
        return { body: { port: shownPort(port, server) } };
      },
    },
    {
      method: 'DELETE',
      path: one,
      answer(question, id = '') {
        const { port, server } = found(cloud, question, id);
        cloud.ports.remove(port);
        cloud.addresses.giveBack(port);
        cloud.ways.leave(port);
        if (server) server.ports = server.ports.filter((other) => other !== port);
        return { status: 204 };
      },
    },
  ];
}

/** Ports that were made by themselves, as a listing by description and project finds them. */
export const madePorts = ({ ports }: Pick<Cloud, 'ports'>, question: Question): (Json & { id: string })[] => {
  const { isAdmin, projectId } = tokenIn(question);
  const wanted = question.query.get('project_id') ?? (isAdmin ? null : projectId);
  const description = question.query.get('description');
  return ports.all
    .filter(({ made }) => made?.description === description && (wanted === null || made.projectId === wanted))
    .map((port) => shownPort(port));
};
