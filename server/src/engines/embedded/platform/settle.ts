import { GantryError } from '@gantry/contract/wire/errors';
import type { Acceptance, CalledOff, CommandContext } from '../../engine.ts';
import { planOf } from '../nouns/servers/plans.ts';
import type { Platform } from './platform.ts';
import { keyOf } from './accept.ts';

/** Another command has ended what was waited for. */
class StopCalledOff extends Error implements CalledOff {
  readonly calledOff = true;
}

/**
 * Waits until the platform is done with an accepted command, in whatever process it goes on. Throws engine_refused with the platform's
 * words where it failed, what is called off where another command ended it, and the signal's reason when aborted.
 */
export async function settled(platform: Platform, context: CommandContext, acceptance: Acceptance): Promise<void> {
  const { accepted, transitions } = platform.buckets;
  const { store } = platform;
  const key = keyOf(acceptance);
  await platform.watch.until(acceptance.id, context.signal, async () => {
    const record = await accepted.get(store.records, key);
    if (!record) throw new GantryError('interrupted');
    if (record.outcome?.ok === true) return true;
    if (record.outcome?.calledOff) throw new StopCalledOff(record.outcome.message);
    if (record.outcome) throw new GantryError('engine_refused', { detail: record.outcome.message });
    const transition = await transitions.get(store.records, record.id);
    if (transition?.accepted === key) context.progress(transition.step / planOf(transition.action).steps.length);
    return false;
  });
}
