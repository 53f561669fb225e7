/** Octavia's load balancers: each with a port of the network service that holds its address. */
import type { Cloud } from '../cloud.ts';
import { found, collectionRoutes } from '../collection-routes.ts';
import type { Item, Json } from '../recorded.ts';
import { text, tokenIn, type Question, type Route } from '../reply.ts';
import { fault, octaviaNow } from './balancing.ts';
import { assertAdmin, assertKnown, ofProject } from './shared.ts';

/** Members of a change that the service knows. */
const CHANGEABLE: ReadonlySet<string> = new Set(['name', 'description', 'admin_state_up', 'tags', 'vip_qos_policy_id']);

/** A port with the address, as the service makes it at once. Throws what the network service refuses. */
function vipPort(cloud: Cloud, projectId: string, wanted: Item): Json {
  const subnet = cloud.wares.kept.subnets.items.get(String(wanted['vip_subnet_id']));
  const networkId = text(wanted['vip_network_id']) ?? text(subnet?.['network_id']);
  const place = networkId === undefined ? undefined : cloud.wares.placeFor(projectId, networkId);
  if (!place) throw fault(400, `Validation failure: Network ${String(networkId)} not found.`);
  const address = text(wanted['vip_address']);
  if (address !== undefined && cloud.addresses.isTaken(place.network.id, address))
    throw fault(409, `IP address ${address} already allocated in subnet ${place.subnet.id}`);
  const port = cloud.addresses.take(projectId, place.network.id, address)!;
  const made = { projectId, name: `octavia-lb-${wanted.id}`, description: '', serverId: null };
  cloud.ports.add({ ...port, made, device: { id: `lb-${wanted.id}`, owner: 'Octavia' } });
  return { vip_port_id: port.id, vip_address: port.address, vip_network_id: place.network.id, vip_subnet_id: place.subnet.id };
}

function assertQuota({ balancing, limits }: Cloud, projectId: string): void {
  const limit = limits.of('load-balancer', projectId)['loadbalancer'] ?? 10;
  if (limit >= 0 && balancing.of(balancing.balancers, 'project_id', projectId).length >= limit)
    throw fault(403, 'Quota has been met for resources: LoadBalancer');
}

function release(cloud: Cloud, balancer: Item): void {
  const port = cloud.ports.get(String(balancer['vip_port_id']));
  if (!port) return;
  cloud.ports.remove(port);
  cloud.addresses.giveBack(port);
  cloud.ways.leave(port);
}

export function balancerRoutes(cloud: Cloud): Route[] {
  const { balancing } = cloud;
  const { balancers, listeners, pools } = balancing;
  const ids = (kept: typeof listeners, id: string) => balancing.of(kept, 'loadbalancer_id', id).map((one) => ({ id: one.id }));
  const shown = (item: Item): Json => ({ ...item, listeners: ids(listeners, item.id), pools: ids(pools, item.id) });
  const of = { ...ofProject('loadbalancers', 'Load Balancer'), listed: shown, shown };
  const single = /^\/v2\.0\/lbaas\/loadbalancers\/([^/]+)$/;
  const routes = collectionRoutes(balancers, {
    ...of,
    wanted(question, body) {
      const projectId = text(body['project_id']) ?? tokenIn(question).projectId ?? '';
      if (!tokenIn(question).isAdmin && projectId !== tokenIn(question).projectId) throw fault(403, 'Policy does not allow this request.');
      assertQuota(cloud, projectId);
      return { ...body, project_id: projectId };
    },
    follow(what, item) {
      if (what === 'removed') return;
      balancers.change(item.id, vipPort(cloud, String(item['project_id']), item));
      balancing.change(item.id, 'PENDING_CREATE', [[balancers, item.id]]);
      balancing.buildAmphorae(item.id);
    },
    assert: (_question, { id }) => balancing.assertMutable(id),
    change(_question, { id }, body) {
      assertKnown(body, CHANGEABLE);
      balancing.change(id, 'PENDING_UPDATE', [[balancers, id]]);
      return { ...body, provisioning_status: 'PENDING_UPDATE' };
    },
  });
  const remove = (question: Question, id: string) => {
    const balancer = found(balancers, of, question, id);
    balancing.assertMutable(id, true);
    if (question.query.get('cascade') !== 'true' && ids(listeners, id).length + ids(pools, id).length > 0)
      throw fault(400, `Validation failure: Cannot delete Load Balancer ${id} - it has children`);
    balancing.change(id, 'PENDING_DELETE', [[balancers, id]], () => {
      release(cloud, balancer);
      balancing.removeBalancer(id);
    });
    return { status: 204 };
  };
  return [
    { method: 'DELETE', path: single, answer: (question, id = '') => remove(question, id) },
    {
      method: 'PUT',
      path: /^\/v2\.0\/lbaas\/loadbalancers\/([^/]+)\/failover$/,
      answer(question, id = '') {
        assertAdmin(question);
        found(balancers, of, question, id);
        balancing.assertMutable(id, true);
        balancing.change(id, 'PENDING_UPDATE', [[balancers, id]], () => {
          balancing.buildAmphorae(id);
          balancers.change(id, { provisioning_status: 'ACTIVE', updated_at: octaviaNow() });
        });
        return { status: 202 };
      },
    },
    ...routes,
  ];
}
