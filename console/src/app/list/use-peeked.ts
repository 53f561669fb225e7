import { useState } from 'react';
import { useList } from '../api/hooks.ts';
import type { ListPage } from './use-list-page.ts';
import type { Identified } from '../../ui/list/selection.ts';

/**
 * The row that is shown beside a list, as it is now: of this page, or read by its id. Undefined where there is none, or not yet.
 * @param isRow false: what is beside the list is none of its rows
 */
export function usePeeked<T extends Identified>({ call, state, page }: ListPage<T>, isRow = true): T | undefined {
  const peek = isRow ? state.peek : undefined;
  const shown = page?.data.find(({ id }) => id === peek);
  const away = peek !== undefined && page !== undefined && shown === undefined;
  const { data } = useList(call, { id: `in:${peek ?? ''}`, limit: 1 }, undefined, { enabled: away });
  const found = shown ?? (away ? data?.data.find(({ id }) => id === peek) : undefined);
  // While a page is on its way its row stays.
  const [last, setLast] = useState(found);
  if (found !== undefined && found !== last) setLast(found);
  return found ?? (data === undefined && last?.id === peek ? last : undefined);
}
