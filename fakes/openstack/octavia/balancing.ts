/** What the load balancing service has: load balancers and the pieces they are made of, one change at a time. */
import { randomUUID } from 'node:crypto';
import { Collection, type Item } from '../collection.ts';
import type { Json } from '../recorded.ts';
import { Refusal } from '../reply.ts';

/** As the service writes times: without zone. */
export const octaviaNow = (): string => new Date().toISOString().replace(/\.\d+Z$/, '');

/** As the service says no. */
export const fault = (status: number, faultstring: string): Refusal =>
  new Refusal(status, { faultcode: 'Client', faultstring, debuginfo: null });

/** Who makes the machines. */
const PROVIDER = 'amphora';

const common = (wanted: Json): Json => ({
  name: '',
  description: '',
  admin_state_up: true,
  provisioning_status: 'PENDING_CREATE',
  operating_status: 'OFFLINE',
  tags: [],
  created_at: octaviaNow(),
  updated_at: null,
  ...(wanted['project_id'] !== undefined && { tenant_id: wanted['project_id'] }),
});

const kept = (many: string, one: string, more: Json): Collection =>
  new Collection({ members: [many, one], items: [], make: (wanted) => ({ ...common(wanted), ...more }) });

const PROFILES = ['ACTIVE_STANDBY', 'SINGLE'].map((topology, n) => ({
  id: `0c7a8b1e-0000-4000-8000-00000000000${n + 1}`,
  name: `amphora-${topology.toLowerCase()}`,
  provider_name: PROVIDER,
  flavor_data: JSON.stringify({ loadbalancer_topology: topology }),
}));

/** A piece of a balancer. */
export interface Piece extends Item {
  readonly project_id: string;
  readonly loadbalancer_id: string;
  readonly provisioning_status: string;
}

export class Balancing {
  readonly balancers = kept('loadbalancers', 'loadbalancer', {
    provider: PROVIDER,
    flavor_id: null,
    vip_qos_policy_id: null,
    availability_zone: null,
    additional_vips: [],
  });
  readonly listeners = kept('listeners', 'listener', {
    connection_limit: -1,
    allowed_cidrs: null,
    insert_headers: {},
    default_pool_id: null,
    default_tls_container_ref: null,
    client_ca_tls_container_ref: null,
    client_authentication: 'NONE',
    sni_container_refs: [],
    timeout_client_data: 50_000,
    l7policies: [],
  });
  readonly pools = kept('pools', 'pool', { session_persistence: null, healthmonitor_id: null, tls_enabled: false });
  readonly monitors = kept('healthmonitors', 'healthmonitor', {
    max_retries_down: 3,
    url_path: null,
    http_method: null,
    expected_codes: null,
  });
  readonly policies = kept('l7policies', 'l7policy', { action: 'REDIRECT_TO_POOL', position: 1 });
  readonly members = kept('members', 'member', { weight: 1, backup: false, subnet_id: null, monitor_port: null, monitor_address: null });
  readonly amphorae = new Collection({ members: ['amphorae', 'amphora'], items: [], make: () => ({}) });
  readonly profiles = new Collection({ members: ['flavorprofiles', 'flavorprofile'], items: PROFILES, make: () => ({}) });
  readonly flavors = new Collection({
    members: ['flavors', 'flavor'],
    items: PROFILES.map(({ id, name }) => ({
      id: id.replace('0c7a8b1e', '1f2e3d4c'),
      name: name.replace('amphora-', ''),
      description: '',
      enabled: true,
      flavor_profile_id: id,
    })),
    make: () => ({}),
  });
  readonly #later: (work: () => void) => void;
  #held: (() => void)[] | undefined;

  /** @param later lets a change come into force, after a while */
  constructor(later: (work: () => void) => void) {
    this.#later = later;
  }

  /** Nothing comes into force until the way back is gone. */
  hold(): () => void {
    this.#held = [];
    return () => {
      const waiting = this.#held ?? [];
      this.#held = undefined;
      for (const work of waiting) work();
    };
  }

  /** Throws where a balancer is being changed: one in error is only deleted, or replaced. */
  assertMutable(id: string, inError = false): void {
    const status = this.balancers.items.get(id)?.['provisioning_status'];
    if (status === 'ACTIVE' || (inError && status === 'ERROR')) return;
    throw fault(409, `Load Balancer ${id} is immutable and cannot be updated.`);
  }

  /** A change of a balancer, and of one of its pieces, comes into force after a while: until then nothing else is changed. */
  change(balancerId: string, status: string, pieces: readonly (readonly [Collection, string])[], done?: () => void): void {
    const isOwn = status === 'PENDING_CREATE' || status === 'PENDING_DELETE';
    const own = pieces.some(([kept]) => kept === this.balancers);
    this.balancers.change(balancerId, { provisioning_status: own && isOwn ? status : 'PENDING_UPDATE' });
    for (const [kept, id] of pieces) kept.change(id, { provisioning_status: status });
    const finish = (): void => {
      if (this.balancers.items.get(balancerId)?.['provisioning_status'] === 'ERROR') return;
      if (done) done();
      else for (const [kept, id] of pieces) kept.change(id, { provisioning_status: 'ACTIVE', updated_at: octaviaNow() });
      this.balancers.change(balancerId, { provisioning_status: 'ACTIVE', operating_status: 'ONLINE', updated_at: octaviaNow() });
    };
    if (this.#held) this.#held.push(finish);
    else this.#later(finish);
  }

  /** What belongs to a balancer, or to a pool. */
  of = (kept: Collection, key: string, id: string): Piece[] => [...kept.items.values()].filter((one) => one[key] === id) as Piece[];

  /** Removes a pool with its members and monitor, and what hands over to it. */
  removePool(id: string): void {
    for (const member of this.of(this.members, 'pool_id', id)) this.members.remove(member.id);
    for (const monitor of this.of(this.monitors, 'pool_id', id)) this.monitors.remove(monitor.id);
    for (const listener of this.of(this.listeners, 'default_pool_id', id)) this.listeners.change(listener.id, { default_pool_id: null });
    this.pools.remove(id);
  }

  /** Removes a balancer with all its pieces. */
  removeBalancer(id: string): void {
    for (const listener of this.of(this.listeners, 'loadbalancer_id', id)) this.listeners.remove(listener.id);
    for (const pool of this.of(this.pools, 'loadbalancer_id', id)) this.removePool(pool.id);
    for (const amphora of this.of(this.amphorae, 'loadbalancer_id', id)) this.amphorae.remove(amphora.id);
    this.balancers.remove(id);
  }

  /** Machines of a balancer, by the topology of its flavor. */
  buildAmphorae(balancerId: string): void {
    for (const amphora of this.of(this.amphorae, 'loadbalancer_id', balancerId)) this.amphorae.remove(amphora.id);
    const flavor = this.flavors.items.get(String(this.balancers.items.get(balancerId)?.['flavor_id']));
    const data = String(this.profiles.items.get(String(flavor?.['flavor_profile_id']))?.['flavor_data'] ?? '');
    for (const role of data.includes('ACTIVE_STANDBY') ? ['MASTER', 'BACKUP'] : ['STANDALONE'])
      this.amphorae.create({ loadbalancer_id: balancerId, role, status: 'ALLOCATED', compute_id: randomUUID() }, randomUUID());
  }
}
