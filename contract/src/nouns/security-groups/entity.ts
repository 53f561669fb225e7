import { z } from 'zod';
import { dated, defineKind, named } from '../../wire/kind.ts';
import { identified, instant } from '../../wire/values.ts';

/** What a group lets through; null where it does not matter. */
const rule = z.object({
  id: z.string(),
  direction: z.enum(['ingress', 'egress']),
  ethertype: z.string().nullable(),
  /** `tcp`, or the number of a protocol. */
  protocol: z.string().nullable(),
  port_range_min: z.number().int().nullable(),
  port_range_max: z.number().int().nullable(),
  remote_ip_prefix: z.string().nullable(),
  /** Id of the group whose interfaces may be on the other side. */
  remote_group_id: z.string().nullable(),
});

/** What an interface lets through (S2 §3). Each project has one called `default`, which its interfaces have where nothing else is said. */
const securityGroup = z
  .object({
    ...identified,
    description: z.string().nullable(),
    /** One that is tagged `hci.system` belongs to the platform (decision F29). */
    tags: z.array(z.string()),
    security_group_rules: z.array(rule),
    created_at: instant,
    project_id: z.string(),
    domain_id: z.string(),
  })
  .meta({ id: 'SecurityGroup' });
export type SecurityGroup = z.infer<typeof securityGroup>;

export const securityGroupKind = defineKind({
  name: 'security_group',
  subject: 'compute_security_groups',
  channel: 'compute',
  entity: securityGroup,
  version: 1,
  shareable: false,
  defaultSort: 'name:asc',
  fields: {
    ...named,
    project_id: { path: 'project_id', type: 'text', filter: ['is'] },
    ...dated,
  },
});
