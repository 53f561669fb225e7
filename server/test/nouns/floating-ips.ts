import type { Specimen } from './support/specimen.ts';

export const floatingIps: Specimen = {
  calls: {
    readProject: ['list', 'read'],
    createInProject: ['create'],
    changeProject: ['update', 'assign', 'release', 'delete', 'bulkRelease', 'bulkDelete'],
  },
  document: {
    name: '203.0.113.250',
    description: null,
    status: 'DOWN',
    floating_ip_address: '203.0.113.250',
    fixed_ip_address: null,
    port_id: null,
    router_id: null,
    router_name: null,
    attachment: null,
    floating_network_id: 'none',
    floating_network_name: null,
    created_at: '2026-01-01T00:00:00.000Z',
  },
};
