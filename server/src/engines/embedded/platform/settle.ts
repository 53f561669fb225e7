import { GantryError } from '@gantry/contract/wire/errors';
import type { Acceptance, CalledOff, CommandContext } from '../../../port/engine.ts';
import type { Platform } from './platform.ts';
import { keyOf } from './accept.ts';

/** Another command has ended what was waited for. */
class StopCalledOff extends Error implements CalledOff {
  readonly calledOff = true;
}

/**
 * Waits until the platform is done with an accepted command, `progressOf` telling how far it is where that is known, in whatever process it goes on. Throws engine_refused with the platform's
 * words where it failed, what is called off where another command ended it, and the signal's reason when aborted.
 */
export async function settled(
  platform: Platform,
  context: CommandContext,
  acceptance: Acceptance,
  progressOf?: (id: string, accepted: string) => Promise<number | undefined>,
): Promise<void> {
  const { accepted } = platform.buckets;
  const { store } = platform;
  const key = keyOf(acceptance);
  await platform.watch.until(acceptance.id, context.signal, async () => {
    const record = await accepted.get(store.records, key);
    if (!record) throw new GantryError('interrupted');
    if (record.outcome?.ok === true) return true;
    if (record.outcome?.calledOff) throw new StopCalledOff(record.outcome.message);
    if (record.outcome) throw new GantryError('engine_refused', { detail: record.outcome.message });
    const fraction = await progressOf?.(record.id, key);
    if (fraction !== undefined) context.progress(fraction);
    return false;
  });
}
