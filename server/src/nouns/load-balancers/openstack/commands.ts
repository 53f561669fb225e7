/** What the load balancing service does with load balancers. */
import { z } from 'zod';
import type { LoadBalancerCreate, LoadBalancerUpdate } from '@gantry/contract/nouns/load-balancers/bodies';
import type { Command, Engine } from '../../../port/engine.ts';
import type { Row } from '../../../port/store/rows.ts';
import { ignoreNotFound } from '../../../engines/openstack/client/errors.ts';
import { refreshNow, required, scopeProject, type Parts } from '../../../engines/openstack/commands/parts.ts';
import { loadBalancers, pathOf } from './client.ts';
import { createBalancer } from './creating.ts';
import { KIND } from './strategy.ts';
import { change, untilFree, untilGone } from './work.ts';
import { dropReferred, tlsRefs } from '../../load-balancer-pools/openstack/secrets.ts';
import { listeners, refsOf } from '../../load-balancer-pools/openstack/client.ts';

const memoShape = z.object({ projectId: z.string().nullable(), tls: z.array(tlsRefs), pools: z.array(z.string()) });

const updateBalancer = (parts: Parts): Command<LoadBalancerUpdate> => ({
  async accept(context, target, { enabled, ...body }) {
    const { id, projectId } = required(target);
    const loadbalancer = { ...body, ...(enabled !== undefined && { admin_state_up: enabled }) };
    const { requestId } = await change(parts, context, projectId, { method: 'PUT', path: pathOf(id), body: { loadbalancer } });
    await refreshNow(parts, context, id, KIND);
    return { id, requestId };
  },
  settle: (context, { id, requestId }) => untilFree(parts, context, id, requestId),
});

/** Certificates of all listeners of a balancer. */
async function certificatesOf({ api }: Parts, id: string): Promise<z.infer<typeof tlsRefs>[]> {
  const balancer = await ignoreNotFound(loadBalancers.get(api, id));
  const found = await Promise.all((balancer?.listeners ?? []).map((one) => ignoreNotFound(listeners.get(api, one.id))));
  return found.flatMap((listener) => (listener && refsOf(listener)) ?? []);
}

/** Deletes a balancer with all that it is made of. */
const deleteBalancer = (parts: Parts): Command => ({
  async accept(context, target) {
    const { id, projectId, document } = required(target) as Row<'load_balancer'>;
    const memo = { projectId, tls: await certificatesOf(parts, id), pools: document.pools.map((pool) => pool.id) };
    const step = { method: 'DELETE', path: pathOf(id), query: { cascade: true } } as const;
    const answer = await ignoreNotFound(change(parts, context, projectId, step));
    await refreshNow(parts, context, id, KIND);
    return { id, requestId: answer?.requestId, memo };
  },
  async settle(context, { id, requestId, memo }) {
    await untilGone(parts, context, id, requestId);
    const { projectId, tls, pools } = memoShape.parse(memo ?? { projectId: scopeProject(context), tls: [], pools: [] });
    for (const pool of pools) await refreshNow(parts, context, pool, 'load_balancer_pool');
    for (const refs of tls) await dropReferred(parts, context, projectId, refs);
  },
  async recover(_context, target) {
    const id = required(target);
    const balancer = await ignoreNotFound(loadBalancers.get(parts.api, id));
    return !balancer || /DELETE/.test(balancer.provisioning_status) ? { id } : undefined;
  },
});

/** Lets the service replace the instances of a balancer. Only its administrators may. */
const replaceInstances = (parts: Parts): Command => ({
  async accept(context, target) {
    const { id, projectId } = required(target);
    const owner = context.actor.scope.type === 'system' ? null : projectId;
    const { requestId } = await change(parts, context, owner, { method: 'PUT', path: `${pathOf(id)}/failover` });
    await refreshNow(parts, context, id, KIND);
    return { id, requestId };
  },
  settle: (context, { id, requestId }) => untilFree(parts, context, id, requestId),
  async recover(_context, target) {
    const id = required(target);
    const { provisioning_status: status } = await loadBalancers.get(parts.api, id);
    return status === 'PENDING_UPDATE' ? { id } : undefined;
  },
});

/** What is done with load balancers, by the names of the contract's calls. */
export const loadBalancerCommands = (parts: Parts): Engine['commands'] => ({
  'load_balancer.create': createBalancer(parts) satisfies Command<LoadBalancerCreate>,
  'load_balancer.update': updateBalancer(parts),
  'load_balancer.delete': deleteBalancer(parts),
  'load_balancer.failover': replaceInstances(parts),
  // What has failed is made again by the same means.
  'load_balancer.recreate': replaceInstances(parts),
});
