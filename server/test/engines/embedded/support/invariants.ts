import type { Quota } from '@gantry/contract/nouns/quotas/calls';
import type { Store } from '../../../../src/port/store/store.ts';
import { neededTraits } from '@gantry/contract/nouns/servers/placement';
import { lackingTraits } from '@gantry/contract/nouns/traits/needs';
import { GIB, MIB, type ServerDocument } from '../../../../src/engines/embedded/platform/documents.ts';
import { rangesOf } from '../../../../src/nouns/networks/embedded/addresses.ts';
import { isPooled6 } from '../../../../src/nouns/networks/embedded/ipv6.ts';
import { isSelfAddressed } from '@gantry/contract/nouns/networks/subnet-rules';
import { isHostIn } from '@gantry/contract/validation/cidr';
import { isIPv4 } from 'node:net';
import { parseIpv4, rangeOf } from '../../../../src/nouns/networks/embedded/ipv4.ts';
import type { Demand, HistoryEntry, Journal, Reservation, Transition } from '../../../../src/engines/embedded/platform/records.ts';
import type { ChangeRecord } from '../../../../src/engines/embedded/platform/records.ts';
import { all, RECORDS, type Caller } from './platform.ts';

const IMAGE = ['image_snapshot', 'image_pending_upload', 'image_uploading'];

/** The only combinations of status and task state that a server of the platform may be seen in (S2 §4). */
const STATES: Readonly<Record<string, readonly (string | null)[]>> = {
  BUILD: ['scheduling', 'block_device_mapping', 'networking', 'spawning'],
  ACTIVE: [null, 'powering-off', 'pausing', 'suspending', 'shelving', 'rescuing', 'deleting', ...IMAGE],
  SHUTOFF: [null, 'powering-on', 'shelving', 'rescuing', 'deleting', ...IMAGE],
  PAUSED: [null, 'unpausing', 'powering-off', 'shelving', 'deleting', ...IMAGE],
  SUSPENDED: [null, 'resuming', 'shelving', 'deleting', ...IMAGE],
  SHELVED: ['shelving_offloading'],
  SHELVED_OFFLOADED: [null, 'unshelving', 'spawning', 'deleting'],
  RESCUE: [null, 'unrescuing', 'powering-off', 'deleting'],
  REBOOT: ['rebooting', 'reboot_pending', 'reboot_started'],
  HARD_REBOOT: ['rebooting_hard', 'reboot_pending_hard', 'reboot_started_hard'],
  REBUILD: ['rebuilding', 'rebuild_block_device_mapping', 'rebuild_spawning'],
  RESIZE: ['resize_prep', 'resize_migrating', 'resize_migrated', 'resize_finish'],
  VERIFY_RESIZE: [null, 'resize_confirming', 'deleting'],
  REVERT_RESIZE: ['resize_reverting'],
  LIVE_RESIZE: ['resize_prep', 'resize_finish'],
  PASSWORD: ['updating_password'],
  MIGRATING: ['migrating'],
  ERROR: [null, 'powering-off', 'rescuing', 'deleting'],
};
/** What may be going on while a server has room and a flavor beside those it has. */
const ON_THE_MOVE: ReadonlySet<string> = new Set([
  'create', 'unshelve', 'resize', 'liveResize', 'confirmResize', 'revertResize', 'migrate', 'liveMigrate', 'evacuate', 'delete',
]); // prettier-ignore

/** Statuses that volumes pass through with a server or without one. */
const WITH_OR_WITHOUT: ReadonlySet<string> = new Set(['creating', 'downloading', 'deleting', 'extending']);

