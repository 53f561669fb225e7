/** What is done by itself by the replica that keeps the mirror. */
import type { Logger } from 'pino';
import type { HeldLease } from '../../../port/store/tasks.ts';
import type { Store } from '../../../port/store/store.ts';
import { pause } from './pause.ts';

export interface ReplicaJobContext {
  store: Store;
  log: Logger;
  /** Milliseconds between two looks. */
  every: number;
}

/** Works until the signal aborts. What it writes, it writes under the lease only. */
export type ReplicaJob = (signal: AbortSignal, lease: HeldLease) => Promise<void>;

/** A job that looks at its interval; a look that fails is told in the log, and made again. */
export const recurring =
  (name: string, { every, log }: ReplicaJobContext, look: (signal: AbortSignal, lease: HeldLease) => Promise<void>): ReplicaJob =>
  async (signal, lease) => {
    while (!signal.aborted) {
      await pause(every, signal);
      try {
        await look(signal, lease);
      } catch (err) {
        if (!signal.aborted) log.warn({ err }, `${name} put off`);
      }
    }
  };
