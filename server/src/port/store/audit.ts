/** The audit: entries are added, read, and forgotten after their time. */
import type { Instant } from './rows.ts';

/** What an entry's ids were called when it was written: what has them may be gone since. */
export interface AuditNames {
  /** Of what it was done to or made: of several as many as `AUDIT_NAMES`. Empty where none is known. */
  targets: readonly string[];
  /** How many there are. */
  count: number;
  project: string | null;
  domain: string | null;
}

export interface AuditEntry {
  at: Instant;
  userId: string | null;
  userName: string | null;
  domainId: string | null;
  projectId: string | null;
  /** Call id: `servers.start`. */
  call: string;
  target: string | null;
  /** 2xx accepted; 4xx refused. */
  status: number;
  errorCode: string | null;
  requestId: string;
  address: string | null;
  /** Body without secrets. */
  body: unknown;
  /** What the personal token was called that it was asked with; null where it was a session. */
  personalToken: string | null;
  /** null of entries that are older than that. */
  names: AuditNames | null;
  /** How many the entry stands for: refused sign-ins of one minute are one. */
  count: number;
}

/**
 * `count`: 1 where absent; no personal token where none is named. `targetNames`: none where absent; the names of project and domain are looked up
 * in the store.
 */
export type NewAuditEntry = Omit<AuditEntry, 'count' | 'personalToken' | 'names'> & {
  count?: number;
  personalToken?: string | null;
  targetNames?: readonly string[];
};

/** An entry with its number, which grows with time among those of one instant. */
export type FoundEntry = AuditEntry & { id: number };

/** Entries that are looked for; what is absent narrows nothing. */
export interface AuditSearch {
  /** Entries must be in all of these; of each key one of the values. */
  is?: Partial<Record<'userId' | 'call' | 'projectId' | 'domainId' | 'target' | 'userName' | 'requestId', readonly string[]>>;
  /** Parts of values, without regard to case. */
  contains?: Partial<Record<'target' | 'userName', string>>;
  /** Ranges of HTTP statuses, from and up to but not including. */
  statuses?: readonly (readonly [from: number, to: number])[];
  from?: Instant | undefined;
  /** Beginning of the instant: `2026-11-22`. */
  at?: string | undefined;
}

export interface AuditPage {
  search: AuditSearch;
  newestFirst: boolean;
  /** Beyond this one. */
  after?: { at: Instant; id: number } | undefined;
  /** Entries that are passed over. */
  start: number;
  limit: number;
}
