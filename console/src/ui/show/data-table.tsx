import { ExpandableRowContent, Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table/dist/esm/components/Table';
import { useState, type ReactNode } from 'react';
import { ExpandButton } from '../list/expand-button.tsx';
import { useUiText } from '../text.ts';

/** `menu`: it holds the menu of each row, which needs no heading to be seen. */
type Columns<T> = readonly { label: string; menu?: true; render(item: T, index: number): ReactNode }[];

/** What a row unfolds, made when it is opened. */
interface Unfolding<T> {
  /** Of the row, for its button. */
  nameOf(item: T): string;
  /** Undefined: there is no more to say. */
  more(item: T): (() => ReactNode) | undefined;
}

interface DataTableProps<T> {
  label: string;
  items: readonly T[];
  keyOf(item: T, index: number): string;
  columns: Columns<T>;
  unfolding?: Unfolding<T>;
}

/** A short table that is there as a whole: parts of one thing, without paging or sorting. */
export function DataTable<T>({ label, items, keyOf, columns, unfolding }: DataTableProps<T>) {
  const { t } = useUiText();
  const rows = items.map((item, index) => (
    <DataRow key={keyOf(item, index)} item={item} index={index} columns={columns} {...(unfolding && { unfolding })} />
  ));
  return (
    <Table aria-label={label} variant="compact" isExpandable={unfolding !== undefined}>
      <Thead>
        <Tr>
          {unfolding && <Th screenReaderText={t('table.expand')} />}
          {columns.map(({ label: heading, menu }) =>
            menu ? (
              <Th key={heading} screenReaderText={heading} />
            ) : (
              <Th key={heading} modifier="wrap">
                {heading}
              </Th>
            ),
          )}
        </Tr>
      </Thead>
      {unfolding ? rows : <Tbody>{rows}</Tbody>}
    </Table>
  );
}

interface DataRowProps<T> {
  item: T;
  index: number;
  columns: Columns<T>;
  unfolding?: Unfolding<T>;
}

/** One row; one that unfolds is a body of its own. */
function DataRow<T>({ item, index, columns, unfolding }: DataRowProps<T>) {
  const [open, setOpen] = useState(false);
  const more = unfolding?.more(item);
  const isOpen = open && more !== undefined;
  const row = (
    <Tr>
      {unfolding && <Td>{more && <ExpandButton name={unfolding.nameOf(item)} open={isOpen} onToggle={() => setOpen(!open)} />}</Td>}
      {columns.map((column) => (
        <Td key={column.label} {...(column.menu ? { isActionCell: true } : { dataLabel: column.label })}>
          {column.render(item, index)}
        </Td>
      ))}
    </Tr>
  );
  if (!unfolding) return row;
  return (
    <Tbody isExpanded={isOpen}>
      {row}
      {isOpen && (
        <Tr isExpanded>
          <Td colSpan={columns.length + 1}>
            <ExpandableRowContent>{more()}</ExpandableRowContent>
          </Td>
        </Tr>
      )}
    </Tbody>
  );
}
