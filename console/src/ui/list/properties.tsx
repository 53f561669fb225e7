import { Count } from '../show/count.tsx';
import type { Property } from '../show/details.tsx';
import type { Column } from './columns.ts';

/** What columns say about one thing, as properties of it. */
export const propertiesOf = <T,>(columns: readonly Column<T>[], item: T): Property[] =>
  columns.map((column) => ({ key: column.key, label: column.label, value: factOf(column, item) }));

function factOf<T>({ value, render, details }: Column<T>, item: T): Property['value'] {
  if (details) return details(item);
  const plain = value(item);
  if (plain === null || plain === '') return null;
  if (render) return render(item);
  return typeof plain === 'number' ? <Count value={plain} /> : <bdi>{plain}</bdi>;
}
