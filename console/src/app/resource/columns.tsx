import { Link } from '@tanstack/react-router';
import type { Column } from '../../ui/list/columns.ts';
import type { Named } from './named.ts';

/** One thing that there is to say about each thing of a section: a column of the list and a property on its page. */
export interface SectionColumn<T> extends Column<T> {
  /** Nowhere else: too much for a list, or what the page says in another way. */
  on?: 'list' | 'details';
}

/** The column that says what a row is, and leads to its page. */
export const nameColumn = <T extends Named>(label: string, addressOf: (id: string) => string): Column<T> => ({
  key: 'name',
  label,
  sort: 'name',
  kind: 'name',
  fixed: true,
  value: ({ name }) => name,
  render: ({ id, name }) => (
    <Link to={addressOf(id)} className="gantry-name" title={name || id}>
      <bdi>{name || id}</bdi>
    </Link>
  ),
});
