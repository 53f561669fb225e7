import { listQueryOf, withLimit, type ListSpec, type ListState } from '../../ui/list/list-state.ts';
import { CSV_START, csvHeader, csvRows } from '../../ui/list/csv.ts';
import type { Column } from '../../ui/list/columns.ts';
import { callApi } from '../api/request.ts';
import type { ListCall } from './use-list-page.ts';

/** Rows asked for at once: few enough that the server stays free for others meanwhile. */
const ROWS = 200;

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
export async function exportRows<T>({ call, spec, state, columns, signal, onProgress }: ExportInput<T>): Promise<string[]> {
  const query = listQueryOf(withLimit(state, ROWS), spec);
  const parts = [CSV_START, csvHeader(columns)];
  let [done, count] = [0, 0];
  for (let marker: string | undefined, first = true; first || marker !== undefined; first = false) {
    const page = await callApi(call, { query: { ...query, with_count: first, ...(marker !== undefined && { marker }) } }, { signal });
    parts.push(csvRows(columns, page.data));
    done += page.data.length;
    count = Math.max(page.count ?? count, done);
    onProgress(done, count);
    marker = page.marker;
  }
  return parts;
}
