import { useEffect, useRef, useState } from 'react';
import { MAX_CHOSEN, type Identified } from '../../ui/list/selection.ts';
import type { Failure } from '../../ui/failure.ts';
import { isCancel } from '../api/errors.ts';
import { useFailure } from '../errors/failure.ts';
import { readAll } from './read-all.ts';
import type { ListPage } from './use-list-page.ts';

export interface ChooseAll {
  /** Rows that it would choose; undefined where they are chosen, or none beyond the page. */
  count: number | undefined;
  /** More match than can be chosen. */
  isPart: boolean;
  pending: boolean;
  failure: Failure | undefined;
  start(): void;
}

/** Chooses all rows that a list is filtered to, as many as can be chosen: offered once those of the page are. */
export function useChooseAll<T extends Identified>(
  list: Pick<ListPage<T>, 'call' | 'spec' | 'state' | 'page' | 'ids' | 'isLastPage' | 'selection' | 'choose'>,
): ChooseAll {
  const { call, spec, state, page, ids, isLastPage, selection, choose } = list;
  const describe = useFailure();
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const running = useRef<AbortController>(undefined);
  // What is chosen is what matched when it was asked for: another filter ends it.
  useEffect(() => () => running.current?.abort(), [state.filters]);

  async function run(signal: AbortSignal): Promise<void> {
    setPending(true);
    setFailure(undefined);
    try {
      const found: T[] = [];
      for await (const { rows } of readAll({ call, spec, state, signal })) {
        found.push(...rows);
        if (found.length >= MAX_CHOSEN) break;
      }
      choose(found.slice(0, MAX_CHOSEN));
    } catch (error) {
      if (!isCancel(error)) setFailure(describe(error));
    }
    setPending(false);
  }
  const count = page?.count ?? 0;
  const some = Math.min(count, MAX_CHOSEN);
  const isPageChosen = ids.length > 0 && ids.every((id) => selection.ids.has(id));
  const isWholeList = isLastPage && state.page === 1;
  return {
    count: isPageChosen && !isWholeList && some > selection.ids.size ? some : undefined,
    isPart: count > MAX_CHOSEN,
    pending,
    failure,
    start: () => {
      running.current?.abort();
      running.current = new AbortController();
      void run(running.current.signal);
    },
  };
}
