import { listInputOf, withLimit, type ListSpec, type ListState } from '../../ui/list/list-state.ts';
import { callApi } from '../api/request.ts';
import type { ListCall } from './use-list-page.ts';

/** Rows asked for at once: few enough that the server stays free for others meanwhile. */
const ROWS = 200;

interface ReadAllInput<T> {
  call: ListCall<T>;
  spec: ListSpec;
  /** Its filters and order decide which rows, and in which order; all pages of them. */
  state: ListState;
  signal: AbortSignal;
}

/** A part of the rows, and how many there are together. */
export interface RowsPart<T> {
  rows: readonly T[];
  /** Rows read so far, this part among them. */
  done: number;
  count: number;
}

/** All rows that a list is filtered to, part by part. Throws `ApiError`, of kind `cancel` when aborted. */
export async function* readAll<T>({ call, spec, state, signal }: ReadAllInput<T>): AsyncGenerator<RowsPart<T>> {
  const { query, ...path } = listInputOf(withLimit(state, ROWS), spec);
  let [done, count] = [0, 0];
  for (let marker: string | undefined, first = true; first || marker !== undefined; first = false) {
    const page = await callApi(
      call,
      { ...path, query: { ...query, with_count: first, ...(marker !== undefined && { marker }) } },
      { signal },
    );
    done += page.data.length;
    count = Math.max(page.count ?? count, done);
    yield { rows: page.data, done, count };
    marker = page.marker;
  }
}
