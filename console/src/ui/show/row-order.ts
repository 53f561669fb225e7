import { useMemo, useState } from 'react';
import { useLanguage } from '../text.ts';

/** What a column's cells stand for; null sorts last, whichever way. */
interface Valued<T> {
  label: string;
  value?(item: T): string | number | null;
}

/** By which column the rows are ordered, and which of them are shown. */
export interface RowOrder<T> {
  /** The rows that match, in order. */
  rows: readonly T[];
  orderOf(label: string): 'ascending' | 'descending' | 'none';
  toggle(label: string): void;
  search: string;
  setSearch(search: string): void;
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

/** The rows of which one of the values holds the text, whatever its case. */
export function matching<T>(items: readonly T[], columns: readonly Valued<T>[], search: string): readonly T[] {
  const wanted = search.trim().toLowerCase();
  if (wanted === '') return items;
  return items.filter((item) =>
    columns.some(({ value }) =>
      String(value?.(item) ?? '')
        .toLowerCase()
        .includes(wanted),
    ),
  );
}

/** The order and search of a short table, its own: the page's list keeps what it has. */
export function useRowOrder<T>(items: readonly T[], columns: readonly Valued<T>[]): RowOrder<T> {
  const language = useLanguage();
  const [order, setOrder] = useState<{ by: string; down: boolean }>();
  const [search, setSearch] = useState('');
  const value = columns.find(({ label }) => label === order?.by)?.value;
  const rows = useMemo(() => {
    const found = matching(items, columns, search);
    return value && order ? ordered(found, value, order.down, language) : found;
  }, [items, columns, search, value, order, language]);
  return {
    rows,
    orderOf: (label) => (order?.by === label ? (order.down ? 'descending' : 'ascending') : 'none'),
    toggle: (by) => setOrder({ by, down: order?.by === by && !order.down }),
    search,
    setSearch,
  };
}
