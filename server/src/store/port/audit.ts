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
  /** How many the entry stands for: refused sign-ins of one minute are one. */
  count: number;
}

/** `count`: 1 where absent. */
export type NewAuditEntry = Omit<AuditEntry, 'count'> & { count?: number };
