/** Whether members work, as a balancer would find out by looking at them. Nothing is sent to them: it follows from what is simulated. */
import type { HealthMonitor, PoolMember } from '@gantry/contract/nouns/load-balancer-pools/entity';
import type { MemberHealth } from '@gantry/contract/nouns/load-balancer-pools/statuses';
import type { MonitorType } from '@gantry/contract/nouns/load-balancer-pools/values';
import { protocolName } from '@gantry/contract/nouns/security-groups/protocols';
import { isAnybody } from '@gantry/contract/nouns/security-groups/rules';
import { networksOverlap } from '@gantry/contract/nouns/networks/subnet-rules';
import type { PoolDocument, SecurityGroupDocument, ServerDocument } from '../../../engines/embedded/platform/documents.ts';

/** What carries a look at a member. */
const CARRIED_BY: Readonly<Record<MonitorType, string>> = { HTTP: 'tcp', HTTPS: 'tcp', TCP: 'tcp', 'UDP-CONNECT': 'udp', PING: 'icmp' };
/** Statuses of servers whose guests run. */
const RUNNING: ReadonlySet<string> = new Set(['ACTIVE', 'MIGRATING', 'LIVE_RESIZE', 'VERIFY_LIVE_RESIZE', 'PASSWORD']);
const PING_V6 = 'ipv6-icmp';

type Rule = SecurityGroupDocument['security_group_rules'][number];

/** Who looks, and at what. */
interface Look {
  /** The address of the balancer. */
  from: string;
  to: string;
  protocol: string;
  /** Null: the protocol has none. */
  port: number | null;
}

const isV6 = (ip: string): boolean => ip.includes(':');

function letsIn(rule: Rule, { from, to, protocol, port }: Look): boolean {
  if (rule.direction !== 'ingress' || rule.remote_group_id !== null) return false;
  if ((rule.ethertype ?? 'IPv4') !== (isV6(to) ? 'IPv6' : 'IPv4')) return false;
  if (rule.protocol !== null && protocolName(rule.protocol) !== protocol) return false;
  const { remote_ip_prefix: prefix, port_range_min: first, port_range_max: last } = rule;
  if (prefix !== null && !isAnybody(prefix) && !networksOverlap(prefix, `${from}/${isV6(from) ? 128 : 32}`)) return false;
  return port === null || first === null || (port >= first && port <= (last ?? first));
}

/** What is known of a member's surroundings. */
export interface Surroundings {
  /** Of the balancer; null: it has no address. */
  from: string | null;
  server: ServerDocument | undefined;
  /** Groups of its interfaces, by their ids. */
  groups: ReadonlyMap<string, SecurityGroupDocument>;
}

/** Whether a member's address is no longer that of its server. */
export const isGone = ({ address }: PoolMember, { server }: Pick<Surroundings, 'server'>): boolean =>
  server?.network_data.some(({ fixed_ips: ips }) => ips.includes(address)) !== true;

/** How a member is now, for who looks at it. */
export function healthOf(member: PoolMember, monitor: HealthMonitor | null, surroundings: Surroundings): MemberHealth {
  const { from, server, groups } = surroundings;
  if (isGone(member, surroundings) || !server) return 'ERROR';
  if (monitor === null || from === null) return 'UNKNOWN';
  if (!RUNNING.has(server.status) || server.host_status === 'DOWN') return 'UNHEALTHY';
  const mac = server.network_data.find(({ fixed_ips: ips }) => ips.includes(member.address))?.mac_addr;
  const nic = server.networks.find((one) => one.mac_addr === mac);
  if (nic?.spoofing_protection === false) return 'HEALTHY';
  const carrier = CARRIED_BY[monitor.type];
  const protocol = carrier === 'icmp' && isV6(member.address) ? PING_V6 : carrier;
  const look = { from, to: member.address, protocol, port: carrier === 'icmp' ? null : member.protocol_port };
  const rules = (nic?.security_group_ids ?? []).flatMap((id) => groups.get(id)?.security_group_rules ?? []);
  return rules.some((rule) => letsIn(rule, look)) ? 'HEALTHY' : 'UNHEALTHY';
}

/** Milliseconds until a balancer believes what it sees: so many looks, one after the other. What is gone, or not looked at, is known at once. */
export function believedAfter(health: MemberHealth, monitor: PoolDocument['healthmonitor']): number {
  if (monitor === null || (health !== 'HEALTHY' && health !== 'UNHEALTHY')) return 0;
  return monitor.delay * 1000 * (health === 'HEALTHY' ? monitor.max_retries : monitor.max_retries_down);
}
