import { SYSTEM_TAG } from '../../constants.ts';
import { canonicalRange } from '../../validation/canonical.ts';
import { FORMS } from '../../wire/forms.ts';
import { no, type Rule, type RuleResult } from '../../wire/rule-result.ts';
import type { SecurityGroup } from './entity.ts';
import { ICMP_PROTOCOLS, isIpv6Only, PORT_PROTOCOLS, protocolName } from './protocols.ts';

/** Name of the group that each project has; nobody else's is called so. */
export const DEFAULT_GROUP = 'default';

type Named = Pick<SecurityGroup, 'name'>;

/** The group that interfaces of a project have where nothing else is said. Each project has one; its name is reserved. */
export const isDefaultGroup = ({ name }: Named): boolean => name === DEFAULT_GROUP;

/** Neither the default group nor those of the platform are deleted (S2 §3). */
export const isGroupDeletable: Rule<Named & Pick<SecurityGroup, 'tags'>> = (group) => {
  if (isDefaultGroup(group)) return no('security_group_default');
  return group.tags.includes(SYSTEM_TAG) ? no('security_group_system') : true;
};

/** The default group keeps its name. */
export const isGroupChangeable: Rule<Named, { name?: string | undefined }> = (group, { name }): RuleResult =>
  name !== undefined && isDefaultGroup(group) ? no('security_group_default_name') : true;

/** A rule as it is asked for; null and absent are the same. */
export interface RuleShape {
  direction: 'ingress' | 'egress';
  ethertype?: string | null | undefined;
  protocol?: string | null | undefined;
  port_range_min?: number | null | undefined;
  port_range_max?: number | null | undefined;
  remote_ip_prefix?: string | null | undefined;
  remote_group_id?: string | null | undefined;
}

/** Something that is wrong with a rule, at a member. */
interface RuleProblem {
  path: string;
  code: string;
}

const ICMP_LARGEST = 255;

/** The IP version that a rule is for: what it says, else that of its addresses. */
export const ethertypeOf = ({ ethertype, remote_ip_prefix: prefix }: RuleShape): string =>
  ethertype ?? (prefix?.includes(':') === true ? 'IPv6' : 'IPv4');

/** Everything that is wrong with a rule whose members are right by themselves. */
export function ruleProblems(rule: RuleShape): RuleProblem[] {
  const problems: RuleProblem[] = [];
  const add = (path: string, code: string): void => void problems.push({ path, code });
  const isIpv6 = ethertypeOf(rule) === 'IPv6';
  const { remote_ip_prefix: prefix, remote_group_id: group } = rule;
  const name = rule.protocol ? protocolName(rule.protocol) : null;
  if (prefix && group) add('remote_group_id', 'one_of_both');
  if (prefix && !FORMS[isIpv6 ? 'ipv6_cidr' : 'ipv4_cidr'].fits(canonicalRange(prefix))) add('remote_ip_prefix', 'other_ip_version');
  if (name !== null && isIpv6Only(name) && !isIpv6) add('protocol', 'protocol_other_version');
  return [...problems, ...portProblems(name, rule)];
}

/** Ports are a range of two; an ICMP code needs its type. */
function portProblems(name: string | null, { port_range_min: min = null, port_range_max: max = null }: RuleShape): RuleProblem[] {
  const problems: RuleProblem[] = [];
  const add = (path: string, code: string): void => void problems.push({ path, code });
  if (min === null && max === null) return problems;
  if (name !== null && ICMP_PROTOCOLS.has(name)) {
    if (min === null) add('port_range_min', 'icmp_type_missing');
    else if (min > ICMP_LARGEST) add('port_range_min', 'icmp_number');
    if (max !== null && max > ICMP_LARGEST) add('port_range_max', 'icmp_number');
  } else if (name === null || !PORT_PROTOCOLS.has(name)) add(min === null ? 'port_range_max' : 'port_range_min', 'ports_unknown');
  else if (min === null || max === null) add(min === null ? 'port_range_min' : 'port_range_max', 'required');
  else if (min === 0) add('port_range_min', 'port_zero');
  else if (max < min) add('port_range_max', 'port_order');
  return problems;
}

/** Whether addresses of the other side are those of anybody: named as all there are, or not at all. */
export const isAnybody = (prefix: string | null): boolean => prefix === null || prefix.endsWith('/0');

/** What two rules of a group may not have in common: all that they let through. */
export function ruleKey(rule: RuleShape): string {
  const prefix = rule.remote_ip_prefix ?? null;
  return JSON.stringify([
    rule.direction,
    ethertypeOf(rule),
    rule.protocol ? protocolName(rule.protocol) : null,
    rule.port_range_min ?? null,
    rule.port_range_max ?? null,
    prefix === null || isAnybody(prefix) ? null : canonicalRange(prefix),
    rule.remote_group_id ?? null,
  ]);
}

/** The rules among `wanted` that a group lacks, and those that it has already. */
export function comparedRules<R extends RuleShape>(existing: readonly RuleShape[], wanted: readonly R[]): { missing: R[]; skipped: R[] } {
  const keys = new Set(existing.map(ruleKey));
  const { missing = [], skipped = [] } = Object.groupBy(wanted, (rule) => (keys.has(ruleKey(rule)) ? 'skipped' : 'missing'));
  return { missing, skipped };
}
