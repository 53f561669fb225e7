import { formatSort, parseSort } from '@gantry/contract/wire/query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type { TableOrder } from '../../ui/list/row-order.ts';
import type { Search } from '../feature.ts';

/** What stands in the query as a text; what is anything else is left alone. */
const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

/** What an address says of the tables of its page. It goes along to a dialog over that page, to another part of it, and back. */
export const tableOrders = (query: Search): Search =>
  Object.fromEntries(Object.entries(query).filter(([key]) => /\.(?:sort|search)$/.test(key)));

/**
 * The order and search of a table that is a part of a page, in the page's address under a name of its own: `?volumes.sort=size:desc`. A link and a
 * reload show the same; what the address says of the page, or of another table, stays as it is.
 */
export function useTableOrder(name: string): TableOrder {
  const navigate = useNavigate();
  const query: Search = useSearch({ strict: false });
  const [sortKey, searchKey] = [`${name}.sort`, `${name}.search`];
  const sorted = textOf(query[sortKey]);
  const keep = useCallback(
    (key: string, value: string) =>
      void navigate({
        to: '.',
        search: (before: Search) => {
          const { [key]: _, ...others } = before;
          return { ...others, ...(value !== '' && { [key]: value }) };
        },
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  return {
    sort: useMemo(() => parseSort(sorted), [sorted]),
    search: textOf(query[searchKey]),
    onSort: (sort) => keep(sortKey, formatSort(sort)),
    onSearch: (search) => keep(searchKey, search),
  };
}
