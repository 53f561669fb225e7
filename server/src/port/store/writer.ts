import type { NewAuditEntry } from './audit.ts';
import type { ChangeNote } from './changes.ts';
import type { Records, Properties } from './records.ts';
import type { Document, RowKey, RowInput, Row } from './rows.ts';
import type { TaskWriter, HeldLease } from './tasks.ts';

/** Everything that changes rows; exists only inside a transaction. */
export interface Writer {
  get<K extends string>(key: RowKey<K>): Promise<Row<K> | undefined>;
  /** Those rows of one engine and kind that there are, by id; in one statement. */
  getMany<K extends string>(engine: string, kind: K, ids: readonly string[]): Promise<Map<string, Row<K>>>;
  /** Inserts or replaces. Where document, owner and shares are unchanged nothing is written and nothing logged (rule 13), unless `note` says otherwise. */
  put(row: RowInput, note?: ChangeNote): Promise<Row>;
  /** Inserts or replaces many rows of one kind in few statements; returns how many changed. */
  putMany(rows: readonly RowInput[]): Promise<number>;
  /** From here on these members of a row are set by whoever writes it: stored also where they are what readers get in place of unreadable ones. */
  setting(key: RowKey, members: readonly string[]): void;
  /** Changes volatile figures only: neither revision nor log (rule 7). */
  putFigures(key: RowKey, document: Document): Promise<void>;
  /** True when the row was there. */
  remove(key: RowKey, note?: ChangeNote): Promise<boolean>;
  records: Records;
  properties: Properties;
  /** Before the first write of what was found out under a lease: throws LeaseLost where another process may have taken it meanwhile. */
  assertHeld(lease: HeldLease): Promise<void>;
  tasks: TaskWriter;
  audit(entry: NewAuditEntry): Promise<void>;
}
