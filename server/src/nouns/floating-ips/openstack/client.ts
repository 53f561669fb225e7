import { z } from 'zod';
import { collection } from '../../../engines/openstack/client/collection.ts';
import { instantText } from '../../../engines/openstack/client/items.ts';

const floatingIp = z.object({
  id: z.string(),
  status: z.string().nullish(),
  project_id: z.string(),
  description: z.string().nullish(),
  tags: z.array(z.string()).nullish(),
  floating_ip_address: z.string(),
  fixed_ip_address: z.string().nullish(),
  floating_network_id: z.string(),
  port_id: z.string().nullish(),
  router_id: z.string().nullish(),
  /** Absent where the service has no such extension. */
  port_details: z.object({ device_id: z.string().nullish(), device_owner: z.string().nullish() }).nullish(),
  created_at: instantText,
});
export type NeutronFloatingIp = z.infer<typeof floatingIp>;

/** Floating IPs of all projects. */
export const floatingIps = collection({
  service: 'network',
  path: '/floatingips',
  members: ['floatingips', 'floatingip'],
  item: floatingIp,
  query: { sort_key: 'id', sort_dir: 'asc' },
});
