import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table/dist/esm/components/Table';
import type { ReactNode } from 'react';

interface DataTableProps<T> {
  label: string;
  items: readonly T[];
  keyOf(item: T, index: number): string;
  columns: readonly { label: string; render(item: T, index: number): ReactNode }[];
}

/** A short table that is there as a whole: parts of one thing, without paging or sorting. */
export function DataTable<T>({ label, items, keyOf, columns }: DataTableProps<T>) {
  return (
    <Table aria-label={label} variant="compact">
      <Thead>
        <Tr>
          {columns.map((column) => (
            <Th key={column.label} modifier="wrap">
              {column.label}
            </Th>
          ))}
        </Tr>
      </Thead>
      <Tbody>
        {items.map((item, index) => (
          <Tr key={keyOf(item, index)}>
            {columns.map((column) => (
              <Td key={column.label} dataLabel={column.label}>
                {column.render(item, index)}
              </Td>
            ))}
          </Tr>
        ))}
      </Tbody>
    </Table>
  );
}
