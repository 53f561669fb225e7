import type { Logger } from 'pino';
import type { ChangeNote } from '../../../port/store/changes.ts';
import type { Document, RowInput } from '../../../port/store/rows.ts';
import type { Store } from '../../../port/store/store.ts';
import type { Writer } from '../../../port/store/writer.ts';
import type { Api } from '../client/api.ts';
import type { ServiceName } from '../client/errors.ts';
import { withZone, type Wrong } from '../client/items.ts';
import type { RoleMapper } from '../identity/roles.ts';
import type { Directory } from './directory.ts';
import type { Health } from './health.ts';
import type { Touched } from './notice.ts';
import type { Unreadable } from './unreadable.ts';

/** What every strategy works with. */
export interface MirrorContext {
  /** Engine instance id, part of each row's identity. */
  engine: string;
  api: Api;
  store: Store;
  log: Logger;
  directory: Directory;
  roles: RoleMapper;
  health: Health;
  unreadable: Unreadable;
  /** Rows per page of a listing. */
  pageSize: number;
}

/** A page of a complete listing as rows. `marker`: where a listing that was cut off can go on; absent where it cannot, or has ended. */
export interface RowPage {
  rows: RowInput[];
  /** What the service listed beside them, not as its API promises. */
  wrong: Wrong[];
  marker?: string | undefined;
  /** The service itself said that the list is cut: resources may be missing. */
  partial?: boolean;
}

/** How one kind is kept true. The table of all of them is `strategies.ts`. */
export interface Strategy {
  kind: string;
  /** Which service must answer for it. */
  service: ServiceName;
  /** Other services whose answers are part of its rows. */
  also?: readonly ServiceName[];
  /** Whether other kinds' rows are made with what this one has brought: it comes first at the start. */
  early?: boolean;
  /** Kinds that are tried before this one at the start, beside the early ones: those it can do without, but would be written again for. */
  after?: readonly string[];
  /** Seconds between complete sweeps. */
  every: number;
  /** A complete listing, from the beginning or from a marker. */
  pages(context: MirrorContext, from?: string): AsyncGenerator<RowPage>;
  /** One resource as a row. Throws a gone error where the service no longer has it. */
  read?(context: MirrorContext, id: string): Promise<RowInput>;
  /** Throws a gone error where the service no longer has it; the only ground for a deletion. */
  confirm(context: MirrorContext, id: string): Promise<unknown>;
  /** Whether something goes on with it, so that it is read again soon. */
  inTransition?(document: Document): boolean;
  /** What changes along with one in transition, and is read again with it. */
  companions?(document: Document): readonly Touched[];
  /** What tells of changes sooner than a sweep. Then it is what says that rows are in step, and what brings them in step after a silence. */
  changes?(context: MirrorContext, rows: RowWriter): Changes;
  /** Called with each row that was read, for what else has to be read again by it: `want`. */
  observer?(context: MirrorContext, want: (kind: string, id: string) => void): (row: RowInput) => void;
  /** Rows with what only rows of other kinds tell of them, in the transaction that writes them. */
  complete?(writer: Writer, engine: string, rows: readonly RowInput[]): Promise<RowInput[]>;
  /** Writes what rows of other kinds have of these, in the transaction in which some of them have changed. */
  follow?(writer: Writer, engine: string, rows: readonly RowInput[]): Promise<void>;
  /** What the log says, instead of an ordinary change, when one has come to grief; undefined while it has not. */
  failure?(document: Document): ChangeNote | undefined;
}

/** What writes what was read. Times are when the request for it was sent, on the clock of `performance.now()`. */
export interface RowWriter {
  /** A transaction of the mirror. */
  change<T>(work: (writer: Writer) => Promise<T>): Promise<T>;
  write(rows: readonly RowInput[], requestedAt: number): Promise<number>;
  remove(kind: string, id: string, requestedAt: number): Promise<boolean>;
  /** The service says that it has deleted something: answers requested before that count no more. */
  outdate(kind: string, id: string): Promise<void>;
}

/** Polls for what has changed since the last one. */
export interface Changes {
  /** A sweep has read all. True the first time. */
  complete(): boolean;
  /** One poll. True where the rows are in step with the cloud by it. */
  poll(signal: AbortSignal): Promise<boolean>;
}

/** The same members in the order of their names, so that equal resources are equal texts. */
export const sorted = (members: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(members).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** `2026-11-20T23:52:39Z`, or without zone as some services write it → ISO 8601 with milliseconds and Z. */
export const instant = (text: string): string => new Date(withZone(text)).toISOString();

export const instantOrNull = (text: string | null | undefined): string | null => (text ? instant(text) : null);
