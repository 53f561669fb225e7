import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import type { Column } from '../../ui/list/columns.ts';
import { ShortList, type ShortListProps } from '../../ui/list/short-list.tsx';
import { ErrorState } from '../../ui/show/error-state.tsx';
import type { ApiError } from '../api/errors.ts';
import { useFailure } from '../errors/failure.ts';
import { useRowKeys } from '../list/use-list-keys.ts';
import { useTableOrder } from '../list/use-table-order.ts';
import { useMarked } from '../router/made-marks.ts';
import { ItemLink } from './item-link.tsx';

export interface SubTableProps<T> extends Omit<ShortListProps<T>, 'order' | 'searched' | 'marked'> {
  /** Under which the address keeps its order and search. */
  name: string;
  /** What a new row is known by where it is made, beside its id and its name. */
  markedBy?: (item: T) => string;
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
export const linkColumn = <T extends { id: string; name: string }>(label: string, kindOf: (item: T) => string): Column<T> => ({
  key: 'name',
  label,
  kind: 'name',
  sort: 'name',
  value: ({ id, name }) => name || id,
  render: (item) => (
    <ItemLink kind={kindOf(item)} id={item.id}>
      {item.name || item.id}
    </ItemLink>
  ),
});

/** A short list as a part of a page: its order and search are in the address, its rows are walked by keys, those made a moment ago stand out. */
export function SubTable<T>({ name, markedBy, ...list }: SubTableProps<T>) {
  useRowKeys();
  const { items, idOf, nameOf } = list;
  const marked = useMarked(items, { idOf, nameOf, markedBy });
  return <ShortList {...list} marked={marked} order={useTableOrder(name)} />;
}

/** A button among the tools of such a table. */
export const SubButton = ({ label, onClick }: { label: string; onClick(): void }) => (
  <Button variant="secondary" onClick={onClick}>
    {label}
  </Button>
);

/** The same beside the heading of a part that has one. */
export const HeadButton = (button: { label: string; onClick(): void }) => (
  <div className="gantry-tab-actions">
    <SubButton {...button} />
  </div>
);

/** The things that belong to one thing, as a part of its page: also while they are read, where that fails, and where there are none. */
export function SubList<T>({ query: { data, error, refetch }, more, ...table }: SubListProps<T>) {
  const describe = useFailure();
  if (error && !data)
    return (
      <>
        {table.tools}
        <ErrorState failure={describe(error)} retry={() => void refetch()} />
      </>
    );
  return (
    <>
      <SubTable {...table} items={data?.data} />
      {more && data?.marker !== undefined && <p className="gantry-subtle">{more(data.data.length)}</p>}
    </>
  );
}
