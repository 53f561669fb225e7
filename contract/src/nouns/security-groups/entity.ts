import { z } from 'zod';
import { defineNoun } from '../../wire/define-noun.ts';
import { dated } from '../../wire/kind.ts';
import { instant } from '../../wire/values.ts';
import { SECURITY_GROUP_QUOTA } from './quota.ts';

/** What a group lets through; null where it does not matter. */
export const securityGroupRule = z.object({
  id: z.string(),
  direction: z.enum(['ingress', 'egress']),
  ethertype: z.string().nullable(),
  /** `tcp`, or the number of a protocol. */
  protocol: z.string().nullable(),
  /** First and last port; of ICMP the type and the code. */
  port_range_min: z.number().int().nullable(),
  port_range_max: z.number().int().nullable(),
  remote_ip_prefix: z.string().nullable(),
  /** Id of the group whose interfaces may be on the other side. */
  remote_group_id: z.string().nullable(),
  /** Joined; null where the reader does not see the group. */
  remote_group_name: z.string().nullable().optional(),
});

/** What an interface lets through (S2 §3). Each project has one called `default`, which its interfaces have where nothing else is said. */
export const {
  kind: securityGroupKind,
  calls,
  below,
} = defineNoun({
  name: 'security_group',
  path: '/api/v2/compute/security-groups',
  param: 'groupId',
  source: 'S2 §7',
  below: { rule: { path: '/api/v2/compute/security-group-rules', at: 'security_group_rules' } },
  of: 'project',
  quota: SECURITY_GROUP_QUOTA,
  members: {
    description: z.string().nullable(),
    /** One that is tagged `hci.system` belongs to the platform (decision F29). */
    tags: z.array(z.string()),
    security_group_rules: z.array(securityGroupRule),
    created_at: instant,
  },
  blockedBy: [{ kind: 'server', field: 'security_group' }],
  fields: {
    /** Groups that its rules name. */
    remote_group: { path: 'security_group_rules.remote_group_id', type: 'text', many: true, filter: ['is'] },
    ...dated,
  },
  joins: [{ kind: 'security_group', at: 'security_group_rules', id: 'remote_group_id', fields: { remote_group_name: 'name' } }],
});
export type SecurityGroup = z.infer<typeof securityGroupKind.entity>;
export type SecurityGroupRule = z.infer<typeof securityGroupRule>;
