import { z } from 'zod';
import { collection } from '../../../engines/openstack/client/collection.ts';
import { instantText } from '../../../engines/openstack/client/items.ts';

const rule = z.object({
  id: z.string(),
  direction: z.enum(['ingress', 'egress']),
  ethertype: z.string().nullish(),
  protocol: z
    .union([z.string(), z.number()])
    .nullish()
    .transform((protocol) => (protocol === null || protocol === undefined ? null : String(protocol))),
  port_range_min: z.number().int().nullish(),
  port_range_max: z.number().int().nullish(),
  remote_ip_prefix: z.string().nullish(),
  remote_group_id: z.string().nullish(),
  /** `gantry_task` and the task's id on one that Gantry has made. */
  description: z.string().nullish(),
});

const securityGroup = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullish(),
  tags: z.array(z.string()).nullish(),
  project_id: z.string(),
  created_at: instantText,
  security_group_rules: z.array(rule),
});
export type NeutronSecurityGroup = z.infer<typeof securityGroup>;

/** Security groups of all projects, with their rules. */
export const securityGroups = collection({
  service: 'network',
  path: '/security-groups',
  members: ['security_groups', 'security_group'],
  item: securityGroup,
  query: { sort_key: 'id', sort_dir: 'asc' },
});
