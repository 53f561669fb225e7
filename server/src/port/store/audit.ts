/** The audit: entries are added, read, and forgotten after their time. */
import type { Instant } from './rows.ts';

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
  /** How many the entry stands for: refused sign-ins of one minute are one. */
  count: number;
}

/** `count`: 1 where absent; no personal token where none is named. */
export type NewAuditEntry = Omit<AuditEntry, 'count' | 'personalToken'> & { count?: number; personalToken?: string | null };

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
