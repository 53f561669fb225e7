/** The change log: what a commit has changed, in the order of commits. */
import type { Operation } from '@gantry/contract/wire/events';
import type { Instant } from './rows.ts';

/** What a `put` says in the log beside the obvious created or updated. */
export interface ChangeNote {
  operation?: Operation;
  error?: { code: string; name: string; params?: Record<string, string | number>; detail?: string };
}

/** One entry of the change log. `before` and `after` are names that make it visible (`rowScopes` and `visibleNames` in visibility/names.ts); the system scope sees all. */
export interface LogEntry {
  seq: number;
  kind: string;
  id: string;
  operation: Operation;
  revision: number;
  status: string | null;
  before: readonly string[] | null;
  after: readonly string[] | null;
  error: ChangeNote['error'] | null;
  at: Instant;
}

export interface ChangeLog {
  /** Entries after `seq` in commit order. `truncated`: the log no longer reaches back that far (kept 24 h). */
  since(seq: number, limit: number): Promise<{ entries: LogEntry[]; truncated: boolean }>;
  /** Number of the last entry; with `before`, of the last one that is older. */
  head(before?: Instant): Promise<number>;
  /** Called after each commit that logged something, by any process; reads `since` for what. Returns the way to stop. */
  subscribe(listener: () => void): () => void;
  /** Forgets entries older than `before`. */
  prune(before: Instant): Promise<void>;
}
