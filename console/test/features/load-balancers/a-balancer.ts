import type { Amphora, LoadBalancer } from '@gantry/contract/nouns/load-balancers/entity';

/** An instance of a load balancer. */
export const anAmphora = (own: Partial<Amphora>): Amphora => ({
  id: 'amphora-1',
  role: null,
  active: true,
  compute_id: null,
  host: null,
  ...own,
});

/** A load balancer as the API gives it. */
export const aBalancer = (own: Partial<LoadBalancer> = {}): LoadBalancer => ({
  id: 'lb-1',
  name: 'shop',
  description: null,
  status: 'ACTIVE',
  enabled: true,
  address: '10.0.0.9',
  additional_addresses: [],
  floating_ip_address: '203.0.113.9',
  network_id: 'n-1',
  network_name: 'inner',
  subnet_id: 's-1',
  port_id: 'port-1',
  flavor_id: 'f-1',
  flavor_name: 'active-standby',
  topology: null,
  pools: [{ id: 'pool-1', name: 'web' }],
  members_count: 2,
  amphorae: [],
  provider: null,
  read_only: null,
  created_at: '2026-11-20T10:00:00Z',
  updated_at: null,
  project_id: 'p',
  domain_id: 'd',
  revision: 1,
  ...own,
});
