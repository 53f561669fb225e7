/** Tasks whose refusal the answer to a call has brought: who made the call shows it, so nobody else has to. */

/** Refusals that are remembered: more than can be told of later. */
const KEPT = 100;
const refused = new Set<string>();

export function noteRefused(taskId: string): void {
  refused.add(taskId);
  const [oldest] = refused;
  if (refused.size > KEPT && oldest !== undefined) refused.delete(oldest);
}

export const isRefusedHere = (taskId: string): boolean => refused.has(taskId);
