/** Pools as they are deleted: what takes what arrives goes first, then the servers behind it, unless others hand over to them as well. */
import { z } from 'zod';
import { isLoadBalancerDeletable } from '@gantry/contract/nouns/load-balancers/rules';
import { assertAllowed } from '@gantry/contract/wire/assert-allowed';
import type { Command, CommandContext } from '../../../port/engine.ts';
import type { Row } from '../../../port/store/rows.ts';
import { ignoreNotFound } from '../../../engines/openstack/client/errors.ts';
import { refreshNow, required, type Parts } from '../../../engines/openstack/commands/parts.ts';
import { GantryError } from '@gantry/contract/wire/errors';
import { isBusy, isUsedByPolicy } from '../../load-balancers/openstack/meanings.ts';
import { assertDone, change, stepByStep } from '../../load-balancers/openstack/work.ts';
import { listeners, pools, readPieces, refsOf } from './client.ts';
import { removals } from './plan.ts';
import { KIND } from './rows.ts';
import { allRefs, dropReferred, refsShown, tlsRefs } from './secrets.ts';

/** What is kept with the task: its pieces, which nothing names any more once the first is gone. */
const memoShape = z.object({
  balancerId: z.string(),
  projectId: z.string(),
  listener: z.string().nullable(),
  pool: z.string().nullable(),
  tls: tlsRefs.optional(),
});
type Memo = z.infer<typeof memoShape>;

/** Deletions of pools that are under way here, by their balancers: they wait for each other, as several are deleted together. */
const underWay = new Map<string, number>();
const count = (balancerId: string, by: number): void => {
  const now = (underWay.get(balancerId) ?? 0) + by;
  if (now > 0) underWay.set(balancerId, now);
  else underWay.delete(balancerId);
};
/** Whether others are being deleted beside one that is: whose request arrives first is not said. */
const isShared = (balancerId: string): boolean => (underWay.get(balancerId) ?? 0) > 1;

const piecesNow = async ({ api }: Parts, { listener, pool }: Memo) => ({
  listener: listener === null ? undefined : await ignoreNotFound(listeners.get(api, listener)),
  pool: pool === null ? undefined : await ignoreNotFound(pools.get(api, pool)),
});

/** What is known of a pool that is to be deleted; undefined where it is gone. */
async function memoOf(parts: Parts, id: string, balancerId: string, projectId: string): Promise<Memo | undefined> {
  const pieces = await ignoreNotFound(readPieces(parts.api, id));
  if (!pieces) return undefined;
  const { listener, pool } = pieces;
  const tls = listener && refsOf(listener);
  return { balancerId, projectId, listener: listener?.id ?? null, pool: pool?.id ?? null, ...(tls && { tls }) };
}

async function settle(parts: Parts, context: CommandContext, id: string, memo: Memo): Promise<void> {
  const { balancerId, projectId, tls } = memo;
  const next = async () => removals(await piecesNow(parts, memo));
  const left = await stepByStep(parts, context, { id: balancerId, projectId }, next).catch((error: unknown) => {
    // What a policy sends requests to is that policy's as well: it stays, by itself.
    if (!isUsedByPolicy(error) || memo.listener === null) throw error;
    return [];
  });
  assertDone(left);
  await dropReferred(parts, context, projectId, allRefs([tls]));
  await refreshNow(parts, context, id, KIND);
  await refreshNow(parts, context, balancerId, 'load_balancer');
}

export const deletePool = (parts: Parts): Command => ({
  async accept(context, target) {
    const row = required(target) as Row<'load_balancer_pool'>;
    const { loadbalancer_id: balancerId, project_id: projectId } = row.document;
    count(balancerId, 1);
    try {
      const balancer = await context.store.read.get({ engine: parts.engine, kind: 'load_balancer', id: balancerId });
      if (balancer && !isShared(balancerId)) assertAllowed(isLoadBalancerDeletable(balancer.document));
      const memo = await memoOf(parts, row.id, balancerId, projectId);
      if (!memo) {
        await refreshNow(parts, context, row.id, KIND);
        count(balancerId, -1);
        return { id: row.id };
      }
      const [step] = removals(await piecesNow(parts, memo));
      const sent =
        step &&
        (await change(parts, context, projectId, step).catch((error: unknown) => {
          // Another one of ours is being deleted: this one is next.
          if (isShared(balancerId) && isBusy(error instanceof GantryError ? error.cause : error)) return undefined;
          throw error;
        }));
      await refreshNow(parts, context, balancerId, 'load_balancer');
      await refreshNow(parts, context, row.id, KIND);
      return { id: row.id, requestId: sent?.requestId, memo };
    } catch (error) {
      count(balancerId, -1);
      throw error;
    }
  },
  async settle(context, { id, memo }) {
    if (memo === undefined || memo === null) return;
    const known = memoShape.parse(memo);
    try {
      await settle(parts, context, id, known);
    } finally {
      count(known.balancerId, -1);
    }
  },
  /** What was accepted and not stored is done again: a pool that has lost its listener is one by itself until the next sweep. */
  async recover(context, target) {
    const id = required(target);
    if (await ignoreNotFound(readPieces(parts.api, id))) return undefined;
    const row = await context.store.read.get({ engine: parts.engine, kind: KIND, id });
    const pool = (row?.document as { pool_id?: string | null } | undefined)?.pool_id ?? null;
    const balancerId = row?.document.loadbalancer_id;
    if (!row || balancerId === undefined) return { id };
    const projectId = row.document.project_id;
    const tls = refsShown(row.document);
    return { id, memo: { balancerId, projectId, listener: id, pool, ...(tls && { tls }) } satisfies Memo };
  },
});
