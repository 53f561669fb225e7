import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Skeleton } from '@patternfly/react-core/dist/esm/components/Skeleton';
import { DataTable, type DataTableProps } from '../../ui/show/data-table.tsx';
import { ErrorState } from '../../ui/show/error-state.tsx';
import type { ApiError } from '../api/errors.ts';
import { useFailure } from '../errors/failure.ts';
import { useTableOrder } from '../list/use-table-order.ts';
import { ItemLink } from './item-link.tsx';

interface SubTableProps<T> extends Omit<DataTableProps<T>, 'order'> {
  /** Under which the address keeps its order and search. */
  name: string;
  /** What is said where there are none. */
  empty: string;
}

interface SubListProps<T> extends Omit<SubTableProps<NoInfer<T>>, 'items'> {
  /** Of the list call (`useList`). */
  query: {
    data: { data: readonly T[]; marker?: string | undefined } | undefined;
    error: ApiError | null;
    refetch(): Promise<unknown>;
  };
  /** What is said where there are more than are shown. */
  more?(shown: number): string;
}

/** The column that says what a row is, and leads to its page. */
export const linkColumn = <T extends { id: string; name: string }>(label: string, kindOf: (item: T) => string) => ({
  key: 'name',
  label,
  value: ({ id, name }: T) => name || id,
  render: (item: T) => (
    <ItemLink kind={kindOf(item)} id={item.id}>
      {item.name || item.id}
    </ItemLink>
  ),
});

/** What one thing consists of, as a part of its page: also where that is nothing. */
export function SubTable<T>({ name, empty, ...table }: SubTableProps<T>) {
  const order = useTableOrder(name);
  return table.items.length === 0 ? <p>{empty}</p> : <DataTable {...table} order={order} />;
}

/** The button above such a table. */
export const SubButton = ({ label, onClick }: { label: string; onClick(): void }) => (
  <div className="gantry-tab-actions">
    <Button variant="secondary" onClick={onClick}>
      {label}
    </Button>
  </div>
);

/** The things that belong to one thing, as a part of its page: also while they are read, where that fails, and where there are none. */
export function SubList<T>({ query: { data, error, refetch }, empty, more, ...table }: SubListProps<T>) {
  const describe = useFailure();
  if (error && !data) return <ErrorState failure={describe(error)} retry={() => void refetch()} />;
  if (!data) return <Skeleton height="6rem" screenreaderText={table.label} />;
  return (
    <>
      <SubTable {...table} empty={empty} items={data.data} />
      {more && data.marker !== undefined && <p className="gantry-subtle">{more(data.data.length)}</p>}
    </>
  );
}
