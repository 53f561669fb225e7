import { Link } from '@tanstack/react-router';
import type { Column } from '../../ui/list/columns.ts';
import { Instant } from '../../ui/show/instant.tsx';
import type { Named } from './named.ts';

/** The column that says what a row is, and leads to its page. */
export const nameColumn = <T extends Named>(label: string, addressOf: (id: string) => string): Column<T> => ({
  key: 'name',
  label,
  sort: 'name',
  wide: true,
  value: ({ name }) => name,
  render: ({ id, name }) => (
    <Link to={addressOf(id)}>
      <bdi>{name}</bdi>
    </Link>
  ),
});

/** The column that says when something was made. */
export const createdColumn = <T extends { created_at: string }>(label: string): Column<T> => ({
  key: 'created',
  label,
  sort: 'created_at',
  value: ({ created_at }) => created_at,
  render: ({ created_at }) => <Instant at={created_at} />,
});
