import { GantryError } from '@gantry/contract/wire/errors';
import type { Caller } from '../access/caller.ts';
import type { SideOptions } from './port.ts';

/** Tells the cloud that these have signed out. @param requestId of who asked for it. */
export async function signOutFromCloud(
  callers: readonly Caller[],
  requestId: string,
  { access, log }: Pick<SideOptions, 'access' | 'log'>,
): Promise<void> {
  await Promise.all(
    callers.map((caller) =>
      access.tellEngine(caller).catch((err: unknown) => {
        // Our session has ended all the same; only the cloud's own token outlives it until its time is up.
        if (!(err instanceof GantryError && err.code === 'engine_unavailable')) throw err;
        log.warn({ err, requestId }, 'the cloud was not told of a sign-out');
      }),
    ),
  );
}
