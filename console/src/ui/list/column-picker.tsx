import { Divider } from '@patternfly/react-core/dist/esm/components/Divider';
import { MenuToggle } from '@patternfly/react-core/dist/esm/components/MenuToggle';
import { SelectList, SelectOption } from '@patternfly/react-core/dist/esm/components/Select';
import ColumnsIcon from '@patternfly/react-icons/dist/esm/icons/columns-icon';
import { useState, useSyncExternalStore } from 'react';
import { SelectMenu } from '../action/select-menu.tsx';
import { useUiText } from '../text.ts';
import { isWanted, USUAL_COLUMNS, withColumn, type ColumnChoice } from './column-choice.ts';
import type { Column } from './columns.ts';

/** Keys of the columns that a table shows: of usual ones, as many as there is room for. The table tells them once it is laid out, and nothing around it is drawn again. */
export interface LaidOut {
  get(): { keys: ReadonlySet<string> };
  subscribe(listener: () => void): () => void;
}

interface ColumnPickerProps<T> {
  columns: readonly Column<T>[];
  laidOut: LaidOut;
  choice: ColumnChoice;
  onChoice(choice: ColumnChoice): void;
}

/** As long as nobody looks, nobody need be told. */
const notAtAll = () => () => undefined;

/** Value of the entry that goes back to the usual columns; no column has it as its key. */
const USUAL = '';

/** Which columns a list shows, behind a button. */
export function ColumnPicker<T>({ columns, laidOut, choice, onChoice }: ColumnPickerProps<T>) {
  const { t } = useUiText();
  const [open, setOpen] = useState(false);
  const { keys: shown } = useSyncExternalStore(open ? laidOut.subscribe : notAtAll, laidOut.get);
  const choosable = columns.filter(({ fixed }) => fixed !== true);
  // What was chosen last counts at once: the table is laid out a moment later.
  const isShown = (column: Column<T>) => choice.shown.includes(column.key) || (shown.has(column.key) && isWanted(column, choice));
  return (
    <SelectMenu
      open={open}
      onOpenChange={setOpen}
      onSelect={(key) => {
        const column = choosable.find((one) => one.key === key);
        if (!column) return onChoice(USUAL_COLUMNS);
        if (isShown(column)) return onChoice(withColumn(choice, column, false));
        // What shows already is asked for as well: one more column pushes none out.
        const wanted = choosable.filter((one) => one === column || isShown(one));
        return onChoice(wanted.reduce((sum, one) => withColumn(sum, one, true), choice));
      }}
      position="end"
      maxHeight="min(40rem, 70vh)"
      toggle={(ref) => (
        <MenuToggle
          ref={ref}
          variant="plain"
          icon={<ColumnsIcon />}
          aria-label={t('columns.label')}
          title={t('columns.label')}
          isExpanded={open}
          onClick={() => setOpen(!open)}
        />
      )}
    >
      <SelectList aria-label={t('columns.label')}>
        {choosable.map((column) => (
          <SelectOption key={column.key} value={column.key} hasCheckbox isSelected={isShown(column)}>
            {column.label}
          </SelectOption>
        ))}
        <Divider component="li" />
        <SelectOption value={USUAL}>{t('columns.usual')}</SelectOption>
      </SelectList>
    </SelectMenu>
  );
}
