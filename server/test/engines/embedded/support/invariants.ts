import type { Quota } from '@gantry/contract/nouns/quotas/calls';
import type { Store } from '../../../../src/store/port.ts';
import { GIB, MIB } from '../../../../src/engines/embedded/documents.ts';
import { hostRanges, parseIpv4 } from '../../../../src/engines/embedded/ipv4.ts';
import { all, RECORDS, type Caller } from './platform.ts';

/** The only combinations of status and task state that a server of the platform may be seen in (issue 2, section F; S2 §4). */
const STATES: Readonly<Record<string, readonly (string | null)[]>> = {
  BUILD: ['scheduling', 'block_device_mapping', 'networking', 'spawning'],
  ACTIVE: [null, 'powering-off', 'deleting'],
  SHUTOFF: [null, 'powering-on', 'deleting'],
  REBOOT: ['rebooting', 'reboot_pending', 'reboot_started'],
  HARD_REBOOT: ['rebooting_hard', 'reboot_pending_hard', 'reboot_started_hard'],
  ERROR: [null, 'powering-off', 'deleting'],
};

/** A list of records gives so many where it is not told how many. */
const EVERY = { limit: 1_000_000 };

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Throws where something is not true that always must be. */
export async function mustHold(store: Store, caller: Caller): Promise<void> {
  const found = await violations(store, caller);
  if (found.length > 0) throw new Error(found.join('\n'));
}

/** What is not true of the platform although it always must be: sums, addresses, states, leftovers. Empty when all is well. */
export async function violations(store: Store, caller: Caller): Promise<string[]> {
  const found: string[] = [];
  const same = (what: string, actual: unknown, expected: unknown) => {
    const [a, e] = [JSON.stringify(actual), JSON.stringify(expected)];
    if (a !== e) found.push(`${what}: ${a} instead of ${e}`);
  };
  const [servers, volumes, nodes, projects, networks] = [
    await all(store, 'server'),
    await all(store, 'volume'),
    await all(store, 'node'),
    await all(store, 'project'),
    await all(store, 'network'),
  ];
  const sizeOf = new Map(volumes.map(({ id, size }) => [id, size]));
  const diskOf = (server: (typeof servers)[number]) => sum(server.volumes.map(({ id }) => sizeOf.get(id) ?? NaN));

  for (const { name, status, task_state } of servers) {
    if (!STATES[status]?.includes(task_state)) found.push(`${name} is in ${status} ${task_state}`);
  }
  same('volumes', volumes.map(({ id }) => id).toSorted(), servers.flatMap((server) => server.volumes.map(({ id }) => id)).toSorted());

  const demand = (of: typeof servers) => ({
    vcpus: sum(of.map(({ flavor }) => flavor.vcpus)),
    ram: sum(of.map(({ flavor }) => flavor.ram)),
    disk: sum(of.map(diskOf)),
    servers: of.length,
  });
  const load = (node: (typeof nodes)[number]) => {
    const { vcpus, vcpus_free, vm_mem_capacity, vm_mem_free, vm_mem_reserved, disk_capacity, disk_free } = node.statistics.compute;
    if (vcpus_free < 0 || vm_mem_free < 0 || disk_free < 0) found.push(`${node.id} is overbooked`);
    same(`memory of ${node.id}`, vm_mem_reserved, vm_mem_capacity - vm_mem_free);
    return { vcpus: vcpus - vcpus_free, ram: vm_mem_reserved / MIB, disk: (disk_capacity - disk_free) / GIB, servers: node.hypervisor.vms };
  };
  const loads = nodes.map((node) => ({ id: node.id, load: load(node) }));
  const placed = servers.filter(({ host }) => host !== null);
  if (placed.length === servers.length) {
    for (const { id, load: actual } of loads) same(`load of ${id}`, actual, demand(placed.filter(({ host }) => host === id)));
  }
  const total = (key: 'vcpus' | 'ram' | 'disk' | 'servers') => sum(loads.map((item) => item.load[key]));
  same('load of all nodes', { vcpus: total('vcpus'), ram: total('ram'), disk: total('disk'), servers: total('servers') }, demand(servers));
  same('indexed nodes', (await store.records.list(RECORDS, 'capacity', EVERY)).length, nodes.length);

  for (const project of projects) {
    const own = servers.filter(({ project_id }) => project_id === project.id);
    const quota = (await caller.live('quota.read', 'project', project.id, { usage: true })) as Quota;
    const used = Object.fromEntries(Object.entries(quota).map(([key, entry]) => [key, entry.used]));
    const { vcpus, ram, disk } = demand(own);
    same(`quota of ${project.name}`, used, { instances: own.length, cores: vcpus, ram, volumes: own.length, gigabytes: disk });
  }

  for (const network of networks) {
    const ports = servers.flatMap((server) => server.networks.filter(({ network_id }) => network_id === network.id));
    const addresses = ports.flatMap(({ ips }) => ips.map(parseIpv4));
    const macs = ports.map(({ mac_addr }) => mac_addr);
    if (new Set(addresses).size !== addresses.length) found.push(`an address of ${network.name} is used twice`);
    if (new Set(macs).size !== macs.length) found.push(`a MAC address of ${network.name} is used twice`);
    for (const subnet of network.subnets) {
      const ranges = hostRanges(subnet.cidr, subnet.gateway_ip);
      const size = sum(ranges.map(({ start, end }) => end - start + 1));
      const strangers = addresses.filter((address) => !ranges.some(({ start, end }) => address >= start && address <= end));
      if (strangers.length > 0) found.push(`an address lies outside ${subnet.cidr}`);
      const free = await store.records.list(RECORDS, 'addresses', { prefix: `${subnet.id}:`, ...EVERY });
      const freeCount = sum(free.map(({ key, value }) => (value as number) - Number(key.slice(-10)) + 1));
      same(`addresses of ${network.name}`, freeCount + addresses.length, size);
    }
  }
  const journals = (await store.records.list(RECORDS, 'journals', EVERY)).map(({ key }) => key);
  same('journals', journals.toSorted(), servers.map(({ id }) => id).toSorted());
  const busy = servers.filter(({ task_state }) => task_state !== null).map(({ id }) => id);
  same('transitions', (await store.records.list(RECORDS, 'transitions', EVERY)).map(({ key }) => key).toSorted(), busy.toSorted());
  return found;
}
