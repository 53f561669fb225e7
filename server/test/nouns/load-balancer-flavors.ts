import type { Specimen } from './support/specimen.ts';

const FLAVOR_DATA = { loadbalancer_topology: 'SINGLE', compute_flavor: null };

export const loadBalancerFlavors: Specimen = {
  calls: { readProject: ['list', 'read'] },
  document: { description: null, enabled: true, flavor_profile_id: null, flavor_data: FLAVOR_DATA },
};

export const loadBalancerFlavorProfiles: Specimen = {
  calls: { readProject: ['list', 'read'] },
  document: { provider_name: 'embedded', flavor_data: FLAVOR_DATA },
};
