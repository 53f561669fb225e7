/** Rules of security groups, which stand in their document. */
import { randomUUID } from 'node:crypto';
import type { RuleWanted } from '@gantry/contract/nouns/security-groups/bodies';
import type { SecurityGroupRule } from '@gantry/contract/nouns/security-groups/entity';
import { ethertypeOf } from '@gantry/contract/nouns/security-groups/rules';

/** The rule that lets everything through, in one direction and for one IP version. */
export const openRule = (id: string, direction: SecurityGroupRule['direction'], ethertype: string): SecurityGroupRule => ({
  id,
  direction,
  ethertype,
  protocol: null,
  port_range_min: null,
  port_range_max: null,
  remote_ip_prefix: null,
  remote_group_id: null,
});

/** A new rule as it was asked for. */
export const ruleOf = (wanted: RuleWanted): SecurityGroupRule => ({
  ...openRule(randomUUID(), wanted.direction, ethertypeOf(wanted)),
  protocol: wanted.protocol ?? null,
  port_range_min: wanted.port_range_min ?? null,
  port_range_max: wanted.port_range_max ?? null,
  remote_ip_prefix: wanted.remote_ip_prefix ?? null,
  remote_group_id: wanted.remote_group_id ?? null,
});
