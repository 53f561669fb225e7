/** What a new server needs to be reached by SSH from an external network, and what of it is missing (screens C3). */
import { findGateway, leadsThrough, routersOn } from '../floating-ips/reach.ts';
import type { FloatingIp } from '../floating-ips/entity.ts';
import type { Network } from '../networks/entity.ts';
import { networksOverlap } from '../networks/subnet-rules.ts';
import type { Router } from '../routers/entity.ts';
import { exposedServices } from '../security-groups/openings.ts';
import type { SecurityGroup } from '../security-groups/entity.ts';
import { isDefaultGroup } from '../security-groups/rules.ts';

/** Name of the security group that is made for it, and used again by the next server. */
export const SSH_GROUP = 'ssh';
/** What that lets in: SSH, from everywhere. */
export const SSH_RULE = { direction: 'ingress', protocol: 'tcp', port_range_min: 22, port_range_max: 22 } as const;

/** What stands around the first interface of a server that does not exist yet, as far as the caller sees it. */
export interface Ground {
  /** Id of the external network that it is to be reached from. */
  outside: string;
  /** Of the interface; undefined: none is chosen. */
  network: Pick<Network, 'id' | 'rbac_policies' | 'subnets'> | undefined;
  /** Ids of the groups that the interface is to have; undefined: the project's own one. */
  groupIds: readonly string[] | undefined;
  /** Whether groups say what the interface lets in. */
  isProtected: boolean;
  /** All of the project. */
  networks: readonly Pick<Network, 'subnets'>[];
  routers: readonly Pick<Router, 'id' | 'name' | 'external_gateway_info' | 'interfaces_info'>[];
  groups: readonly Pick<SecurityGroup, 'id' | 'name' | 'security_group_rules'>[];
  floatingIps: readonly Pick<FloatingIp, 'id' | 'floating_ip_address' | 'floating_network_id' | 'port_id'>[];
}

/** What is made and what is used. */
export interface ReachPlan {
  /** The address of a new network's subnet; null: the chosen network. */
  network: { cidr: string } | null;
  /** Id of the subnet that the router is connected to; null: that of the new network. */
  subnetId: string | null;
  /** A new router; the one that gets a way out; the one that is connected. Null: there is a way out already. */
  way: { make: true } | { gateway: string } | { connect: string } | null;
  /** All groups of the interface where one is added, `null` for the one that is made. Null: what there is lets SSH in. */
  groups: readonly (string | null)[] | null;
  /** A floating IP that leads nowhere; null: a new one. */
  floating: { id: string; address: string } | null;
}

/** Networks that are offered, one after the other. */
const OFFERED = 256;

/** Why nothing helps. */
export interface ReachObstacle {
  code: keyof typeof reachFieldTexts;
  params: Readonly<Record<string, string>>;
}

/** The first private network that overlaps none of these. */
const freeCidr = (taken: readonly string[]): string | undefined =>
  Array.from({ length: OFFERED }, (_, n) => `192.168.${n}.0/24`).find((cidr) => !taken.some((other) => networksOverlap(cidr, other)));

/** The subnet of the interface; `id` null: of the network that is made. */
interface OfSubnet {
  id: string | null;
  cidr: string;
}

/** The IPv4 subnet of a network from which a way may lead out. */
const subnetOf = ({ subnets }: Pick<Network, 'subnets'>): OfSubnet | undefined =>
  subnets.find(({ ip_version: version, gateway_ip: gateway }) => version === 4 && gateway !== null);

const cidrsOf = ({ subnets }: Pick<Network, 'subnets'>): string[] => subnets.map(({ cidr }) => cidr);

function wayOf({ outside, network, networks, routers }: Ground, { id, cidr }: OfSubnet): ReachPlan['way'] | ReachObstacle {
  const found = id === null ? undefined : findGateway(routersOn([id], routers), outside);
  if (found) {
    if (found.lacks === null) return null;
    return found.lacks.what === 'gateway' ? { gateway: found.router.id } : { code: 'reach_elsewhere', params: found.lacks.params };
  }
  const cidrOf = new Map(networks.flatMap(({ subnets }) => subnets.map((subnet) => [subnet.id, subnet.cidr] as const)));
  // One that is in another subnet of the network stays as it is: what is undone of an interface is undone for the whole network.
  const isFree = ({ interfaces_info: all }: Ground['routers'][number]): boolean =>
    all.every(
      ({ network_id: of, fixed_ips: fixed }) =>
        of !== network?.id && fixed.every(({ subnet_id: other }) => !networksOverlap(cidrOf.get(other ?? '') ?? '0.0.0.0/32', cidr)),
    );
  const fit = routers.find((router) => leadsThrough(router, outside) && isFree(router));
  return fit ? { connect: fit.id } : { make: true };
}

function groupsOf({ groupIds, isProtected, groups }: Ground): ReachPlan['groups'] {
  if (!isProtected) return null;
  const letsIn = ({ security_group_rules: rules }: Ground['groups'][number]): boolean => exposedServices(rules).includes('SSH');
  const own = groupIds ?? groups.filter(isDefaultGroup).map(({ id }) => id);
  if (groups.some((group) => own.includes(group.id) && letsIn(group))) return null;
  return [...own, groups.find((group) => group.name === SSH_GROUP && letsIn(group))?.id ?? null];
}

/**
 * What is made so that the server is reached, and what is used of what there is; the reason where that cannot be done. What stands around a
 * network of somebody else is not seen: there the cloud decides.
 */
export function planReach(ground: Ground): ReachPlan | ReachObstacle {
  const { outside, network, networks, floatingIps } = ground;
  const made = network ? undefined : freeCidr(networks.flatMap(cidrsOf));
  const subnet = network ? subnetOf(network) : made && { id: null, cidr: made };
  if (!subnet) return { code: 'reach_no_ipv4', params: {} };
  const way = network?.rbac_policies === null ? null : wayOf(ground, subnet);
  if (way && 'code' in way) return way;
  const free = floatingIps.find(({ port_id: port, floating_network_id: of }) => port === null && of === outside);
  return {
    network: made ? { cidr: made } : null,
    subnetId: subnet.id,
    way,
    groups: groupsOf(ground),
    floating: free ? { id: free.id, address: free.floating_ip_address } : null,
  };
}

/** Whether there is a plan. */
export const isPlan = (planned: ReachPlan | ReachObstacle): planned is ReachPlan => !('code' in planned);

/** What can be wrong with being reached. */
export const reachFieldTexts = {
  reach_no_ipv4: 'Choose a network with an IPv4 subnet that has a gateway.',
  reach_elsewhere:
    'The router {router} of this network uses the external network {network}. Choose that external network, or another network.',
} as const;
