import type { Sort } from '@gantry/contract/wire/query';
import { LongArrowAltDownIconConfig } from '@patternfly/react-icons/dist/esm/icons/long-arrow-alt-down-icon';
import { LongArrowAltUpIconConfig } from '@patternfly/react-icons/dist/esm/icons/long-arrow-alt-up-icon';
import { glyphOf } from '../show/glyph.tsx';
import type { Column } from './columns.ts';

const [UP, DOWN] = [glyphOf(LongArrowAltUpIconConfig), glyphOf(LongArrowAltDownIconConfig)];

interface HeaderCellProps<T> {
  column: Column<T>;
  /** The order of the list. */
  sort: Sort | undefined;
  onSort(sort: Sort): void;
}

/** The head of a column, with the button that sorts by it. A plain cell: PatternFly's measures itself at each paint. */
export function HeaderCell<T>({ column: { key: id, label, kind = 'text', sort: key }, sort, onSort }: HeaderCellProps<T>) {
  const order = key !== undefined && sort?.key === key ? sort : undefined;
  if (key === undefined)
    return (
      <th scope="col" key={id} data-kind={kind}>
        {label}
      </th>
    );
  const isUp = order ? !order.descending : true;
  return (
    <th
      scope="col"
      data-kind={kind}
      aria-sort={order ? (order.descending ? 'descending' : 'ascending') : 'none'}
      {...(order && { 'data-sorted': true })}
    >
      <button type="button" className="gantry-sort" onClick={() => onSort({ key, descending: order ? !order.descending : false })}>
        <span>{label}</span>
        <span className="gantry-sort-mark">{isUp ? UP : DOWN}</span>
      </button>
    </th>
  );
}
