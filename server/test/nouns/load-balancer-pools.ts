import { balancerOf } from './load-balancers.ts';
import type { Stage } from './support/asked.ts';
import type { Specimen } from './support/specimen.ts';

/** What a pool of a new balancer is made with. */
const bodyOf = async (stage: Stage) => ({
  name: stage.name(),
  protocol: 'HTTP',
  protocol_port: 80,
  backend_protocol: 'HTTP',
  backend_protocol_port: 8080,
  loadbalancer_id: await balancerOf(stage),
});
const one = async (stage: Stage) => ({ id: await stage.make('/compute/lbaas/pools', await bodyOf(stage)) });

export const loadBalancerPools: Specimen = {
  calls: { readProject: ['list', 'read'], createInProject: ['create'], changeProject: ['update', 'delete', 'bulkDelete'] },
  asked: {
    create: { ready: async (stage) => ({ body: await bodyOf(stage) }) },
    update: { ready: one },
    delete: { ready: one },
    bulkDelete: { ready: one },
  },
  partOf: 'load_balancer',
  document: (id, of) => ({
    name: `pool ${id}`,
    description: null,
    status: 'ACTIVE',
    loadbalancer_id: of('load_balancer'),
    loadbalancer_name: null,
    enabled: true,
    protocol: 'HTTP',
    protocol_port: 80,
    backend_protocol: 'HTTP',
    backend_protocol_port: 8080,
    lb_algorithm: 'ROUND_ROBIN',
    sticky_session: false,
    connection_limit: -1,
    allowed_cidrs: [],
    proxy_protocol_enabled: false,
    insert_headers: {},
    tls_enabled: false,
    certificate: null,
    client_ca: null,
    members: [],
    healthmonitor: null,
    read_only: null,
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: null,
  }),
};
