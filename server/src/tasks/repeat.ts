/** Answers of tasks that somebody else asks the engine for: an earlier request, or the process that took a task over. */
import { setTimeout as sleep } from 'node:timers/promises';
import { GantryError } from '@gantry/contract/wire/errors';
import { steadyClock } from '../port/clock.ts';
import type { Store } from '../port/store/store.ts';
import type { Once, TaskRun } from '../port/store/tasks.ts';
import { readDocument, taskKey } from './document.ts';
import { readMemo } from './memo.ts';
import type { Accepted } from './port.ts';

/** Milliseconds: longer than an engine may take to accept, and than a task of a process that died waits for the next one. */
const WAIT = 60_000;
const POLL = 50;

/** What the engine said yes to, or gave no answer to and may do yet; of several alike, to the first of them. */
function acceptedBy(run: TaskRun): Accepted | undefined {
  const { items, copies = false } = readMemo(run.memo);
  const [first] = items;
  if (!first?.acceptance && first?.doubt === undefined) return undefined;
  const id = first.acceptance?.id ?? run.targets[0] ?? null;
  return { task_id: run.id, id: copies ? null : id };
}

/**
 * The answer of the task that a key has made, as soon as its engine has said yes, in whatever process. Undefined where the engine said no:
 * then the key is free. Throws idempotency_mismatch for another body, engine_unavailable where the first request is still under way.
 */
export async function repeated({ tasks }: Pick<Store, 'tasks'>, { key, bodyHash }: Once): Promise<Accepted | undefined> {
  for (const end = steadyClock.now() + WAIT; steadyClock.now() < end; await sleep(POLL)) {
    const run = await tasks.byKey(key);
    if (!run) return undefined;
    if (run.once?.bodyHash !== bodyHash) throw new GantryError('idempotency_mismatch');
    const answer = acceptedBy(run);
    if (answer) return answer;
  }
  throw new GantryError('engine_unavailable', { detail: 'a request with the same Idempotency-Key is still under way' });
}

/**
 * The answer of a task that was taken from this process while its engine was being asked. Throws the engine's refusal as the
 * task keeps it; engine_unavailable where there is no word in time, or `isOver` says that nobody waits for it any more.
 */
export async function answerOfOtherProcess(
  { tasks, read }: Pick<Store, 'tasks' | 'read'>,
  id: string,
  isOver: () => boolean,
): Promise<Accepted> {
  for (const end = steadyClock.now() + WAIT; steadyClock.now() < end && !isOver(); await sleep(POLL)) {
    const run = await tasks.get(id);
    const answer = run && acceptedBy(run);
    if (answer) return answer;
    const row = await read.get(taskKey(id));
    const error = row && readDocument(row.document).items[0]?.error;
    if (error)
      throw new GantryError(error.code, {
        params: error.params,
        ...reasonOf(error.reason),
        ...(error.detail !== null && { detail: error.detail }),
      });
  }
  throw new GantryError('engine_unavailable', { detail: `task ${id} goes on in another process` });
}

type Reason = { code: string; params?: Record<string, string | number> | undefined } | null;

const reasonOf = (reason: Reason) => reason && { reason: { code: reason.code, ...(reason.params && { params: reason.params }) } };
