import { z } from 'zod';
import { collection } from '../../../engines/openstack/client/collection.ts';
import { instantText } from '../../../engines/openstack/client/items.ts';

const router = z.object({
  id: z.string(),
  name: z.string(),
  status: z.string(),
  project_id: z.string(),
  /** `gantry_task` and the task's id on one that Gantry has made. */
  description: z.string().nullish(),
  external_gateway_info: z
    .object({
      network_id: z.string(),
      enable_snat: z.boolean().default(true),
      external_fixed_ips: z.array(z.object({ subnet_id: z.string().nullish(), ip_address: z.string() })).default([]),
    })
    .nullish(),
  routes: z.array(z.object({ destination: z.string(), nexthop: z.string() })).nullish(),
  created_at: instantText,
  updated_at: instantText.nullish(),
});
export type NeutronRouter = z.infer<typeof router>;

/** Routers of all projects. */
export const routers = collection({
  service: 'network',
  path: '/routers',
  members: ['routers', 'router'],
  item: router,
  query: { sort_key: 'id', sort_dir: 'asc' },
});
