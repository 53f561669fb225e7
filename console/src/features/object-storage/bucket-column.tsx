import { Link } from '@tanstack/react-router';
import type { Column } from '../../ui/list/columns.ts';
import { FILES } from './paths.ts';

/** The name of a bucket, which leads to its files. */
export const bucketColumn = <T extends { name: string }>(label: string): Column<T> => ({
  key: 'name',
  kind: 'name',
  sort: 'name',
  label,
  value: ({ name }) => name,
  render: ({ name }) => (
    <Link to={`${FILES}/$bucketName`} params={{ bucketName: name }}>
      <bdi>{name}</bdi>
    </Link>
  ),
});
