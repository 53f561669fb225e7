import type { Settings } from '../settings.ts';
import type { ServiceName } from '../client/errors.ts';
import { isMirrored, type CloudNoun } from '../noun.ts';
import type { Strategy } from './strategy.ts';

/**
 * How each kind is kept true. All are swept completely at their interval, which is the only way resources disappear unseen; beside that:
 *
 * | kind | complete listing | sooner than that |
 * |---|---|---|
 * | project, domain, user, group | Keystone lists, role assignments of everyone, users of each group | a sweep when Keystone announces something, re-read after commands |
 * | flavor | flavors with extra specs, access lists of private ones | re-read when announced |
 * | image | images of all visibilities, members of shared ones | re-read when announced, or while saving or importing |
 * | network | networks, their subnets and policies | re-read when a network or one of its subnets is announced |
 * | security_group | security groups with their rules | re-read when a group or one of its rules is announced |
 * | router | routers, their interfaces by page | re-read when a router or one of its interfaces is announced |
 * | floating_ip | floating IPs of all projects | re-read when announced |
 * | load_balancer | load balancers of all projects, amphorae | re-read when announced, while something goes on with one, after commands |
 * | load_balancer_pool | listeners, pools and monitors, members of each pool | re-read with its load balancer, after commands |
 * | load_balancer_flavor, load_balancer_flavor_profile | the service's lists | – |
 * | volume | volumes of all projects | re-read when announced, while in an -ing status, after a server's change |
 * | volume_snapshot | snapshots of all projects | re-read when announced, while something goes on with it, after commands |
 * | storage_policy | volume types, access lists of private ones | re-read when announced |
 * | server | servers with details, ports by page | `changes-since` with five minutes' overlap; re-read when announced, while in transition, after commands |
 * | key_pair | of each user that Keystone lists | re-read when announced, after commands |
 * | trait | custom traits | – |
 * | node | hypervisors; their room, what is reserved of it and their traits from Placement | a sweep when compute announces a service |
 */
export function strategiesOf(nouns: readonly CloudNoun[], { poll }: Pick<Settings, 'poll'>): ReadonlyMap<string, Strategy> {
  const strategies = nouns.filter(isMirrored).map((noun) => noun.strategy(poll));
  return new Map(strategies.map((strategy) => [strategy.kind, strategy]));
}

/** The services that what is shown of a kind depends on: the one whose things they are first, without which there are none. */
export function needsOf(strategies: ReadonlyMap<string, Strategy>, kind: string): readonly ServiceName[] {
  const strategy = strategies.get(kind);
  return strategy ? [...new Set<ServiceName>([strategy.service, 'identity', ...(strategy.also ?? [])])] : ['identity'];
}
