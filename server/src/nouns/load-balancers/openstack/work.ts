/**
 * What is made of a load balancer piece by piece: the service takes one change at a time, and nothing until that one is in force. What comes next
 * is found out from what there is each time, so that it goes on after a crash where it was.
 */
import { z } from 'zod';
import { isLoadBalancerEditable } from '@gantry/contract/nouns/load-balancers/rules';
import { loadBalancerStatusOf } from '@gantry/contract/nouns/load-balancers/statuses';
import { assertAllowed } from '@gantry/contract/wire/assert-allowed';
import { GantryError } from '@gantry/contract/wire/errors';
import { isUnknown } from '../../../engines/openstack/client/errors.ts';
import { refreshNow, sendChange, type Change, type Parts } from '../../../engines/openstack/commands/parts.ts';
import { refused, statusNow, untilDone, type Found } from '../../../engines/openstack/commands/wait.ts';
import type { CommandContext } from '../../../port/engine.ts';
import { loadBalancers } from './client.ts';
import { balancerMeaning, isBusy } from './meanings.ts';

const KIND = 'load_balancer';
const RESTING: ReadonlySet<string> = new Set(['ACTIVE', 'DISABLED']);
const FAILED: ReadonlySet<string> = new Set(['ERROR', 'DEPLOYMENT_FAILED']);

/** The balancer that is worked on, and whose it is. */
export interface Owned {
  id: string;
  projectId: string | null;
}

/** One change of one piece. */
export interface Step extends Pick<Change, 'method' | 'path' | 'query' | 'body'> {
  /** What it does, and to which piece: it is done once. */
  key: string;
  /** Where its fields stand in what was asked for: `pools.0.`. */
  at?: string;
}

/** Sends a change of the service. Returns its id of the request, and what it answered. Throws what is meant by a refusal. */
export async function change(
  parts: Parts,
  context: CommandContext,
  projectId: string | null,
  { at, ...step }: Omit<Step, 'key'>,
): Promise<{ requestId: string | undefined; body: unknown }> {
  return sendChange(parts, context, projectId, { service: 'load_balancer', ...step, answer: z.unknown() }).catch((error: unknown) => {
    throw balancerMeaning(error, at);
  });
}

/** How a balancer is for who waits until it can be changed. Throws engine_refused where it cannot be any more. */
async function lookWhetherFree(parts: Parts, id: string, requestId: string | undefined): Promise<Found> {
  const status = await statusNow(parts, KIND, id);
  if (status === 'gone') throw refused(requestId, 'the load balancer is gone');
  if (status !== undefined && FAILED.has(status)) throw refused(requestId, `the load balancer is ${status}`);
  return status !== undefined && RESTING.has(status) ? 'done' : 'under way';
}

/** Waits until nothing goes on with a balancer. Throws engine_refused. */
export async function untilFree(parts: Parts, context: CommandContext, id: string, requestId?: string): Promise<void> {
  if ((await lookWhetherFree(parts, id, requestId)) === 'done') return;
  await untilDone(parts, context, requestId, () => lookWhetherFree(parts, id, requestId));
}

/** Waits until a balancer is gone. */
export function untilGone(parts: Parts, context: CommandContext, id: string, requestId?: string): Promise<void> {
  return untilDone(parts, context, requestId, async () => {
    const status = await statusNow(parts, KIND, id);
    if (status === 'gone') return 'done';
    return status !== undefined && FAILED.has(status) ? { resting: `the load balancer is ${status}` } : 'under way';
  });
}

/** Throws state_conflict while the service changes a balancer, for what is accepted before the service is asked to change it. */
export async function assertFree({ api }: Parts, id: string): Promise<void> {
  const { provisioning_status: status } = await loadBalancers.get(api, id);
  assertAllowed(isLoadBalancerEditable({ status: loadBalancerStatusOf(status), read_only: null }));
}

/**
 * Does one step after the other until there is none: each once, when the balancer is free, waiting out whoever else changes it. Returns the steps
 * that were done and are asked for again: the service keeps them in other words, or has failed at them. Throws what a step is refused with.
 */
export async function stepByStep(
  parts: Parts,
  context: CommandContext,
  { id, projectId }: Owned,
  next: () => Promise<readonly Step[]>,
): Promise<readonly Step[]> {
  const done = new Set<string>();
  for (;;) {
    await untilFree(parts, context, id);
    try {
      const steps = await next();
      const step = steps.find(({ key }) => !done.has(key));
      if (!step) return steps;
      await change(parts, context, projectId, step);
      done.add(step.key);
    } catch (error) {
      // Whoever was faster, or has fallen silent, is waited for: what is missing then is found out anew.
      if (!isBusy(error instanceof GantryError ? error.cause : error) && !isUnknown(error)) throw error;
      await untilDone(parts, context, undefined, () => lookWhetherFree(parts, id, undefined));
    }
    await refreshNow(parts, context, id, KIND);
  }
}

/** Throws engine_refused where steps are left that the service had accepted. */
export function assertDone([left]: readonly Step[]): void {
  if (left) throw refused(undefined, `the load balancing service has failed to ${left.key}`);
}
