/** How things have been: the statuses of those kinds that say `statesKept`. */
import type { Instant, RowKey } from './rows.ts';

/** A status that a thing took on. */
export interface StateChange {
  status: string;
  at: Instant;
}

export interface StateLog {
  /** The newest of one thing, at most `STATES_MAX`, in the order in which it had them. None of what is gone. */
  of(key: RowKey): Promise<StateChange[]>;
  /** Forgets what was over before an instant: the state that was there then stays. */
  prune(before: Instant): Promise<void>;
}
