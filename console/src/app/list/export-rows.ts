import type { ListSpec, ListState } from '../../ui/list/list-state.ts';
import { CSV_START, csvHeader, csvRows } from '../../ui/list/csv.ts';
import type { Column } from '../../ui/list/columns.ts';
import { readAll } from './read-all.ts';
import type { ListCall } from './use-list-page.ts';

export interface ExportInput<T> {
  call: ListCall<T>;
  spec: ListSpec;
  /** Its filters and order decide which rows, and in which order; all pages of them. */
  state: ListState;
  columns: readonly Column<T>[];
  signal: AbortSignal;
  /** Rows read so far, of how many. */
  onProgress(done: number, count: number): void;
}

/** All rows that a list is filtered to, as the parts of a CSV file. Rejects with `ApiError`, of kind `cancel` when aborted. */
export async function exportRows<T>({ columns, onProgress, ...list }: ExportInput<T>): Promise<string[]> {
  const parts = [CSV_START, csvHeader(columns)];
  for await (const { rows, done, count } of readAll(list)) {
    parts.push(csvRows(columns, rows));
    onProgress(done, count);
  }
  return parts;
}
