import { defaultGroupOf } from './default-groups.ts';
import { answerTo, CLOUD, idOf, inShape, listed, type Item, type Json } from './recorded.ts';
import { isDown, type Node } from './nodes.ts';
import type { Rest, Status } from './plans.ts';
import { MARK, type Accepted } from './reply.ts';
import type { Volume } from './volumes.ts';
import { linksOf, type Flavor, type Image, type Network, type Subnet } from './resources.ts';

export interface Port {
  id: string;
  network: Network;
  subnet: Subnet;
  mac: string;
  address: string;
  /** Addresses beside that. */
  more?: readonly string[];
  /** Absent: it is. */
  isProtected?: boolean;
  /** Absent: the default group of its project. */
  groups?: readonly string[];
  /** Floating IP that leads to it. */
  floating?: string | undefined;
  /** Of one that was made by itself: it stays when its server lets go of it. */
  made?: { projectId: string; name: string; description: string; serverId: string | null };
  /** Whose it is, where that is no server. */
  device?: { id: string; owner: string };
}

/** What was done to a server, as its history keeps it. */
export interface Action {
  action: string;
  requestId: string;
  userId: string;
  startedAt: number;
  finishedAt: number | null;
}

export interface Server {
  /** Place in the order of creation. */
  n: number;
  id: string;
  name: string;
  description: string | null;
  projectId: string;
  userId: string;
  metadata: Readonly<Record<string, string>>;
  tags: readonly string[];
  lockedBy: 'owner' | 'admin' | null;
  keyName: string | null;
  flavor: Flavor;
  /** Null: it boots from a volume. */
  image: Image | null;
  volume: Volume | null;
  /** Those it has beside that. */
  further: readonly Volume[];
  ports: readonly Port[];
  node: Node | null;
  /** What it can go back to, as long as a move or another flavor is not confirmed. */
  origin: { node: Node | null; flavor: Flavor; rest: Rest } | null;
  status: Status;
  vmState: string;
  taskState: string | null;
  powerState: number;
  createdAt: number;
  updatedAt: number;
  launchedAt: number | null;
  deletedAt: number | null;
  actions: Action[];
}

const changed = listed<Listed>(/servers\/detail\?all_tenants=1&changes-since/, 'servers');
type Listed = Item & { status: string };
const modelIn = (items: readonly Listed[], status: string, name?: string): Json => {
  const model = items.find((item) => item.status === status && (name === undefined || item['name'] === name));
  if (!model) throw new Error(`no server ${name ?? ''} is recorded as ${status}`);
  return model;
};
const all = listed<Listed>(/servers\/detail\?all_tenants=1&limit/, 'servers');
/** Nova lists other members with each status: progress, security groups, fault. */
const MODELS = {
  running: modelIn(all, 'ACTIVE', 'tiny'),
  stopped: modelIn(all, 'SHUTOFF'),
  failed: modelIn(all, 'ERROR', 'failed'),
  deleted: modelIn(changed, 'DELETED'),
};

const { fault } = answerTo<{ server: { fault: Json } }>('GET', new RegExp(`servers/${idOf('failed')}$`)).server;

/** Statuses with which Nova tells the progress, as it does of those that run. */
const PROGRESSING: ReadonlySet<Status> = new Set(['ACTIVE', 'BUILD', 'MIGRATING', 'REBUILD', 'RESIZE', 'VERIFY_RESIZE']);

const modelFor = ({ status }: Server): Json => {
  if (status === 'DELETED') return MODELS.deleted;
  if (status === 'ERROR') return MODELS.failed;
  return PROGRESSING.has(status) ? MODELS.running : MODELS.stopped;
};

/** Nova keeps whole seconds. */
const instant = (time: number): string => new Date(time).toISOString().replace(/\.\d+Z$/, 'Z');
/** These it keeps without zone. */
const bare = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString().replace(/\.\d+Z$/, '.000000'));

