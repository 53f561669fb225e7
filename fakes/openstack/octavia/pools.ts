/** Octavia's pools, and the monitors of the health of their members. */
import type { Cloud } from '../cloud.ts';
import { collectionRoutes } from '../collection-routes.ts';
import type { Item, Json } from '../recorded.ts';
import type { Route } from '../reply.ts';
import { fault } from './balancing.ts';
import { assertKnown, balancerFor, ofProject, shown } from './shared.ts';

const OF_POOLS: ReadonlySet<string> = new Set(['name', 'description', 'admin_state_up', 'lb_algorithm', 'session_persistence', 'tags']);
const OF_MONITORS: ReadonlySet<string> = new Set([
  'name',
  'admin_state_up',
  'delay',
  'timeout',
  'max_retries',
  'max_retries_down',
  'url_path',
  'http_method',
  'expected_codes',
  'tags',
]);

/** Ways from listeners to pools that the service allows, by the listeners' protocols. */
const PASSES: Readonly<Record<string, readonly string[]>> = {
  TCP: ['HTTP', 'HTTPS', 'PROXY', 'PROXYV2', 'TCP'],
  HTTP: ['HTTP', 'PROXY', 'PROXYV2'],
  HTTPS: ['HTTPS', 'PROXY', 'PROXYV2', 'TCP'],
  TERMINATED_HTTPS: ['HTTP', 'HTTPS', 'PROXY', 'PROXYV2'],
  UDP: ['UDP'],
  SCTP: ['SCTP'],
};

export function poolRoutes(cloud: Cloud): Route[] {
  const { balancing } = cloud;
  const { pools, listeners, members, monitors } = balancing;
  const ids = (kept: typeof pools, key: string, id: string) => balancing.of(kept, key, id).map((one) => ({ id: one.id }));
  const shownPool = (item: Item): Json => ({
    ...shown(item),
    members: ids(members, 'pool_id', item.id),
    listeners: ids(listeners, 'default_pool_id', item.id),
  });
  const listenerFor = (wanted: Item): Item | undefined => {
    if (typeof wanted['listener_id'] !== 'string') return undefined;
    const listener = listeners.items.get(wanted['listener_id']);
    if (!listener) throw fault(404, `Listener ${wanted['listener_id']} not found.`);
    return listener;
  };
  const ofPools = collectionRoutes(pools, {
    ...ofProject('pools', 'Pool'),
    listed: shownPool,
    shown: shownPool,
    wanted(question, { listener_id: _listener, ...body }) {
      const listener = listenerFor({ ...body, listener_id: _listener });
      const balancer = balancerFor(cloud, question, listener?.['loadbalancer_id'] ?? body['loadbalancer_id']);
      if (listener && listener['default_pool_id'] !== null) throw fault(409, 'This listener already has a default pool');
      if (listener && PASSES[String(listener['protocol'])]?.includes(String(body['protocol'])) !== true)
        throw fault(
          400,
          `Validation failure: The pool protocol '${String(body['protocol'])}' is invalid while the listener protocol is '${String(listener['protocol'])}'.`,
        );
      return { ...body, loadbalancer_id: balancer.id, project_id: balancer['project_id'] };
    },
    assert: (_question, { loadbalancer_id: id }) => balancing.assertMutable(String(id)),
    change(_question, { id, loadbalancer_id: balancer }, body) {
      assertKnown(body, OF_POOLS);
      balancing.change(String(balancer), 'PENDING_UPDATE', [[pools, id]]);
      return { ...body, provisioning_status: 'PENDING_UPDATE' };
    },
    follow(what, { id, loadbalancer_id: balancer }, question) {
      if (what === 'made') {
        const listener = listenerFor((question.body as { pool: Item }).pool);
        if (listener) listeners.change(listener.id, { default_pool_id: id });
        return balancing.change(String(balancer), 'PENDING_CREATE', [[pools, id]]);
      }
      balancing.change(String(balancer), 'PENDING_DELETE', [[pools, id]], () => balancing.removePool(id));
      return false;
    },
  });
  const ofMonitors = collectionRoutes(monitors, {
    ...ofProject('healthmonitors', 'Health Monitor'),
    listed: ({ pool_id: pool, loadbalancer_id: _balancer, ...item }) => ({ ...item, pools: [{ id: pool }] }),
    shown: ({ pool_id: pool, loadbalancer_id: _balancer, ...item }: Json) => ({ ...item, pools: [{ id: pool }] }),
    wanted(question, body) {
      const pool = pools.items.get(String(body['pool_id']));
      if (!pool) throw fault(404, `Pool ${String(body['pool_id'])} not found.`);
      balancerFor(cloud, question, pool['loadbalancer_id']);
      if (pool['healthmonitor_id'] !== null) throw fault(409, 'This pool already has a health monitor');
      return { ...body, loadbalancer_id: pool['loadbalancer_id'], project_id: pool['project_id'] };
    },
    assert: (_question, { loadbalancer_id: id }) => balancing.assertMutable(String(id)),
    change(_question, { id, loadbalancer_id: balancer }, body) {
      assertKnown(body, OF_MONITORS);
      balancing.change(String(balancer), 'PENDING_UPDATE', [[monitors, id]]);
      return { ...body, provisioning_status: 'PENDING_UPDATE' };
    },
    follow(what, { id, loadbalancer_id: balancer, pool_id: pool }) {
      if (what === 'made') {
        pools.change(String(pool), { healthmonitor_id: id });
        return balancing.change(String(balancer), 'PENDING_CREATE', [[monitors, id]]);
      }
      balancing.change(String(balancer), 'PENDING_DELETE', [[monitors, id]], () => {
        monitors.remove(id);
        pools.change(String(pool), { healthmonitor_id: null });
      });
      return false;
    },
  });
  return [...ofPools, ...ofMonitors];
}
