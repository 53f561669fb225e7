/** What the load balancing service does with pools. */
import { z } from 'zod';
import type { PoolCreate, PoolUpdate } from '@gantry/contract/nouns/load-balancer-pools/bodies';
import { isLoadBalancerEditable } from '@gantry/contract/nouns/load-balancers/rules';
import { GantryError } from '@gantry/contract/wire/errors';
import { assertAllowed } from '@gantry/contract/wire/assert-allowed';
import type { Command, CommandContext, Engine } from '../../../port/engine.ts';
import { isUnanswered } from '../../../port/unanswered.ts';
import { visibilityOfActor } from '../../../store/visibility/visibility.ts';
import { refreshNow, scopeProject, type Parts } from '../../../engines/openstack/commands/parts.ts';
import { refused } from '../../../engines/openstack/commands/wait.ts';
import { change } from '../../load-balancers/openstack/work.ts';
import { refsOf } from './client.ts';
import { assertRoom } from '../shared/room.ts';
import { findListener, judgedPool, keptTls, makePool, poolsOf, takeDownPool, type Balancer } from './making.ts';
import { markOfPool } from './tags.ts';
import { listenerStep, type Making } from './plan.ts';
import { deletePool } from './removing.ts';
import { KIND } from './rows.ts';
import { tlsRefs } from './secrets.ts';
import { updatePool } from './changing.ts';

/** What is kept with the task: whose it is, and where its certificates are. */
const memoShape = z.object({ projectId: z.string(), tls: tlsRefs.optional() });

/** The balancer that is meant. Throws not_found where the user sees none of that id. */
async function balancerOf({ store, actor }: CommandContext, id: string): Promise<Balancer> {
  const row = await store.read.find('load_balancer', id, visibilityOfActor(actor));
  if (!row || row.projectId === null) throw new GantryError('validation_failed', { fields: { loadbalancer_id: [{ code: 'unknown_id' }] } });
  assertAllowed(isLoadBalancerEditable(row.document));
  return { id, projectId: row.projectId, place: row.document };
}

const createPool = (parts: Parts): Command<PoolCreate> => {
  const mark = (context: CommandContext): string => markOfPool(context, 0);
  const making = async (context: CommandContext, balancer: Balancer, body: PoolCreate): Promise<Omit<Making, 'tls'>> => {
    const { loadbalancer_id: _balancer, ...wanted } = body;
    return { ...(await judgedPool(context, balancer, wanted, '')), mark: mark(context) };
  };
  return {
    async accept(context, _target, body) {
      const balancer = await balancerOf(context, body.loadbalancer_id);
      const judged = await making(context, balancer, body);
      const others = await poolsOf(context, parts.engine, balancer.id);
      assertRoom(
        others.map(({ document }) => document),
        body,
        '',
      );
      const tls = await keptTls(parts, context, balancer.projectId, judged);
      const { requestId, body: made } = await change(parts, context, balancer.projectId, listenerStep({ ...judged, tls })).catch(
        async (error: unknown) => {
          // What may be carried out all the same still needs them.
          if (tls && !isUnanswered(error)) await takeDownPool(parts, context, balancer, judged.mark, true);
          throw error;
        },
      );
      const { listener } = z.object({ listener: z.object({ id: z.string() }) }).parse(made);
      await refreshNow(parts, context, balancer.id, 'load_balancer');
      await refreshNow(parts, context, listener.id, KIND);
      return { id: listener.id, requestId, memo: { projectId: balancer.projectId, tls } };
    },
    async settle(context, { memo }, body) {
      const { projectId, tls } = memoShape.parse(memo);
      const { loadbalancer_id: balancerId } = body;
      try {
        const row = await context.store.read.get({ engine: parts.engine, kind: 'load_balancer', id: balancerId });
        if (!row) throw refused(undefined, 'the load balancer is gone');
        const balancer = { id: balancerId, projectId, place: row.document };
        await makePool(parts, context, balancer, { ...(await making(context, balancer, body)), tls });
      } catch (error) {
        // Where a piece is refused all of it goes.
        await takeDownPool(parts, context, { id: balancerId, projectId }, mark(context), tls !== undefined).catch((err: unknown) => {
          context.log.warn({ err, id: balancerId }, 'what was made of a refused pool could not be taken away');
        });
        throw error;
      }
    },
    async recover(context) {
      const listener = await findListener(parts, mark(context));
      if (!listener) return undefined;
      return { id: listener.id, memo: { projectId: listener.project_id, tls: refsOf(listener) } };
    },
    async abandon(context, body) {
      // Secrets come before all else.
      if (body.tls) await takeDownPool(parts, context, { id: body.loadbalancer_id, projectId: scopeProject(context) }, mark(context), true);
    },
  };
};

/** What is done with pools, by the names of the contract's calls. */
export const poolCommands = (parts: Parts): Engine['commands'] => ({
  'load_balancer_pool.create': createPool(parts),
  'load_balancer_pool.update': updatePool(parts) satisfies Command<PoolUpdate>,
  'load_balancer_pool.delete': deletePool(parts),
});
