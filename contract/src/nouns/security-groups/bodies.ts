/** What security groups and their rules are made of, and what can be changed of them (S2 §7). */
import { z } from 'zod';
import { SECURITY_GROUP_LIMITS } from '../../constants.ts';
import { addressRange } from '../../wire/address-range.ts';
import { patterned } from '../../wire/patterned.ts';
import { reference } from '../../wire/reference.ts';
import { description, displayName } from '../../wire/values.ts';
import { isProtocol, protocolName } from './protocols.ts';
import { DEFAULT_GROUP, ruleKey, ruleProblems } from './rules.ts';

/** The name of each project's own group is nobody else's. */
const groupName = patterned(
  'security_group_name',
  displayName.refine((name) => name !== DEFAULT_GROUP, { error: 'default_group_name' }),
);

/** `tcp`, `TCP` or `6`; kept by its name. */
const protocol = patterned(
  'ip_protocol',
  z
    .string()
    .max(16, { error: 'ip_protocol', abort: true })
    .refine(isProtocol, { error: 'ip_protocol', abort: true })
    .overwrite(protocolName),
);

const port = z.number().int().min(0, { error: 'too_small', abort: true }).max(65_535, { error: 'too_large', abort: true });

/** Each member ends the reading of a rule that it is wrong in: `checkRule` judges rules whose members are right by themselves. */
const rule = {
  direction: z.enum(['ingress', 'egress']),
  /** Absent: the version of `remote_ip_prefix`, else IPv4. */
  ethertype: z.enum(['IPv4', 'IPv6']).optional(),
  /** Absent: any. */
  protocol: protocol.optional(),
  /** First and last port; of ICMP the type and the code. Absent: any. */
  port_range_min: port.optional(),
  port_range_max: port.optional(),
  /** Who may be on the other side: addresses, or the interfaces of a group. Neither: anybody. */
  remote_ip_prefix: addressRange.optional(),
  remote_group_id: reference('security_group').optional(),
};

/** Tells each problem of a rule at its member. */
function checkRule(body: z.output<z.ZodObject<typeof rule>>, { addIssue }: z.RefinementCtx): void {
  for (const { path, code } of ruleProblems(body)) addIssue({ code: 'custom', path: [path], message: code });
}

const ruleBody = z.strictObject(rule).superRefine(checkRule);
export type RuleWanted = z.output<typeof ruleBody>;

/** What every new group lets through: all may leave. */
const OPEN = (['IPv4', 'IPv6'] as const).map((ethertype) => ruleKey({ direction: 'egress', ethertype }));

/** Refuses what a new group would have twice. */
function checkTwice(
  { security_group_rules: rules = [] }: { security_group_rules?: RuleWanted[] | undefined },
  { addIssue }: z.RefinementCtx,
) {
  const known = new Set(OPEN);
  for (const [index, one] of rules.entries()) {
    const key = ruleKey(one);
    if (known.has(key)) addIssue({ code: 'custom', path: ['security_group_rules', index], message: 'rule_exists' });
    known.add(key);
  }
}

export const securityGroupBody = z
  .strictObject({
    name: groupName,
    description: description.optional(),
    /** Beside the two that every new group has: all may leave. */
    security_group_rules: z.array(ruleBody).max(SECURITY_GROUP_LIMITS.rules, { error: 'too_many' }).optional(),
  })
  .superRefine(checkTwice)
  .meta({
    id: 'SecurityGroupCreate',
    examples: [
      { name: 'web', security_group_rules: [{ direction: 'ingress', protocol: 'tcp', port_range_min: 443, port_range_max: 443 }] },
      { name: 'web', description: 'Reachable from everywhere.' },
    ],
  });
export type SecurityGroupCreate = z.output<typeof securityGroupBody>;

export const securityGroupUpdateBody = z
  .strictObject({ name: groupName.optional(), description: description.optional() })
  .refine((body) => Object.keys(body).length > 0, { error: 'nothing_to_change' })
  .meta({ id: 'SecurityGroupUpdate', examples: [{ name: 'frontend' }] });
export type SecurityGroupUpdate = z.output<typeof securityGroupUpdateBody>;

export const ruleCreateBody = z
  .strictObject({ security_group_id: reference('security_group'), ...rule })
  .superRefine(checkRule)
  .meta({
    id: 'SecurityGroupRuleCreate',
    examples: [
      {
        security_group_id: '7a1d4c3e-9f0b-4a52-8c6d-2e5f7b8a9c10',
        direction: 'ingress',
        protocol: 'tcp',
        port_range_min: 22,
        port_range_max: 22,
        remote_ip_prefix: '10.0.0.0/8',
      },
    ],
  });
export type RuleCreate = z.output<typeof ruleCreateBody>;

/** Several rules of one group; those that it has already are skipped. */
export const ruleAddBody = z
  .strictObject({
    security_group_rules: z
      .array(ruleBody)
      .min(1, { error: 'required' })
      .max(SECURITY_GROUP_LIMITS.added, { error: 'too_many' })
      .refine((rules) => new Set(rules.map(ruleKey)).size === rules.length, { error: 'duplicates' }),
  })
  .meta({
    id: 'SecurityGroupRulesAdd',
    examples: [
      {
        security_group_rules: [
          { direction: 'ingress', protocol: 'tcp', port_range_min: 80, port_range_max: 80 },
          { direction: 'ingress', ethertype: 'IPv6', protocol: 'tcp', port_range_min: 8000, port_range_max: 8100 },
        ],
      },
    ],
  });
export type RuleAdd = z.output<typeof ruleAddBody>;

/** What the result of its task says: which of them the group had. */
export const rulesAdded = z.object({ skipped: z.array(ruleBody) });
