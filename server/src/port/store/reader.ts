/** What is read: lists and single rows of a caller, and all rows of an engine. Reads see committed state. */
import type { z } from 'zod';
import type { Kind } from '@gantry/contract/wire/kind';
import type { Filter, Sort } from '@gantry/contract/wire/query';
import type { Instant, DocumentOf, RowKey, Row, Visibility } from './rows.ts';

export interface ListRequest<K extends string = string> {
  kind: Kind<z.ZodType, K>;
  visibility: Visibility;
  filters: Readonly<Record<string, Filter>>;
  sort: Sort;
  limit: number;
  marker?: string | undefined;
  withCount?: boolean | undefined;
  /** Narrows to rows of one domain. */
  domainId?: string | undefined;
  /** Narrows to rows of some domains; for callers who see all. */
  domains?: readonly string[] | undefined;
}

export interface ListResult<K extends string = string> {
  rows: Row<K>[];
  count?: number;
  /** Present when more rows follow; whoever hands it out seals it (`Store.opaque`). A damaged one is refused with validation_failed on `marker`. */
  marker?: string;
}

/** Which projects have most: the sums of a number that the kind's lists are sorted by. */
export interface LargestRequest {
  kind: Kind;
  by: string;
  limit: number;
}

/** What a project has. */
export interface OwnerSum {
  projectId: string;
  count: number;
  amount: number;
}

export interface Reader {
  list<K extends string>(request: ListRequest<K>): Promise<ListResult<K>>;
  /** The projects with the largest sums, the largest first; for callers who see all. */
  largest(request: LargestRequest): Promise<OwnerSum[]>;
  /** A row the caller may see or is offered, or undefined: foreign and unknown are the same. */
  find<K extends string>(kind: K, id: string, visibility: Visibility): Promise<Row<K> | undefined>;
  findMany<K extends string>(kind: K, ids: readonly string[], visibility: Visibility): Promise<Map<string, Row<K>>>;
  /** Which of these there are that the caller may see or is offered; without their documents. */
  seen(kind: string, ids: readonly string[], visibility: Visibility): Promise<Set<string>>;
  /** Rows of a kind that are a project's own, without what others share with it; in no order, `limit` at most. */
  owned<K extends string>(kind: K, projectId: string, limit: number): Promise<Row<K>[]>;
  /** Rows of a kind that others offer to a project which has not accepted them, the latest first; no more than `limit`. */
  offered<K extends string>(kind: K, projectId: string, limit: number): Promise<Row<K>[]>;
  /** For engines: regardless of visibility. */
  get<K extends string>(key: RowKey<K>): Promise<Row<K> | undefined>;
  /** For engines: those rows of one engine and kind that there are, by id; in one statement. */
  getMany<K extends string>(engine: string, kind: K, ids: readonly string[]): Promise<Map<string, Row<K>>>;
  /** Ids of all rows of an engine and kind, in chunks, for sweeps, and when each was first stored. */
  ids(engine: string, kind: string): AsyncIterable<{ id: string; createdAt: Instant }[]>;
  /** All rows of an engine and kind, in chunks. */
  sweep<K extends string>(
    engine: string,
    kind: K,
    chunk?: number,
  ): AsyncIterable<{ id: string; createdAt: Instant; document: DocumentOf<K> }[]>;
  countRows(engine: string, kind: string): Promise<number>;
}
