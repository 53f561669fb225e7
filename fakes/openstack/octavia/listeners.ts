/** Octavia's listeners: what takes what arrives at a port of a load balancer. */
import type { Cloud } from '../cloud.ts';
import { collectionRoutes } from '../collection-routes.ts';
import type { Json } from '../recorded.ts';
import type { Route } from '../reply.ts';
import { fault } from './balancing.ts';
import { assertKnown, balancerFor, ofProject, shown } from './shared.ts';

const CHANGEABLE: ReadonlySet<string> = new Set(
  ['name', 'description', 'admin_state_up', 'connection_limit', 'allowed_cidrs', 'insert_headers', 'default_pool_id', 'tags'].concat([
    'default_tls_container_ref',
    'client_ca_tls_container_ref',
    'client_authentication',
    'sni_container_refs',
    'timeout_client_data',
  ]),
);

/** Protocols that a listener may have. */
const PROTOCOLS: ReadonlySet<unknown> = new Set(['TCP', 'HTTP', 'HTTPS', 'TERMINATED_HTTPS', 'UDP', 'SCTP', 'PROMETHEUS']);

export function listenerRoutes(cloud: Cloud): Route[] {
  const { balancing } = cloud;
  const { listeners } = balancing;
  /** An empty list of ranges is none. */
  const kept = (body: Json): Json => ({
    ...body,
    ...(Array.isArray(body['allowed_cidrs']) && body['allowed_cidrs'].length === 0 && { allowed_cidrs: null }),
  });
  const transport = (protocol: unknown): string => (protocol === 'UDP' || protocol === 'SCTP' ? String(protocol) : 'TCP');
  return collectionRoutes(listeners, {
    ...ofProject('listeners', 'Listener'),
    listed: shown,
    shown,
    wanted(question, body) {
      const balancer = balancerFor(cloud, question, body['loadbalancer_id']);
      const { protocol, protocol_port: port } = body;
      if (!PROTOCOLS.has(protocol)) throw fault(400, `Invalid input for field/attribute protocol. Value: '${String(protocol)}'.`);
      const others = balancing.of(listeners, 'loadbalancer_id', balancer.id);
      if (others.some((one) => one['protocol_port'] === port && transport(one['protocol']) === transport(protocol)))
        throw fault(409, `Another Listener on this Load Balancer is already using protocol_port ${String(port)}`);
      if (protocol === 'TERMINATED_HTTPS' && typeof body['default_tls_container_ref'] !== 'string')
        throw fault(
          400,
          'Validation failure: An SNI or default certificate container reference is required for TERMINATED_HTTPS listeners',
        );
      return { ...kept(body), project_id: balancer['project_id'] };
    },
    assert: (_question, { loadbalancer_id: id }) => balancing.assertMutable(String(id)),
    change(_question, { id, loadbalancer_id: balancer }, body) {
      assertKnown(body, CHANGEABLE);
      balancing.change(String(balancer), 'PENDING_UPDATE', [[listeners, id]]);
      return { ...kept(body), provisioning_status: 'PENDING_UPDATE' };
    },
    follow(what, { id, loadbalancer_id: balancer }) {
      if (what === 'made') return balancing.change(String(balancer), 'PENDING_CREATE', [[listeners, id]]);
      balancing.change(String(balancer), 'PENDING_DELETE', [[listeners, id]], () => listeners.remove(id));
      return false;
    },
  });
}