/** A list of records gives so many where it is not told how many. */
const EVERY = { limit: 1_000_000 };

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** What an instance of a load balancer holds of its node. */
const OF_INSTANCE: Demand = { vcpus: 1, ram: 1024, disk: 2, servers: 0 };

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
  const records = async <T>(bucket: string) =>
    new Map((await store.records.list(RECORDS, bucket, EVERY)).map(({ key, value }) => [key, value as T]));
  const [servers, volumes, snapshots, nodes, projects, networks, images] = [
    await all(store, 'server'),
    await all(store, 'volume'),
    await all(store, 'volume_snapshot'),
    await all(store, 'node'),
    await all(store, 'project'),
    await all(store, 'network'),
    await all(store, 'image'),
  ];
  const groups = await all(store, 'security_group');
  const routers = await all(store, 'router');
  const floatingIps = await all(store, 'floating_ip');
  const balancers = await all(store, 'load_balancer');
  const pools = await all(store, 'load_balancer_pool');
  const vpns = await all(store, 'vpn_connection');
  const [transitions, reservations, journals] = [
    await records<Transition>('transitions'),
    await records<Reservation>('reservations'),
    await records<Journal>('journals'),
  ];
  const changes = await records<ChangeRecord>('changes');
  const growths = new Map(
    [...changes].flatMap(([key, { does, details }]) =>
      does === 'volume.extend' ? [[key.slice('volume:'.length), Number(details['by'])]] : [],
    ),
  );
  // What a volume holds of a quota and a node: also what it grows by.
  const sizeOf = new Map(volumes.map(({ id, size }) => [id, size + (growths.get(id) ?? 0)]));

  for (const server of servers) {
    const { id, name, status, task_state, host, host_status } = server;
    if (!STATES[status]?.includes(task_state)) found.push(`${name} is in ${status} ${task_state}`);
    const isNowhere = status === 'SHELVED_OFFLOADED' || task_state === 'scheduling';
    if ((host === null) !== isNowhere) found.push(`${name} is in ${status} ${task_state} on ${host}`);
    const node = nodes.find((one) => one.id === host);
    same(`host status of ${name}`, host_status, host === null ? null : node?.state === 'offline' ? 'DOWN' : 'UP');
    const action = transitions.get(id)?.action;
    if (reservations.has(id) ? !(action ? ON_THE_MOVE.has(action) : status === 'VERIFY_RESIZE') : status === 'VERIFY_RESIZE')
      found.push(`${name} holds ${JSON.stringify(reservations.get(id))} in ${status} ${task_state}`);
    same(`traits of ${name}`, server.traits, neededTraits(server.flavor.extra_specs, server.own_traits, server.image_traits));
    const goal = reservations.get(id);
    const places = [
      ...(host === null ? [] : [{ nodeId: host, needs: server.traits }]),
      ...(goal ? [{ nodeId: goal.nodeId, needs: neededTraits(goal.flavor.extra_specs, server.own_traits, server.image_traits) }] : []),
    ];
    for (const { nodeId, needs } of places)
      same(`what ${name} lacks on ${nodeId}`, lackingTraits(needs, nodes.find((one) => one.id === nodeId)?.traits ?? []), []);
    const running = journals.get(id)?.history.filter(isOwnAndRunning).length ?? 0;
    same(`entries of ${name} that are running`, running, action ? 1 : 0);
  }
  const inPools = balancers.map(({ id, pools: own, members_count: members }) => ({ id, own: own.map((one) => one.id), members }));
  for (const { id, own, members } of inPools) {
    const found = pools.filter(({ loadbalancer_id: of }) => of === id);
    same(`pools of ${id}`, own.toSorted(), found.map((one) => one.id).toSorted());
    same(`members of ${id}`, members, sum(found.map((one) => one.members.length)));
  }
  same(
    'pools of no load balancer',
    pools.flatMap(({ id, loadbalancer_id: of }) => (balancers.some((balancer) => balancer.id === of) ? [] : [id])),
    [],
  );
  const used = new Set(
    vpns.flatMap((vpn) => [vpn.vpnservice_id, vpn.ikepolicy_id, vpn.ipsecpolicy_id, vpn.local_ep_group_id, vpn.peer_ep_group_id]),
  );
  for (const kind of ['vpn_service', 'vpn_ike_policy', 'vpn_ipsec_policy', 'vpn_endpoint_group'] as const)
    same(
      `${kind} of no connection`,
      (await all(store, kind)).flatMap(({ id }) => (used.has(id) ? [] : [id])),
      [],
    );
  const attached = servers.flatMap((server) => server.volumes.map((volume) => ({ volume: volume.id, server: server.id })));
  const said = volumes.flatMap((volume) => volume.attachments.map(({ server_id }) => ({ volume: volume.id, server: server_id })));
  const inOrder = (pairs: typeof attached) => pairs.map(({ volume, server }) => `${volume} of ${server}`).toSorted();
  same('attachments', inOrder(said), inOrder(attached));
  same(
    'volumes that grow',
    [...growths.keys()].toSorted(),
    volumes.flatMap(({ id, status }) => (status === 'extending' ? id : [])).toSorted(),
  );
  for (const { id, status, attachments } of volumes)
    if (!WITH_OR_WITHOUT.has(status) && (status === 'available') !== (attachments.length === 0))
      found.push(`volume ${id} is ${status} with ${attachments.length} servers`);

  const roomOf = ({ flavor, volumes: [boot] }: ServerDocument): Demand => ({
    vcpus: flavor.vcpus,
    ram: flavor.ram,
    // Only the disk it boots from lies on the node.
    disk: (boot && sizeOf.get(boot.id)) ?? NaN,
    servers: 1,
  });
  const held = [
    ...servers.flatMap((server) => (server.host === null ? [] : [{ nodeId: server.host, room: roomOf(server) }])),
    ...[...reservations.values()].map(({ nodeId, room }) => ({ nodeId, room })),
    ...balancers.flatMap(({ amphorae }) => amphorae.flatMap(({ host }) => (host === null ? [] : [{ nodeId: host, room: OF_INSTANCE }]))),
  ];
  for (const { id, statistics, hypervisor } of nodes) {
    const { vcpus, vcpus_free, vm_mem_capacity, vm_mem_free, vm_mem_reserved, disk_capacity, disk_free } = statistics.compute;
    if (vcpus_free < 0 || vm_mem_free < 0 || disk_free < 0) found.push(`${id} is overbooked`);
    same(`memory of ${id}`, vm_mem_reserved, vm_mem_capacity - vm_mem_free);
    const rooms = held.filter(({ nodeId }) => nodeId === id).map(({ room }) => room);
    same(
      `load of ${id}`,
      { vcpus: vcpus - vcpus_free, ram: vm_mem_reserved / MIB, disk: (disk_capacity - disk_free) / GIB, servers: hypervisor.vms },
      {
        vcpus: sum(rooms.map((room) => room.vcpus)),
        ram: sum(rooms.map((room) => room.ram)),
        disk: sum(rooms.map((room) => room.disk)),
        servers: sum(rooms.map((room) => room.servers)),
      },
    );
  }
  same('indexed nodes', (await records('capacity')).size, nodes.length);

  const quotasOf = await records('quotas');
  for (const [domainId, value] of await records('domain-quotas')) {
    const { used } = value as { used: Record<string, number> };
    const parts = projects.flatMap(({ id, domain_id }) =>
      domain_id === domainId ? [(quotasOf.get(id) as { used: Record<string, number> }).used] : [],
    );
    for (const resource of new Set([used, ...parts].flatMap((one) => Object.keys(one))))
      same(`${resource} of domain ${domainId}`, used[resource] ?? 0, sum(parts.map((one) => one[resource] ?? 0)));
  }
  for (const project of projects) {
    const own = servers.filter(({ project_id }) => project_id === project.id);
    const quota = (await caller.live('quota.read', 'project', project.id, { usage: true })) as Quota;
    const { storage_policies: policies, ...counted } = quota;
    const used = Object.fromEntries(Object.entries(counted).map(([key, entry]) => [key, entry.used]));
    const larger = (of: 'vcpus' | 'ram') => sum(own.map(({ id, flavor }) => Math.max(flavor[of], reservations.get(id)?.flavor[of] ?? 0)));
    const sizesOf = (things: readonly Pick<(typeof volumes)[number], 'id' | 'project_id' | 'size'>[]) =>
      things.flatMap((thing) => (thing.project_id === project.id ? (sizeOf.get(thing.id) ?? thing.size) : []));
    const [disks, moments] = [sizesOf(volumes), sizesOf(snapshots)];
    const numbers = { instances: own.length, cores: larger('vcpus'), ram: larger('ram'), volumes: disks.length, snapshots: moments.length };
    const ofProject = <T extends { project_id: string | null }>(things: readonly T[]): T[] =>
      things.filter(({ project_id }) => project_id === project.id);
    const expected = {
      ...numbers,
      gigabytes: sum([...disks, ...moments]),
      networks: ofProject(networks).length,
      routers: ofProject(routers).length,
      floating_ips: ofProject(floatingIps).length,
      load_balancers: ofProject(balancers).length,
      vpn_connections: ofProject(vpns).length,
      security_groups: ofProject(groups).length,
      security_group_rules: sum(ofProject(groups).map(({ security_group_rules: rules }) => rules.length)),
    };
    same(`quota of ${project.name}`, used, expected);
    for (const { name, used: gib } of policies) {
      const ofPolicy = volumes.filter(({ storage_policy_name: policy }) => policy === name);
      const ids = new Set(ofPolicy.map(({ id }) => id));
      const sizes = sizesOf([...ofPolicy, ...snapshots.filter(({ volume_id: id }) => ids.has(id))]);
      same(`storage of ${project.name} in ${name}`, gib, sum(sizes));
    }
  }

  const inUse = async (subnetId: string): Promise<number> =>
    (await store.records.list(RECORDS, 'taken6', { prefix: `${subnetId}:`, ...EVERY })).length;
  for (const network of networks) {
    const ports = servers.flatMap(({ networks: nics, network_data: data }) =>
      nics
        .filter(({ network_id }) => network_id === network.id)
        .map(({ mac_addr }) => ({ mac_addr, ips: data.find((one) => one.mac_addr === mac_addr)?.fixed_ips ?? [] })),
    );
    const others = [
      ...routers.flatMap(({ external_interface: external, interfaces_info: internal }) =>
        [...(external ? [external] : []), ...internal].flatMap((one) => (one.network_id === network.id ? one.fixed_ips : [])),
      ),
      ...floatingIps.flatMap((one) => (one.floating_network_id === network.id ? { ip_address: one.floating_ip_address } : [])),
      ...balancers.flatMap(({ network_id: id, address: ip }) => (id === network.id && ip !== null ? { ip_address: ip } : [])),
    ].map(({ ip_address: ip }) => ip);
    const everyIp = [...ports.flatMap(({ ips }) => ips), ...others];
    const addresses = everyIp.filter((ip) => isIPv4(ip)).map(parseIpv4);
    const addresses6 = everyIp.filter((ip) => !isIPv4(ip));
    if (new Set(addresses6).size !== addresses6.length) found.push(`an IPv6 address of ${network.name} is used twice`);
    const macs = ports.map(({ mac_addr }) => mac_addr);
    if (new Set(addresses).size !== addresses.length) found.push(`an address of ${network.name} is used twice`);
    if (new Set(macs).size !== macs.length) found.push(`a MAC address of ${network.name} is used twice`);
    for (const subnet of network.subnets.filter(({ ip_version: version }) => version === 6)) {
      const inPorts = new Set(ports.flatMap(({ ips }) => ips));
      const isKept = (ip: string): boolean =>
        isHostIn(subnet.cidr, ip) && (isSelfAddressed(subnet) || isPooled6(subnet, ip) || inPorts.has(ip));
      same(`IPv6 addresses of ${network.name}`, await inUse(subnet.id), addresses6.filter(isKept).length);
    }
    for (const subnet of network.subnets.filter(({ ip_version: version }) => version === 4)) {
      const ranges = rangesOf(subnet);
      const size = sum(ranges.map(({ start, end }) => end - start + 1));
      const free = await store.records.list(RECORDS, 'addresses', { prefix: `${subnet.id}:`, ...EVERY });
      const freeCount = sum(free.map(({ key, value }) => (value as number) - Number(key.slice(-10)) + 1));
      const own = addresses.filter((address) => ranges.some(({ start, end }) => address >= start && address <= end));
      same(`addresses of ${network.name}`, freeCount + own.length, size);
      const isApart = (ip: string): boolean =>
        isIPv4(ip) && isHostIn(subnet.cidr, ip) && !ranges.some(({ start, end }) => parseIpv4(ip) >= start && parseIpv4(ip) <= end);
      same(
        `addresses of ${network.name} outside of its pools`,
        await inUse(subnet.id),
        ports.flatMap(({ ips }) => ips).filter(isApart).length,
      );
    }
    const isHoused = (address: number): boolean =>
      network.subnets.some(
        ({ cidr, ip_version: version }) => version === 4 && address >= rangeOf(cidr).start && address <= rangeOf(cidr).end,
      );
    same(
      `addresses of ${network.name} in no subnet`,
      addresses.filter((address) => !isHoused(address)),
      [],
    );
  }
  same('journals', [...journals.keys()].toSorted(), servers.map(({ id }) => id).toSorted());
  const busy = servers.filter(({ task_state }) => task_state !== null).map(({ id }) => id);
  same('transitions', [...transitions.keys()].toSorted(), busy.toSorted());
  const making = [...transitions.values()].flatMap(({ action, imageId }) => (action === 'createImage' ? [imageId] : []));
  const unfinished = images.filter(({ status }) => status !== 'active').map(({ id }) => id);
  same('images that are being made', unfinished.toSorted(), making.toSorted());
  const clusters = await all(store, 'compute_cluster');
  const things = new Set(
    [...servers, ...volumes, ...snapshots, ...nodes, ...clusters, ...balancers, ...pools, ...vpns].map(({ id }) => id),
  );
  const strangers = [...[...changes.keys()].map((key) => key.slice(key.indexOf(':') + 1)), ...reservations.keys()].filter(
    (id) => !things.has(id),
  );
  same('records of things that are gone', strangers, []);
  return found;
}

/** Entries of volumes are beside what is done to the server itself. */
const isOwnAndRunning = ({ result, action }: HistoryEntry): boolean => result === 'running' && !action.endsWith('_volume');
