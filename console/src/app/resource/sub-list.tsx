import { Skeleton } from '@patternfly/react-core/dist/esm/components/Skeleton';
import { DataTable, type DataTableProps } from '../../ui/show/data-table.tsx';
import { ErrorState } from '../../ui/show/error-state.tsx';
import type { ApiError } from '../api/errors.ts';
import { useFailure } from '../errors/failure.ts';

interface SubListProps<T> extends Omit<DataTableProps<T>, 'items'> {
  /** Of the list call (`useList`). */
  query: {
    data: { data: readonly T[]; marker?: string | undefined } | undefined;
    error: ApiError | null;
    refetch(): Promise<unknown>;
  };
  /** What is said where there are none. */
  empty: string;
  /** What is said where there are more than are shown. */
  more?(shown: number): string;
}

/** The things that belong to one thing, as a part of its page: also while they are read, where that fails, and where there are none. */
export function SubList<T>({ query: { data, error, refetch }, empty, more, ...table }: SubListProps<T>) {
  const describe = useFailure();
  if (error && !data) return <ErrorState failure={describe(error)} retry={() => void refetch()} />;
  if (!data) return <Skeleton height="6rem" screenreaderText={table.label} />;
  if (data.data.length === 0) return <p>{empty}</p>;
  return (
    <>
      <DataTable {...table} items={data.data} />
      {more && data.marker !== undefined && <p className="gantry-subtle">{more(data.data.length)}</p>}
    </>
  );
}
