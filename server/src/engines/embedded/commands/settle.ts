import { setTimeout as sleep } from 'node:timers/promises';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Acceptance, CommandContext } from '../../engine.ts';
import { planOf } from '../plans.ts';
import type { Platform } from '../platform.ts';
import { keyOf } from './accept.ts';

/** Looks at least this often, should a notification get lost. Milliseconds. */
const LOOK_MS = 2000;

/**
 * Waits until the platform is done with an accepted command, in whatever process it goes on. Throws engine_refused with the platform's
 * words where it failed, and the signal's reason when aborted.
 */
export async function settled(platform: Platform, context: CommandContext, acceptance: Acceptance): Promise<void> {
  const { accepted, transitions } = platform.buckets;
  const { store } = platform;
  const key = keyOf(acceptance);
  await untilTrue(store.changes, context.signal, async () => {
    const record = await accepted.get(store.records, key);
    if (!record) throw new GantryError('interrupted');
    if (record.outcome?.ok === true) return true;
    if (record.outcome) throw new GantryError('engine_refused', { detail: record.outcome.message });
    const transition = await transitions.get(store.records, record.id);
    if (transition?.accepted === key) context.progress(transition.step / planOf(transition.action).steps.length);
    return false;
  });
}

/** Asks `question` now and after each change of the store, until it says true. Throws what it throws, or the signal's reason. */
async function untilTrue(
  changes: { subscribe(listener: () => void): () => void },
  signal: AbortSignal,
  question: () => Promise<boolean>,
): Promise<void> {
  let changed = new AbortController();
  const unsubscribe = changes.subscribe(() => changed.abort());
  try {
    for (;;) {
      signal.throwIfAborted();
      changed = new AbortController();
      if (await question()) return;
      await pause(AbortSignal.any([signal, changed.signal]));
    }
  } finally {
    unsubscribe();
  }
}

/** Sleeps `LOOK_MS`, or until the signal aborts. */
async function pause(signal: AbortSignal): Promise<void> {
  await sleep(LOOK_MS, undefined, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}