/** As `/servers/detail` lists it. */
export function listedServer(server: Server): Json {
  const { id, flavor, image, node, createdAt, updatedAt } = server;
  const model = modelFor(server);
  return {
    ...model,
    id,
    name: server.name,
    status: server.status,
    tenant_id: server.projectId,
    user_id: server.userId,
    metadata: server.metadata,
    tags: server.tags,
    locked: server.lockedBy !== null,
    host_status: node === null ? '' : isDown(node) ? 'DOWN' : 'UP',
    key_name: server.keyName,
    hostId: node === null ? '' : (node.id + server.projectId).replaceAll('-', '').slice(0, 56),
    image: image === null ? '' : { id: image.id, links: [{ rel: 'bookmark', href: `${CLOUD}/compute/images/${image.id}` }] },
    flavor: { ...(model['flavor'] as Json), vcpus: flavor.vcpus, ram: flavor.ram, disk: flavor.disk, original_name: flavor.name },
    created: instant(createdAt),
    updated: instant(updatedAt),
    addresses: server.status !== 'DELETED' && server.launchedAt !== null ? addressesOf(server) : {},
    links: linksOf('servers', id),
    'OS-EXT-AZ:availability_zone': node?.zone ?? '',
    'OS-SRV-USG:launched_at': bare(server.launchedAt),
    'OS-SRV-USG:terminated_at': bare(server.deletedAt),
    'OS-EXT-SRV-ATTR:host': node?.host ?? null,
    'OS-EXT-SRV-ATTR:hypervisor_hostname': node?.host ?? null,
    'OS-EXT-SRV-ATTR:instance_name': `instance-${server.n.toString(16).padStart(8, '0')}`,
    'OS-EXT-SRV-ATTR:reservation_id': `r-${id.slice(0, 8)}`,
    'OS-EXT-SRV-ATTR:hostname': server.name.replace(/[^\w-]+/g, '-').toLowerCase(),
    'OS-EXT-STS:task_state': server.taskState,
    'OS-EXT-STS:vm_state': server.vmState,
    'OS-EXT-STS:power_state': server.powerState,
    'os-extended-volumes:volumes_attached': volumesOf(server),
    description: server.description,
  };
}

/** As `/servers/{id}` shows it: with its groups, and the fault of one that never ran, which listings leave out. */
export function shownServer(server: Server): Json {
  const shown = { ...listedServer(server), server_groups: [] };
  return server.status === 'ERROR' && server.launchedAt === null
    ? { ...shown, fault: { ...fault, created: instant(server.updatedAt) } }
    : shown;
}

/** With the members of a recorded answer to a question of the lowest microversion. */
export function inShapeOf(model: Json, server: Server): Json {
  const { id } = server.flavor;
  const bookmark = linksOf('flavors', id).filter(({ rel }) => rel === 'bookmark');
  const now: Json = { ...listedServer(server), flavor: { id, links: bookmark } };
  return inShape(model, now);
}

const volumesOf = ({ volume, further }: Server) =>
  [...(volume ? [volume] : []), ...further].map(({ id, deleteOnTermination }) => ({ id, delete_on_termination: deleteOnTermination }));

function addressesOf({ ports }: Server): Json {
  const addresses: Record<string, Json[]> = {};
  for (const { network, address, more = [], mac, floating } of ports) {
    const shown = (addr: string, type: string) => ({ version: 4, addr, 'OS-EXT-IPS:type': type, 'OS-EXT-IPS-MAC:mac_addr': mac });
    const fixed = [address, ...more].map((ip) => shown(ip, 'fixed'));
    (addresses[network.name] ??= []).push(...fixed, ...(floating === undefined ? [] : [shown(floating, 'floating')]));
  }
  return addresses;
}

/** As `/ports?fields=…` lists those of a server, and as one is shown by itself. */
export function shownPort(port: Port, server?: Server): Json & { id: string } {
  const { made } = port;
  const projectId = made?.projectId ?? server?.projectId ?? '';
  return {
    id: port.id,
    name: made?.name ?? '',
    description: made?.description ?? '',
    project_id: projectId,
    network_id: port.network.id,
    mac_address: port.mac,
    device_id: port.device?.id ?? (made ? (made.serverId ?? '') : (server?.id ?? '')),
    fixed_ips: [port.address, ...(port.more ?? [])].map((ip) => ({ subnet_id: port.subnet.id, ip_address: ip })),
    port_security_enabled: port.isProtected !== false,
    security_groups: port.groups ?? [defaultGroupOf(projectId)],
  };
}

/** Those that are bound to it. */
export const shownPorts = (server: Server): (Json & { id: string })[] =>
  server.ports.filter(({ made }) => made?.serverId !== null).map((port) => shownPort(port, server));

/** What watchers are told of a change that was accepted. */
export const acceptedOn = ({ id, metadata }: Server, action: string): { accepted: Accepted } => ({
  accepted: { action, serverId: id, mark: metadata[MARK] ?? null },
});

/** How a guest names its disk in a place: `/dev/sdb` is the second. */
export const deviceAt = (place: number): string => `/dev/sd${String.fromCharCode('a'.charCodeAt(0) + place)}`;

/** As `/servers/{id}/os-instance-actions` lists what was done. */
export const shownAction = (server: Server, { action, requestId, userId, startedAt, finishedAt }: Action): Json => ({
  action,
  instance_uuid: server.id,
  request_id: requestId,
  user_id: userId,
  project_id: server.projectId,
  start_time: bare(startedAt),
  message: null,
  updated_at: bare(finishedAt ?? startedAt),
});

/** Its one step. */
export const shownStep = ({ node }: Server, { action, startedAt, finishedAt }: Action): Json => ({
  event: /^(attach|detach)_/.test(action) ? `compute_${action}` : `compute_${action}_instance`,
  start_time: bare(startedAt),
  finish_time: bare(finishedAt),
  result: finishedAt === null ? null : 'Success',
  traceback: null,
  host: node?.host ?? null,
  details: null,
});
