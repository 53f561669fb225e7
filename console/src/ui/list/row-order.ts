import { folded } from '@gantry/contract/wire/folded';
import type { Sort } from '@gantry/contract/wire/query';
import { useMemo, useState } from 'react';
import { useLanguage } from '../text.ts';
import type { Column } from './columns.ts';

/** What a column's cells stand for; null sorts last, whichever way. */
type Valued<T> = Pick<Column<T>, 'sort' | 'value'>;

/** By which column the rows of a table are ordered, and which of them are looked for. Whoever has the table keeps it. */
export interface TableOrder {
  sort: Sort | undefined;
  search: string;
  onSort(sort: Sort): void;
  onSearch(search: string): void;
}

/** The rows in the order that was asked for; those that were first stay so among equals, and without an order all do. */
export function ordered<T>(items: readonly T[], value: (item: T) => string | number | null, down: boolean, language: string): T[] {
  const { compare } = new Intl.Collator(language, { numeric: true, sensitivity: 'base' });
  return items.toSorted((one, other) => {
    const [a, b] = [value(one), value(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    const order = typeof a === 'number' && typeof b === 'number' ? a - b : compare(String(a), String(b));
    return down ? -order : order;
  });
}

/** The rows of which one of the values holds the text, whatever its case and accents. */
export function matching<T>(items: readonly T[], columns: readonly Valued<T>[], search: string): readonly T[] {
  const wanted = folded(search.trim());
  if (wanted === '') return items;
  return items.filter((item) => columns.some(({ value }) => folded(String(value(item) ?? '')).includes(wanted)));
}

/** The order and search of a table, as long as it is there. */
export function useOwnOrder(): TableOrder {
  const [sort, onSort] = useState<Sort>();
  const [search, onSearch] = useState('');
  return { sort, search, onSort, onSearch };
}

/** The rows that match, in their order; an order by no column of these is none. */
export function useRowOrder<T>(
  items: readonly T[] | undefined,
  columns: readonly Valued<T>[],
  sort: Sort | undefined,
  search: string,
): readonly T[] | undefined {
  const language = useLanguage();
  return useMemo(() => {
    const value = columns.find((column) => column.sort !== undefined && column.sort === sort?.key)?.value;
    const found = items && matching(items, columns, search);
    return found && value && sort ? ordered(found, value, sort.descending, language) : found;
  }, [items, columns, search, sort, language]);
}
