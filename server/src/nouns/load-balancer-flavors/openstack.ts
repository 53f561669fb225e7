/** Ways in which the load balancing service builds load balancers. They are its operators' to change. */
import { z } from 'zod';
import { TOPOLOGIES, type Topology } from '@gantry/contract/nouns/load-balancers/availability';
import { listedStrategy } from '../../engines/openstack/mirror/listed.ts';
import { forEveryone } from '../../engines/openstack/mirror/mapping.ts';
import type { CloudNoun } from '../../engines/openstack/noun.ts';
import { octavia } from '../load-balancers/openstack/client.ts';

const flavors = octavia(
  '/lbaas/flavors',
  'flavors',
  'flavor',
  z.object({
    id: z.string(),
    name: z.string(),
    description: z.string().nullish(),
    enabled: z.boolean(),
    flavor_profile_id: z.string().nullish(),
  }),
);

const profiles = octavia(
  '/lbaas/flavorprofiles',
  'flavorprofiles',
  'flavorprofile',
  z.object({
    id: z.string(),
    name: z.string(),
    provider_name: z.string(),
    /** JSON as text: what it holds is the provider's. */
    flavor_data: z.string(),
  }),
);

const dataShape = z.object({ loadbalancer_topology: z.string().optional(), compute_flavor: z.string().optional() }).catch({});

/** What of a profile's data is known here. */
function dataOf(text: string): { loadbalancer_topology: Topology | null; compute_flavor: string | null } {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    data = {}; // a provider may write what it likes: then nothing of it is known
  }
  const { loadbalancer_topology: topology, compute_flavor: flavor } = dataShape.parse(data);
  return { loadbalancer_topology: TOPOLOGIES.find((one) => one === topology) ?? null, compute_flavor: flavor ?? null };
}

/** Flavors of load balancers, for everybody. */
export const loadBalancerFlavors: CloudNoun = {
  strategy: ({ flavors: every }) =>
    listedStrategy({
      kind: 'load_balancer_flavor',
      service: 'load_balancer',
      early: true,
      every,
      from: flavors,
      rowOf: forEveryone('load_balancer_flavor', {
        name: 'name',
        description: ({ description }) => description || null,
        enabled: 'enabled',
        flavor_profile_id: 'flavor_profile_id',
        flavor_data: () => null,
      }),
    }),
};

/** What they are made of. */
export const loadBalancerFlavorProfiles: CloudNoun = {
  strategy: ({ flavors: every }) =>
    listedStrategy({
      kind: 'load_balancer_flavor_profile',
      service: 'load_balancer',
      early: true,
      every,
      from: profiles,
      rowOf: forEveryone('load_balancer_flavor_profile', {
        name: 'name',
        provider_name: 'provider_name',
        flavor_data: ({ flavor_data: data }) => dataOf(data),
      }),
    }),
};
