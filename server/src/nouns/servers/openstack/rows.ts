import { requiredTraits } from '@gantry/contract/nouns/flavors/traits';
import type { Document, RowInput } from '../../../port/store/rows.ts';
import { takeTurn } from '../../../turns/turns.ts';
import { isUnknown } from '../../../engines/openstack/client/errors.ts';
import { listPorts, type NeutronPort } from './port-list.ts';
import { readHa } from './high-availability.ts';
import { carriedOver } from '../../../engines/openstack/mirror/carried.ts';
import { TASK_MARK } from '../../../engines/openstack/client/mark.ts';
import type { NovaServer } from './client.ts';
import { faultOf, withFault } from './fault.ts';
import { instant, instantOrNull, type MirrorContext, sorted } from '../../../engines/openstack/mirror/strategy.ts';

/** Figures that only metrics know (rule 7): the mirror has none. */
const NO_METRICS = { metrics: { cpu_usage: null, mem_usage: null, block_capacity: null, block_usage: null } };

const byNetwork = (a: NeutronPort, b: NeutronPort) => {
  const [one, other] = [`${a.network_id} ${a.mac_address}`, `${b.network_id} ${b.mac_address}`];
  return one < other ? -1 : Number(one > other);
};

/** Floating addresses are known to the compute service only, by the port's hardware address. */
function floatingIps(server: NovaServer, mac: string): string[] {
  return Object.values(server.addresses)
    .flat()
    .filter((item) => item['OS-EXT-IPS:type'] === 'floating' && item['OS-EXT-IPS-MAC:mac_addr'] === mac)
    .map(({ addr }) => addr)
    .toSorted();
}

/** The members of a server that come from its ports. */
type Attachment = Pick<Document, 'networks' | 'network_data' | 'has_pci_devices'> & {
  /** Some were made for it, and are left behind by the compute service. */
  made_ports?: true;
};

/** Ports that are a device of the node, handed through to the guest. */
const PCI_PORTS: ReadonlySet<string> = new Set([
  'direct',
  'direct-physical',
  'macvtap',
  'accelerator-direct',
  'accelerator-direct-physical',
]);

function attachmentOf(server: NovaServer, ports: readonly NeutronPort[]): Attachment {
  const nics = ports.toSorted(byNetwork).map((port) => ({ port, fixed: port.fixed_ips.map(({ ip_address }) => ip_address).toSorted() }));
  return {
    networks: nics.map(({ port, fixed }) => ({
      network_id: port.network_id,
      mac_addr: port.mac_address,
      ips: [...fixed, ...floatingIps(server, port.mac_address)],
      spoofing_protection: port.port_security_enabled ?? null,
      security_group_ids: (port.security_groups ?? []).toSorted(),
    })),
    network_data: nics.map(({ port, fixed }) => ({ mac_addr: port.mac_address, fixed_ips: fixed })),
    ...(ports.some(({ description }) => description === TASK_MARK) && { made_ports: true }),
    has_pci_devices: ports.some((port) => PCI_PORTS.has(port['binding:vnic_type'] ?? 'normal')),
  };
}

/** The compute service's numbers; 0 where it has not heard of any. */
const POWER_STATES: ReadonlyMap<number, string> = new Map([
  [1, 'running'],
  [3, 'paused'],
  [4, 'shutdown'],
  [6, 'crashed'],
  [7, 'suspended'],
]);

/** Statuses are the compute service's own; other versions of it and clouds like it say STOPPED for SHUTOFF (S2 §4). */
const SYNONYMS: ReadonlyMap<string, string> = new Map([['STOPPED', 'SHUTOFF']]);
const statusOf = ({ status }: NovaServer): string => SYNONYMS.get(status.toUpperCase()) ?? status.toUpperCase();

