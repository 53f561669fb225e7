/**
 * What the rest of the server knows of the store. One implementation over Kysely serves SQLite and PostgreSQL.
 * Reads see committed state; every change goes through `transaction`, which also writes the change log (architecture rule 7).
 */
import type { AuditEntry, AuditPage, AuditSearch, FoundEntry, NewAuditEntry } from './audit.ts';
import type { ChangeLog } from './changes.ts';
import type { ObjectIndex } from './objects.ts';
import type { ObjectKeys } from './object-keys.ts';
import type { Opaque } from './opaque.ts';
import type { Reader } from './reader.ts';
import type { Records, Properties } from './records.ts';
import type { Instant } from './rows.ts';
import type { PersonalTokenStore, SignInStore, SessionStore, TicketStore } from './sign-in.ts';
import type { StateLog } from './states.ts';
import type { TaskStore, Leases } from './tasks.ts';
import type { Writer } from './writer.ts';

/** What operators want to know of the store. */
export interface StoreFigures {
  /** On the disk. */
  bytes: number;
  /** Newest number of the change log, and the one up to which it has been forgotten. */
  logHead: number;
  logFloor: number;
  /** Tasks that have not ended, by phase. */
  openTasks: Readonly<Record<string, number>>;
  /** Leases that are held. */
  leases: readonly { name: string; owner: string }[];
}

export interface Store {
  opaque: Opaque;
  objectKeys: ObjectKeys;
  read: Reader;
  changes: ChangeLog;
  states: StateLog;
  tasks: TaskStore;
  leases: Leases;
  sessions: SessionStore;
  personalTokens: PersonalTokenStore;
  signIns: SignInStore;
  tickets: TicketStore;
  records: Pick<Records, 'get' | 'list' | 'due' | 'nextDue'>;
  properties: Pick<Properties, 'get' | 'ofDomain' | 'readable'>;
  objects: ObjectIndex;
  audit: {
    append(entry: NewAuditEntry): Promise<void>;
    list(options: { limit: number; call?: string }): Promise<AuditEntry[]>;
    find(page: AuditPage): Promise<FoundEntry[]>;
    /** How many there are, counted up to `most` and one more. */
    count(search: AuditSearch, most: number): Promise<number>;
    prune(before: Instant): Promise<void>;
  };
  /**
   * All or nothing; run again on a serialization failure, so the work must have no other effects. Never call an engine inside. What
   * changes something goes through the writer: another transaction, or a change past the writer, is refused inside (it would wait for
   * this one for ever). Reads through the store see committed state there, reads of the writer the transaction's own.
   */
  transaction<T>(work: (writer: Writer) => Promise<T>): Promise<T>;
  /** Throws where the database does not answer. */
  ping(): Promise<void>;
  /** Whether changes find room on the disk: where the last one did not, one that changes nothing is tried. */
  hasRoom(): Promise<boolean>;
  figures(): Promise<StoreFigures>;
  close(): Promise<void>;
}
