import { z } from 'zod';
import type { Acceptance } from '../port/engine.ts';

const acceptance = z.object({
  id: z.string(),
  memo: z.unknown().optional(),
  requestId: z.string().optional(),
  report: z.record(z.string(), z.unknown()).optional(),
});

/**
 * Where one item of a task stands. `waiting`: no engine has heard of it; `intended`: one may have; `accepted`: it said yes;
 * `ended`: nothing left to do.
 */
const itemMemo = z.object({
  engine: z.string(),
  phase: z.enum(['waiting', 'intended', 'accepted', 'ended']),
  acceptance: acceptance.optional(),
  /** `intended`: the engine was asked, or was about to be, and no answer is known; what is known of why. It may have done it, or do it yet. */
  doubt: z.string().optional(),
  /** With `doubt`: the answer is missing because the process that asked ended, not because the engine was silent. */
  interrupted: z.boolean().optional(),
  /** Revision of the row it works on when it was requested, where nobody is told yes before the engine has said it. */
  revision: z.number().int().optional(),
});
export type ItemMemo = z.infer<typeof itemMemo>;

/** What a task needs to go on in another process, kept as `memo` of its run. */
const taskMemo = z.object({
  requestId: z.string(),
  entity: z.string(),
  /** The items are several alike that the task makes. */
  copies: z.boolean().optional(),
  items: z.array(itemMemo),
});
export type TaskMemo = z.infer<typeof taskMemo>;

/** Reads a stored memo. Throws where it is not one: a defect. */
export const readMemo = (stored: unknown): TaskMemo => taskMemo.parse(stored);

/** An acceptance as it is stored: what a command added beyond the port is dropped. */
export const storable = ({ id, memo, requestId, report, others }: Acceptance): Acceptance => ({
  id,
  ...(memo !== undefined && { memo }),
  ...(requestId !== undefined && { requestId }),
  ...(report !== undefined && { report }),
  ...(others !== undefined && { others: others.map(storable) }),
});
