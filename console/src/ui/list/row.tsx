import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import { Skeleton } from '@patternfly/react-core/dist/esm/components/Skeleton';
import { ExpandableRowContent, Tbody, Td, Tr } from '@patternfly/react-table/dist/esm/components/Table';
import { useState, type ReactNode } from 'react';
import type { Offer } from '../action/action.ts';
import { ActionMenu } from '../action/action-menu.tsx';
import { Dash } from '../show/dash.tsx';
import { useUiText } from '../text.ts';
import type { Column } from './columns.ts';
import { ExpandButton } from './expand-button.tsx';
import type { Selection } from './selection.ts';

interface RowProps<T> {
  id: string;
  name: string;
  item: T;
  columns: readonly Column<T>[];
  selection?: Selection;
  offers?(item: T): readonly Offer[];
  expand?(item: T): ReactNode;
}

/** One row. It is the same row as long as its id is, so an open menu and an unfolded part survive every update. */
export function Row<T>({ id, name, item, columns, selection, offers, expand }: RowProps<T>) {
  const { t } = useUiText();
  const [open, setOpen] = useState(false);
  const more = expand?.(item);
  const chosen = selection?.ids.has(id) ?? false;
  const row = (
    <Tr {...(selection && { isRowSelected: chosen })}>
      {expand && <Td>{more !== undefined && <ExpandButton name={name} open={open} onToggle={() => setOpen(!open)} />}</Td>}
      {selection && (
        <Td dataLabel={t('table.choice')} className="pf-v6-c-table__check">
          <Checkbox
            id={`choose-${id}`}
            aria-label={t('table.choose', { name })}
            isChecked={chosen}
            onChange={(_, on) => selection.set([id], on)}
          />
        </Td>
      )}
      {columns.map((column) => (
        <Td key={column.key} dataLabel={column.label} className={classOf(column)}>
          <Cell column={column} item={item} />
        </Td>
      ))}
      {offers && (
        <Td isActionCell>
          <ActionMenu label={t('actions.of', { name })} offers={offers(item)} />
        </Td>
      )}
    </Tr>
  );
  if (!expand) return row;
  const width = columns.length + (selection ? 1 : 0) + (offers ? 1 : 0) + 1;
  return (
    <Tbody isExpanded={open && more !== undefined}>
      {row}
      {open && more !== undefined && (
        <Tr isExpanded>
          <Td colSpan={width}>
            <ExpandableRowContent>{more}</ExpandableRowContent>
          </Td>
        </Tr>
      )}
    </Tbody>
  );
}

const classOf = <T,>(column: Column<T>): string =>
  [column.wide && 'gantry-wide', column.numeric && 'gantry-numeric'].filter(Boolean).join(' ');

function Cell<T>({ column, item }: { column: Column<T>; item: T }) {
  const value = column.value(item);
  if (value === null || value === '') return <Dash />;
  return <>{column.render ? column.render(item) : value}</>;
}

/** Where rows will be. */
export function SkeletonRows({ columns }: { columns: number }) {
  const { t } = useUiText();
  return Array.from({ length: 8 }, (_, row) => (
    <Tr key={row}>
      {Array.from({ length: columns }, (__, cell) => (
        <Td key={cell}>
          <Skeleton {...(row === 0 && cell === 0 && { screenreaderText: t('loading') })} />
        </Td>
      ))}
    </Tr>
  ));
}
