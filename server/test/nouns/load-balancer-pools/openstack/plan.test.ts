/** What is done with the pieces of a pool, by what there is of it. */
import { describe, expect, it } from 'vitest';
import type {
  OctaviaListener,
  OctaviaMember,
  OctaviaMonitor,
  OctaviaPool,
  Pieces,
} from '../../../../src/nouns/load-balancer-pools/openstack/client.ts';
import { keptOfMonitor, newListener, tlsMembers } from '../../../../src/nouns/load-balancer-pools/openstack/bodies.ts';
import { changesOf, drainSteps, type Changing } from '../../../../src/nouns/load-balancer-pools/openstack/plan.ts';

const common = {
  name: 'web',
  provisioning_status: 'ACTIVE',
  admin_state_up: true,
  project_id: 'p',
  created_at: '2026-11-20T10:00:00Z',
  loadbalancers: [{ id: 'lb' }],
};
const listener: OctaviaListener = {
  ...common,
  id: 'l',
  protocol: 'HTTP',
  protocol_port: 80,
  allowed_cidrs: null,
  default_pool_id: 'p',
  l7policies: [],
};
const pool: OctaviaPool = { ...common, id: 'p', protocol: 'HTTP', lb_algorithm: 'ROUND_ROBIN', members: [], listeners: [{ id: 'l' }] };
const monitor: OctaviaMonitor = {
  id: 'h',
  type: 'HTTP',
  delay: 5,
  timeout: 3,
  max_retries: 3,
  max_retries_down: 3,
  provisioning_status: 'ACTIVE',
};
const member = (id: string, change: Partial<OctaviaMember> = {}): OctaviaMember => ({
  id,
  address: `192.0.2.${id}`,
  protocol_port: 8080,
  weight: 1,
  admin_state_up: true,
  operating_status: 'ONLINE',
  provisioning_status: 'ACTIVE',
  ...change,
});
const pieces = (change: Partial<Pieces> = {}): Pieces => ({ listener, policies: [], pool, monitor, members: [], ...change });
const changing = (change: Partial<Changing>): Changing => ({
  body: {},
  members: undefined,
  foreign: new Set(),
  tls: undefined,
  monitor: {},
  port: 8080,
  backend: 'HTTP',
  mark: 'gantry_task t 0',
  ...change,
});
const sent = (steps: ReturnType<typeof changesOf>) => steps.map(({ method, path, body }) => [method, path, body]);
const chosen = (address: string, serverId: string | null) => ({ serverId, address, subnetId: null, weight: 1, enabled: true });

describe('changes of a pool on OpenStack', () => {
  it('all changes of a pool are planned at once, whichever of them the service keeps in other words', () => {
    const members = [member('1'), member('2')];
    const body = { connection_limit: 5, lb_algorithm: 'SOURCE_IP', healthmonitor: null } as const;
    const wanted = [chosen('192.0.2.2', 's2'), chosen('192.0.2.3', 's3')];
    const steps = changesOf(pieces({ members }), changing({ body, members: wanted }));
    expect(steps.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'PUT /lbaas/listeners/l',
      'PUT /lbaas/pools/p',
      'DELETE /lbaas/healthmonitors/h',
      'DELETE /lbaas/pools/p/members/1',
      'POST /lbaas/pools/p/members',
    ]);
  });

  it('a pool that anybody may connect to is the same whether the service tells no ranges or an empty list', () => {
    expect(changesOf(pieces(), changing({ body: { allowed_cidrs: [] } }))).toEqual([]);
    expect(changesOf(pieces({ listener: { ...listener, allowed_cidrs: [] } }), changing({ body: { allowed_cidrs: [] } }))).toEqual([]);
    const closed = pieces({ listener: { ...listener, allowed_cidrs: ['192.0.2.0/24'] } });
    expect(sent(changesOf(closed, changing({ body: { allowed_cidrs: [] } })))).toEqual([
      ['PUT', '/lbaas/listeners/l', { listener: { allowed_cidrs: [] } }],
    ]);
  });

  it('a member whose address another server has now is tagged as that one’s, with the tags of others', () => {
    const members = [member('1', { tags: ['theirs', 'gantry_server gone'] }), member('2', { tags: ['gantry_server s2'] }), member('3')];
    const wanted = [chosen('192.0.2.1', 's1'), chosen('192.0.2.2', 's2'), chosen('192.0.2.3', 's3')];
    expect(sent(changesOf(pieces({ members }), changing({ members: wanted })))).toEqual([
      ['PUT', '/lbaas/pools/p/members/1', { member: { tags: ['theirs', 'gantry_server s1'] } }],
    ]);
  });

  it('a member of a pool is drained whichever other one the service has failed to drain', () => {
    const members = [member('1'), member('2'), member('3', { weight: 0 }), member('4')];
    const steps = drainSteps(pieces({ members }), new Set(['192.0.2.1', '192.0.2.2', '192.0.2.3']));
    expect(sent(steps)).toEqual(['1', '2'].map((id) => ['PUT', `/lbaas/pools/p/members/${id}`, { member: { weight: 0 } }]));
  });

  it('a monitor of another type keeps what fits it', () => {
    const theirs = {
      ...monitor,
      name: 'alive',
      expected_codes: '200-204',
      http_method: 'HEAD',
      http_version: null,
      tags: ['theirs', 'gantry_task t 0'],
    };
    expect(keptOfMonitor(theirs, 'HTTPS')).toEqual({ name: 'alive', expected_codes: '200-204', http_method: 'HEAD', tags: ['theirs'] });
    expect(keptOfMonitor(theirs, 'TCP')).toEqual({ name: 'alive', tags: ['theirs'] });
  });
});

describe('client certificates of a pool on OpenStack', () => {
  const refs = { container: 'c', clientCa: 'a' };
  const asking = (client_authentication: string) => tlsMembers(refs, { ...listener, client_authentication });

  it('a pool with a client CA lets nobody in without a certificate', () => {
    const body = { name: 'web', protocol: 'HTTPS', protocol_port: 443, backend_protocol: 'HTTP', backend_protocol_port: 80 } as const;
    expect(newListener(body, { balancerId: 'lb', mark: 'm', tls: refs })).toMatchObject({ client_authentication: 'MANDATORY' });
    expect(asking('NONE')).toMatchObject({ client_ca_tls_container_ref: 'a', client_authentication: 'MANDATORY' });
    expect(newListener(body, { balancerId: 'lb', mark: 'm', tls: { ...refs, clientCa: null } })).toMatchObject({
      client_authentication: 'NONE',
    });
  });

  it.each(['OPTIONAL', 'MANDATORY'])(
    'a pool whose client certificates another program has made %s keeps that with other certificates',
    (word) => {
      expect(asking(word)).toEqual({ default_tls_container_ref: 'c', client_ca_tls_container_ref: 'a' });
    },
  );
});
