import type { Specimen } from './support/specimen.ts';

export const metrics: Specimen = {
  // Nobody has dashboards on the embedded platform; and two instants in their order, with a step that fits them.
  fuzz: { byChance: ['dashboards', 'range'] },
  calls: { readProject: ['query', 'range'], readSystem: ['dashboards'] },
  queries: {
    query: { query: 'gantry_volume_used_bytes' },
    range: { query: 'gantry_volume_used_bytes', start: '1700000000', end: '1700000600', step: '60' },
  },
};
