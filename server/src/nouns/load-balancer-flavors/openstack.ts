/** Ways in which the load balancing service builds load balancers. They are its operators' to change. */
import { z } from 'zod';
import { TOPOLOGIES, type Topology } from '@gantry/contract/nouns/load-balancers/availability';
import type { RowInput } from '../../port/store/rows.ts';
import { sharedWith } from '../../engines/shared/shared-with.ts';
import { listedStrategy } from '../../engines/openstack/mirror/listed.ts';
import type { MirrorContext } from '../../engines/openstack/mirror/strategy.ts';
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
type OctaviaProfile = Awaited<ReturnType<typeof profiles.get>>;

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

const rowFor = (engine: string, kind: string, document: { id: string }): RowInput => ({
  engine,
  kind,
  id: document.id,
  domainId: null,
  projectId: null,
  userId: null,
  document,
  shares: sharedWith('everyone'),
});

/** Flavors of load balancers, for everybody. */
export const loadBalancerFlavors: CloudNoun = {
  strategy: ({ flavors: every }) =>
    listedStrategy({
      kind: 'load_balancer_flavor',
      service: 'load_balancer',
      early: true,
      every,
      from: flavors,
      rowOf: ({ engine }: MirrorContext, { id, name, description, enabled, flavor_profile_id: profile }) =>
        rowFor(engine, 'load_balancer_flavor', {
          id,
          name,
          description: description || null,
          enabled,
          flavor_profile_id: profile ?? null,
          flavor_data: null,
        } as { id: string }),
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
      rowOf: ({ engine }: MirrorContext, { id, name, provider_name, flavor_data: data }: OctaviaProfile) =>
        rowFor(engine, 'load_balancer_flavor_profile', { id, name, provider_name, flavor_data: dataOf(data) } as { id: string }),
    }),
};
