import { z } from 'zod';
import { defineKind, named } from '../../wire/kind.ts';
import { identified } from '../../wire/values.ts';

const subnet = z.object({
  id: z.string(),
  name: z.string().nullable(),
  ip_version: z.union([z.literal(4), z.literal(6)]),
  cidr: z.string(),
  gateway_ip: z.string().nullable(),
  enable_dhcp: z.boolean(),
});

/** A network that servers are attached to. `type` is the wire value (decision F9). */
const network = z
  .object({
    ...identified,
    status: z.string(),
    type: z.string().nullable(),
    router_external: z.boolean(),
    shared: z.boolean(),
    /** Addresses are handed out by the platform. */
    ipam_enabled: z.boolean(),
    mtu: z.number().int().nullable(),
    subnets: z.array(subnet),
    project_id: z.string().nullable(),
    domain_id: z.string().nullable(),
  })
  .meta({ id: 'Network' });

export const networkKind = defineKind({
  name: 'network',
  subject: 'compute_networks',
  channel: 'compute',
  entity: network,
  version: 1,
  shareable: true,
  statusField: 'status',
  defaultSort: 'name:asc',
  fields: {
    ...named,
    status: { path: 'status', type: 'text', sort: true, filter: ['is'] },
  },
});
