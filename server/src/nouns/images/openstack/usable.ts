import { pause } from '../../../engines/openstack/mirror/pause.ts';
import type { CommandContext } from '../../../port/engine.ts';
import type { Parts } from '../../../engines/openstack/commands/parts.ts';
import { refused, statusNow } from '../../../engines/openstack/commands/wait.ts';
import { isImageMoving } from './strategy.ts';

/** Milliseconds between two looks at an image, and how long it may wait for its data after its source is done. */
const LOOK_MS = 1000;
const REST_MS = 15_000;

/**
 * Waits until an image that another service makes can be used. That one removes the image of what failed; one that got no data was never
 * uploaded. Throws engine_refused.
 */
export async function untilUsable(
  parts: Parts,
  { signal }: Pick<CommandContext, 'signal'>,
  id: string | null,
  requestId: string | undefined,
): Promise<void> {
  const startedAt = Date.now();
  for (;;) {
    const status = id === null ? 'gone' : await statusNow(parts, 'image', id);
    if (status === 'active') return;
    const limit = status === 'queued' ? REST_MS : status === undefined || isImageMoving(status) ? parts.commandLimit : 0;
    if (Date.now() - startedAt >= limit) throw refused(requestId, `the image is ${status ?? 'not known'}`);
    await pause(LOOK_MS, signal);
  }
}
