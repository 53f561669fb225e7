/** What may reach the interfaces that have some groups: a pure reading of their rules. */
import type { SecurityGroup, SecurityGroupRule } from './entity.ts';
import { PORT_PROTOCOLS, protocolName } from './protocols.ts';
import { isAnybody } from './rules.ts';
import { SIGN_IN_SERVICES, type Service } from './services.ts';

/** What one side is let in by. */
export interface Opening {
  /** Addresses that may be on the other side, `any` of them, or the interfaces of the group with this id. */
  from: { any: true } | { cidr: string } | { group: string };
  ethertype: string;
  /** Null: any. */
  protocol: string | null;
  /** First and last port, of ICMP type and code; null: all. */
  ports: readonly [first: number, last: number] | null;
  /** Ids of the groups whose rules say so. */
  groups: readonly string[];
}

type Read = Pick<SecurityGroup, 'id' | 'security_group_rules'>;

/** Whether anybody may be on the other side of a rule. */
const isOpenToAll = ({ remote_ip_prefix: prefix, remote_group_id: group }: SecurityGroupRule): boolean =>
  group === null && isAnybody(prefix);

function fromOf(rule: SecurityGroupRule): Opening['from'] {
  if (rule.remote_group_id !== null) return { group: rule.remote_group_id };
  return isOpenToAll(rule) ? { any: true } : { cidr: rule.remote_ip_prefix ?? '' };
}

function openingOf(rule: SecurityGroupRule, groupId: string): Opening {
  const { port_range_min: first, port_range_max: last } = rule;
  return {
    from: fromOf(rule),
    ethertype: rule.ethertype ?? 'IPv4',
    protocol: rule.protocol === null ? null : protocolName(rule.protocol),
    ports: first === null && last === null ? null : [first ?? 0, last ?? first ?? 0],
    groups: [groupId],
  };
}

const sideOf = ({ from, ethertype }: Opening): string => JSON.stringify([from, ethertype]);

/** Whether all that one lets in the other lets in, too. */
function covers(wide: Opening, narrow: Opening): boolean {
  if (sideOf(wide) !== sideOf(narrow)) return false;
  if (wide.protocol === null) return true;
  if (wide.protocol !== narrow.protocol) return false;
  if (wide.ports === null) return true;
  return narrow.ports !== null && hasPorts(wide) ? within(narrow.ports, wide.ports) : String(wide.ports) === String(narrow.ports);
}

const hasPorts = ({ protocol }: Opening): boolean => protocol !== null && PORT_PROTOCOLS.has(protocol);
const within = ([first, last]: readonly [number, number], [from, to]: readonly [number, number]): boolean => first >= from && last <= to;

const union = (...lists: readonly (readonly string[])[]): string[] => [...new Set(lists.flat())];

/** Ranges of ports of one side that meet, as one. */
function joined(one: Opening, other: Opening): Opening | undefined {
  if (sideOf(one) !== sideOf(other) || one.protocol !== other.protocol || !hasPorts(one) || !one.ports || !other.ports) return undefined;
  const [[first, last], [from, to]] = [one.ports, other.ports];
  if (from > last + 1 || first > to + 1) return undefined;
  return { ...one, ports: [Math.min(first, from), Math.max(last, to)], groups: union(one.groups, other.groups) };
}

/** One more, put together with those that say the same, more, or less. */
function merged(openings: readonly Opening[], next: Opening): Opening[] {
  const same = openings.find((one) => covers(one, next) && covers(next, one));
  if (same) return openings.map((one) => (one === same ? { ...one, groups: union(one.groups, next.groups) } : one));
  if (openings.some((one) => covers(one, next))) return [...openings];
  for (const one of openings) {
    const both = joined(one, next);
    if (both)
      return merged(
        openings.filter((other) => other !== one),
        both,
      );
  }
  return [...openings.filter((one) => !covers(next, one)), next];
}

const rank = ({ from }: Opening): number => ('any' in from ? 0 : 'cidr' in from ? 1 : 2);

/**
 * Who may reach an interface that has these groups, and how: what anybody may do first, then by addresses and groups. What is said twice, or
 * covered by something wider, is said once.
 */
export function openingsOf(groups: readonly Read[]): Opening[] {
  const all = groups.flatMap(({ id, security_group_rules: rules }) =>
    rules.filter(({ direction }) => direction === 'ingress').map((rule) => openingOf(rule, id)),
  );
  return all
    .reduce<Opening[]>(merged, [])
    .toSorted((one, other) => rank(one) - rank(other) || (one.ports?.[0] ?? 0) - (other.ports?.[0] ?? 0));
}

const lets = (rule: SecurityGroupRule, { protocol, ports }: Service): boolean => {
  if (rule.protocol !== null && protocolName(rule.protocol) !== protocol) return false;
  const { port_range_min: first, port_range_max: last } = rule;
  return first === null || last === null || ports === null || (first <= ports[0] && ports[1] <= last);
};

/** The services by which people sign in that a group opens to everybody. */
export const exposedServices = (rules: readonly SecurityGroupRule[]): string[] =>
  SIGN_IN_SERVICES.filter((service) => rules.some((rule) => rule.direction === 'ingress' && isOpenToAll(rule) && lets(rule, service))).map(
    ({ id }) => id,
  );
