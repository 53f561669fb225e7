/** What the load balancing service does with load balancers. */
import { z } from 'zod';
import type { LoadBalancerCreate, LoadBalancerUpdate } from '@gantry/contract/nouns/load-balancers/bodies';
import type { Command, CommandContext, Engine } from '../../../port/engine.ts';
import { ignoreNotFound } from '../../../engines/openstack/client/errors.ts';
import { refreshNow, required, scopeProject, type Parts } from '../../../engines/openstack/commands/parts.ts';
import { loadBalancers, pathOf } from './client.ts';
import { createBalancer } from './creating.ts';
import { KIND } from './strategy.ts';
import { change, untilFree, untilGone } from './work.ts';
import { allRefs, dropReferred, dropSecrets, refsShown } from '../../load-balancer-pools/openstack/secrets.ts';
import { poolsOf } from '../../load-balancer-pools/openstack/making.ts';
import { marksOfPools } from '../../load-balancer-pools/openstack/tags.ts';
import { listeners, refsOf } from '../../load-balancer-pools/openstack/client.ts';

/** What is kept with the task: its pools, and how what the key manager keeps for them is found when nothing names it any more. */
const memoShape = z.object({
  projectId: z.string().nullable(),
  pools: z.array(z.string()).default([]),
  /** References of listeners. */
  refs: z.array(z.string()).default([]),
  /** Of the pools that it was made with, which may have come to nothing. */
  marks: z.array(z.string()).default([]),
});

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

/** What is known of a balancer that is deleted: by the service as long as it has it, and by its pools' rows. */
async function memoOf(parts: Parts, context: CommandContext, id: string, projectId: string | null): Promise<z.infer<typeof memoShape>> {
  const { api, engine } = parts;
  const balancer = await ignoreNotFound(loadBalancers.get(api, id));
  const found = await Promise.all((balancer?.listeners ?? []).map((one) => ignoreNotFound(listeners.get(api, one.id))));
  const rows = await poolsOf(context, engine, id);
  const refs = allRefs([...found.map((listener) => listener && refsOf(listener)), ...rows.map(({ document }) => refsShown(document))]);
  return { projectId, pools: rows.map((row) => row.id), refs, marks: marksOfPools(balancer?.tags) };
}

/** Takes away what the key manager keeps for a balancer that is gone. */
async function dropKept(parts: Parts, context: CommandContext, { projectId, refs, marks }: z.infer<typeof memoShape>): Promise<void> {
  await dropReferred(parts, context, projectId, refs);
  if (!(await parts.api.has('key_manager'))) return;
  try {
    for (const mark of marks) await dropSecrets(parts, context, projectId, mark);
  } catch (err) {
    // Hardly ever is anything there, and who deletes a balancer may have no right to look.
    context.log.warn({ err }, 'secrets that pools of a load balancer may have left could not be taken away');
  }
}

/** Deletes a balancer with all that it is made of. */
const deleteBalancer = (parts: Parts): Command => ({
  async accept(context, target) {
    const { id, projectId } = required(target);
    const memo = await memoOf(parts, context, id, projectId);
    const step = { method: 'DELETE', path: pathOf(id), query: { cascade: true } } as const;
    const answer = await ignoreNotFound(change(parts, context, projectId, step));
    await refreshNow(parts, context, id, KIND);
    return { id, requestId: answer?.requestId, memo };
  },
  async settle(context, { id, requestId, memo }) {
    await untilGone(parts, context, id, requestId);
    const known = memoShape.parse(memo ?? { projectId: scopeProject(context) });
    for (const pool of known.pools) await refreshNow(parts, context, pool, 'load_balancer_pool');
    await dropKept(parts, context, known);
  },
  async recover(context, target) {
    const id = required(target);
    const balancer = await ignoreNotFound(loadBalancers.get(parts.api, id));
    if (balancer && !/DELETE/.test(balancer.provisioning_status)) return undefined;
    const row = await context.store.read.get({ engine: parts.engine, kind: KIND, id });
    const projectId = balancer?.project_id ?? row?.projectId ?? scopeProject(context);
    return { id, memo: await memoOf(parts, context, id, projectId) };
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
