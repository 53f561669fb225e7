import type { ReactNode } from 'react';
import { propertiesOf } from '../../ui/list/properties.tsx';
import type { SectionColumn } from './columns.tsx';

/** What matters first of a thing, in this order: where it is reached, how large it is, whose it is. */
const MATTERS: readonly ((column: Pick<SectionColumn<never>, 'key' | 'kind'>) => boolean)[] = [
  ({ kind }) => kind === 'address',
  ({ kind }) => kind === 'size',
  ({ key }) => key === 'project',
  ({ key }) => key === 'domain',
];

const isSaid = (value: ReactNode): boolean => value !== null && value !== undefined && value !== false;

/** The line below the name of a thing, from its columns: of each kind that matters the first that says something. */
export const headLine = <T>(columns: readonly SectionColumn<T>[], item: T): ReactNode[] =>
  MATTERS.flatMap((matters) => {
    const values = propertiesOf(columns.filter(matters), item).map(({ value }) => value);
    return values.filter(isSaid).slice(0, 1);
  });