async function rowOf(context: MirrorContext, server: NovaServer, attachment: Attachment): Promise<RowInput> {
  const { engine, directory } = context;
  const domainId = await directory.domainOf(server.tenant_id);
  const imageId = typeof server.image === 'object' ? (server.image?.id ?? null) : null;
  const specs = sorted(server.flavor.extra_specs ?? {});
  const { vcpus, ram, disk, original_name } = server.flavor;
  const source = directory.image(imageId);
  const { has_pci_devices: hasPciPorts, ...nics } = attachment;
  const { [TASK_MARK]: _mark, ...kept } = server.metadata;
  const { ha, metadata } = readHa(kept);
  return {
    engine,
    kind: 'server',
    id: server.id,
    domainId,
    projectId: server.tenant_id,
    userId: null,
    document: {
      id: server.id,
      name: server.name,
      description: server.description ?? null,
      status: statusOf(server),
      task_state: server['OS-EXT-STS:task_state'] ?? null,
      host_status: server.host_status || null,
      locked: server.locked ?? false,
      locked_reason: server.locked_reason ?? null,
      power_state: POWER_STATES.get(server['OS-EXT-STS:power_state'] ?? 0) ?? null,
      availability_zone: server['OS-EXT-AZ:availability_zone'] || null,
      user_id: server.user_id,
      flavor: { id: directory.flavorId(original_name), original_name, vcpus, ram, disk, extra_specs: specs },
      image: imageId === null ? null : { id: imageId, os_type: source.osType },
      volumes: server['os-extended-volumes:volumes_attached'].map(({ id, delete_on_termination }) => ({
        id,
        delete_on_termination: delete_on_termination ?? false,
      })),
      boots_from_volume: imageId === null,
      ...nics,
      key_name: server.key_name ?? null,
      username: source.adminUser,
      host: server['OS-EXT-SRV-ATTR:host'] ?? null,
      orig_hostname: server['OS-EXT-SRV-ATTR:hostname'] ?? null,
      ha_enabled: ha,
      fault: await faultOf(context, server),
      // It has never been on a node: nothing of it can be switched on or off.
      unplaced: server.status === 'ERROR' && !server['OS-EXT-SRV-ATTR:host'] && !server['OS-SRV-USG:launched_at'],
      metadata: sorted(metadata),
      tags: server.tags.toSorted(),
      traits: requiredTraits(specs),
      // Whatever its flavor or image needs: the compute service binds no single server.
      own_traits: [],
      max_vcpu: null,
      max_mem: null,
      // The compute service has no such thing.
      allow_live_resize: false,
      allow_running_resize: true,
      // It reaches the guest through its agent, which the image says that it has.
      allow_set_password: source.guestAgent,
      has_pci_devices: 'pci_passthrough:alias' in specs || hasPciPorts === true,
      statistics: NO_METRICS,
      created: instant(server.created),
      updated: instantOrNull(server.updated),
      project_id: server.tenant_id,
      domain_id: domainId ?? '',
    },
  };
}

/** Ports by server; undefined while the network service does not answer: a server's status is shown all the same. */
export async function portsOf({ api, log }: MirrorContext, ids: readonly string[]): Promise<Map<string, NeutronPort[]> | undefined> {
  const ports = new Map<string, NeutronPort[]>(ids.map((id) => [id, []]));
  try {
    for (const port of await listPorts(api, ids)) ports.get(port.device_id)?.push(port);
    return ports;
  } catch (error) {
    if (!isUnknown(error)) throw error;
    log.debug({ err: error }, 'ports not read: servers keep the addresses they had');
    return undefined;
  }
}

/** Members of a server that only its ports tell, beside `has_pci_devices`, which its flavor may tell as well. */
const OF_PORTS = ['networks', 'network_data', 'made_ports'] as const satisfies (keyof Attachment)[];

export async function rowsOf(
  context: MirrorContext,
  servers: readonly NovaServer[],
  ports: Map<string, NeutronPort[]> | undefined,
): Promise<RowInput[]> {
  const rows: RowInput[] = [];
  const ids = servers.map(({ id }) => id);
  const known = ports ? undefined : await context.store.read.getMany(context.engine, 'server', ids);
  for (const server of servers) {
    await takeTurn();
    const row = await rowOf(context, server, attachmentOf(server, ports?.get(server.id) ?? []));
    const unread = row.document['has_pci_devices'] === true ? OF_PORTS : [...OF_PORTS, 'has_pci_devices'];
    rows.push(known ? carriedOver(row, known.get(server.id), unread) : row);
  }
  return rows;
}

/** Listed servers as rows: with their ports, and with the faults that listings leave out. */
export async function listedRows(context: MirrorContext, listed: readonly NovaServer[]): Promise<RowInput[]> {
  const ids = listed.map(({ id }) => id);
  const ports = await portsOf(context, ids);
  const servers: NovaServer[] = [];
  for (const server of listed) servers.push(server.status === 'ERROR' && !server.fault ? await withFault(context, server) : server);
  return rowsOf(context, servers, ports);
}
