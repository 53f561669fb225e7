import type { ReactNode } from 'react';
import { propertiesOf } from '../../ui/list/facts.tsx';
import type { SectionColumn } from './columns.tsx';

/** What matters first of a thing, in this order: where it is reached, how large it is, whose it is. */
const isFirst: readonly ((column: SectionColumn<never>) => boolean)[] = [
  ({ kind }) => kind === 'address',
  ({ kind }) => kind === 'size',
  ({ key }) => key === 'project',
  ({ key }) => key === 'domain',
];

/** The line below the name of a thing, from its columns: the first with a value of each kind that matters. */
export function headLine<T>(columns: readonly SectionColumn<T>[], item: T): ReactNode[] {
  return isFirst.flatMap((matters) => {
    const found = propertiesOf(columns.filter(matters as (column: SectionColumn<T>) => boolean), item);
    return found
      .map(({ value }) => value)
      .filter((value) => value !== null && value !== undefined && value !== false)
      .slice(0, 1);
  });
}
