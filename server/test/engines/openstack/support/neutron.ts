/** A network service that keeps networks, their subnets and policies, starting from what was recorded. */
import { Kept, serve, type Item } from './kept.ts';
import type { Asked, Reply, ReplayCloud } from './replay.ts';

/** As the service refuses. */
export const neutronError = (status: number, type: string, message: string): Reply => ({
  status,
  answer: { NeutronError: { type, message, detail: '' } },
});

const listed = (cloud: ReplayCloud, place: string, many: string): Item[] =>
  cloud.recorded<Record<string, Item[]>>('GET', new RegExp(`^/network/v2\\.0/${place}\\?`))[many]!;

const range = (cidr: string) => ({ start: cidr.replace(/\.0\/\d+$/, '.2'), end: cidr.replace(/\.0\/\d+$/, '.254') });

export interface Neutron {
  networks: Kept;
  subnets: Kept;
  policies: Kept;
  /** What is refused: first word that is not undefined. */
  refuse: ((asked: Asked, item: Item | undefined) => Reply | undefined)[];
}

/** From now on the cloud keeps what it is asked to. */
export function keepNetworks(cloud: ReplayCloud): Neutron {
  const networks = new Kept({
    members: ['networks', 'network'],
    items: listed(cloud, 'networks', 'networks'),
    make: () => ({
      status: 'ACTIVE',
      shared: false,
      mtu: 1450,
      port_security_enabled: true,
      'router:external': false,
      'provider:network_type': 'vxlan',
      'provider:physical_network': null,
      'provider:segmentation_id': 7,
      created_at: '2026-11-23T12:00:00Z',
    }),
  });
  const subnets = new Kept({
    members: ['subnets', 'subnet'],
    items: listed(cloud, 'subnets', 'subnets'),
    make: ({ cidr }) => ({
      name: '',
      gateway_ip: String(cidr).replace(/\.0\/\d+$/, '.1'),
      enable_dhcp: true,
      allocation_pools: [range(String(cidr))],
      dns_nameservers: [],
      ipv6_ra_mode: null,
      ipv6_address_mode: null,
    }),
  });
  const policies = new Kept({
    members: ['rbac_policies', 'rbac_policy'],
    items: listed(cloud, 'rbac-policies', 'rbac_policies'),
    make: () => ({}),
  });
  const refuse: Neutron['refuse'] = [];
  const no = (asked: Asked, item: Item | undefined) => refuse.map((one) => one(asked, item)).find((reply) => reply !== undefined);
  const gone = neutronError(404, 'NotFound', 'It could not be found.');
  for (const [place, kept] of [
    ['networks', networks],
    ['subnets', subnets],
    ['rbac-policies', policies],
  ] as const)
    serve(cloud, `/network/v2.0/${place}`, { kept, gone, refuse: no });
  // A network takes its subnets along.
  cloud.on('DELETE', /^\/network\/v2\.0\/networks\//, (asked) => {
    const id = asked.path.split('/').at(-1)!;
    const refusal = no(asked, networks.items.get(id));
    if (refusal) return refusal;
    for (const subnet of subnets.items.values()) if (subnet['network_id'] === id) subnets.remove(subnet.id);
    return networks.remove(id) ? { status: 204, answer: null } : gone;
  });
  return { networks, subnets, policies, refuse };
}
