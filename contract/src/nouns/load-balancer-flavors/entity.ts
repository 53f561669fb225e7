import { z } from 'zod';
import { tenant } from '../../access/roles.ts';
import { defineNoun } from '../../wire/define-noun.ts';
import { TOPOLOGIES } from '../load-balancers/availability.ts';

/** What people of all projects read and nobody changes here. */
const READ = { many: tenant('compute_load_balancing_flavors'), one: tenant('compute_load_balancing_flavors') };
const OF_CLOUD = { of: 'cloud', source: 'S1 §3', shareable: true, ...READ } as const;

/** How load balancers are built (S1 §3): what flavors are made of. */
export const { kind: loadBalancerFlavorProfileKind, calls: profileCalls } = defineNoun({
  ...OF_CLOUD,
  name: 'load_balancer_flavor_profile',
  path: '/api/v2/compute/lbaas/flavorprofiles',
  plural: 'load_balancer_flavor_profiles',
  param: 'flavorProfileId',
  members: {
    provider_name: z.string(),
    flavor_data: z.object({
      loadbalancer_topology: z.enum(TOPOLOGIES).nullable(),
      /** The size of the instances; null where the cloud chooses it. */
      compute_flavor: z.string().nullable(),
    }),
  },
});
export type LoadBalancerFlavorProfile = z.infer<typeof loadBalancerFlavorProfileKind.entity>;

/** A way to be built that load balancers are offered in. */
export const { kind: loadBalancerFlavorKind, calls } = defineNoun({
  ...OF_CLOUD,
  name: 'load_balancer_flavor',
  path: '/api/v2/compute/lbaas/flavors',
  plural: 'load_balancer_flavors',
  param: 'loadBalancerFlavorId',
  members: {
    description: z.string().nullable(),
    enabled: z.boolean(),
    flavor_profile_id: z.string().nullable(),
    /** Of its profile; null where the caller does not see that. */
    flavor_data: loadBalancerFlavorProfileKind.entity.shape.flavor_data.nullable(),
  },
  joins: [{ kind: 'load_balancer_flavor_profile', at: '', id: 'flavor_profile_id', fields: { flavor_data: 'flavor_data' } }],
});
export type LoadBalancerFlavor = z.infer<typeof loadBalancerFlavorKind.entity>;
