import { z } from 'zod';
import type { Api } from '../../../engines/openstack/client/api.ts';
import { collection } from '../../../engines/openstack/client/collection.ts';
import { ServiceError } from '../../../engines/openstack/client/errors.ts';
import { instantText } from '../../../engines/openstack/client/items.ts';
import { pagesOf } from '../../../engines/openstack/client/pages.ts';

/** What another thing of the service is named by. */
const named = z.array(z.object({ id: z.string() })).default([]);

const loadBalancer = z.object({
  id: z.string(),
  name: z.string().nullish(),
  description: z.string().nullish(),
  provisioning_status: z.string(),
  admin_state_up: z.boolean(),
  project_id: z.string(),
  vip_address: z.string().nullish(),
  vip_port_id: z.string().nullish(),
  vip_subnet_id: z.string().nullish(),
  vip_network_id: z.string().nullish(),
  /** Addresses beside that; absent below version 2.26 of the service. */
  additional_vips: z.array(z.object({ ip_address: z.string().nullish() })).nullish(),
  provider: z.string().nullish(),
  flavor_id: z.string().nullish(),
  listeners: named,
  pools: named,
  /** `gantry_task` and the task's id on one that Gantry has made. */
  tags: z.array(z.string()).nullish(),
  created_at: instantText,
  updated_at: instantText.nullish(),
});
export type OctaviaBalancer = z.infer<typeof loadBalancer>;

/** What the load balancing service lists, one sort of it. */
export const octavia = <S extends z.ZodType>(path: string, many: string, one: string, item: S) =>
  collection({
    service: 'load_balancer',
    path,
    members: [many, one],
    item,
    query: { sort: 'id:asc' },
  });

/** Where the service has a load balancer. */
export const pathOf = (id: string): string => `/lbaas/loadbalancers/${encodeURIComponent(id)}`;

/** Load balancers of all projects. */
export const loadBalancers = octavia('/lbaas/loadbalancers', 'loadbalancers', 'loadbalancer', loadBalancer);

const amphora = z.object({
  id: z.string(),
  loadbalancer_id: z.string().nullish(),
  /** MASTER, BACKUP, STANDALONE. */
  role: z.string().nullish(),
  /** ALLOCATED: it works, or is ready to. */
  status: z.string().nullish(),
  compute_id: z.string().nullish(),
});
export type OctaviaAmphora = z.infer<typeof amphora>;

const amphorae = octavia('/octavia/amphorae', 'amphorae', 'amphora', amphora);

/** Instances of load balancers, by their load balancers; none where the provider has none, or tells nobody. */
export async function amphoraeOf(api: Api, balancerId?: string): Promise<Map<string, OctaviaAmphora[]>> {
  const found: OctaviaAmphora[] = [];
  const further = balancerId === undefined ? {} : { loadbalancer_id: balancerId };
  try {
    for await (const { items } of pagesOf(500, (limit, marker) => amphorae.list(api, limit, marker, further))) found.push(...items);
  } catch (error) {
    if (!(error instanceof ServiceError) || ![403, 404, 501].includes(error.httpStatus)) throw error;
  }
  return Map.groupBy(found, ({ loadbalancer_id: id }) => id ?? '');
}
