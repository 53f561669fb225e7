import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Column } from '../../ui/list/columns.ts';
import { CopyText } from '../../ui/show/copy-text.tsx';
import { Instant } from '../../ui/show/instant.tsx';
import type { Named } from './named.ts';

/** One thing that there is to say about each thing of a section: a column of the list and a property on its page. */
export interface SectionColumn<T> extends Column<T> {
  /** Paints it on the page of one thing; as in the list where absent. */
  details?(item: T): ReactNode;
  /** Too much for a list. */
  on?: 'details';
}

/** The column that says what a row is, and leads to its page. */
export const nameColumn = <T extends Named>(label: string, addressOf: (id: string) => string): Column<T> => ({
  key: 'name',
  label,
  sort: 'name',
  wide: true,
  value: ({ name }) => name,
  render: ({ id, name }) => (
    <Link to={addressOf(id)} className="gantry-name" title={name}>
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

/** Code that its readers copy from the page of one thing: an id, a key. */
export const copiedColumn = <K extends string, T extends Readonly<Record<K, string>>>(key: K, label: string): SectionColumn<T> => ({
  key,
  label,
  value: (item) => item[key],
  render: (item) => <bdi dir="ltr">{item[key]}</bdi>,
  details: (item) => <CopyText text={item[key]} label={label} />,
});
