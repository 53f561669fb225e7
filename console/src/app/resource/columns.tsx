import { enabledStatusOf, type EnabledStatus, type Statuses } from '@gantry/contract/wire/statuses';
import { Link } from '@tanstack/react-router';
import type { Column } from '../../ui/list/columns.ts';
import { CopyText } from '../../ui/show/copy-text.tsx';
import { fromGib } from '../../ui/show/format-size.ts';
import { Ago, Instant } from '../../ui/show/instant.tsx';
import { Size } from '../../ui/show/size.tsx';
import type { Named } from './named.ts';
import type { NounText } from './noun-text.ts';
import { EnabledLabel, ResourceStatus } from './status.tsx';

/** One thing that there is to say about each thing of a section: a column of the list and a property on its page. */
export interface SectionColumn<T> extends Column<T> {
  /** Too much for a list. */
  on?: 'details';
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

/** The columns that many nouns have, in the words of the frame. @param word a status in words */
export const commonColumns = {
  status: <T extends { status: string }>(
    noun: string,
    of: Statuses,
    text: NounText,
    word: (status: string) => string,
  ): SectionColumn<T> => ({
    key: 'status',
    label: text('field.status'),
    sort: 'status',
    kind: 'status',
    value: ({ status }) => word(status),
    render: ({ status }) => <ResourceStatus noun={noun} of={of} status={status} />,
  }),
  /** Whether people may use it. */
  enabled: <T,>(label: string, word: (status: EnabledStatus) => string, isEnabled: (item: T) => boolean): SectionColumn<T> => ({
    key: 'state',
    label,
    kind: 'status',
    value: (item) => word(enabledStatusOf(isEnabled(item))),
    render: (item) => <EnabledLabel enabled={isEnabled(item)} word={word} />,
  }),
  /** GiB */
  size: <T extends { size: number }>(text: NounText): SectionColumn<T> => ({
    key: 'size',
    label: text('field.size'),
    sort: 'size',
    kind: 'size',
    value: ({ size }) => size,
    render: ({ size }) => <Size bytes={fromGib(size)} in="GiB" />,
    details: ({ size }) => <Size bytes={fromGib(size)} />,
  }),
  created: <T extends { created_at: string | null }>(text: NounText): SectionColumn<T> => ({
    key: 'created',
    label: text('field.created'),
    sort: 'created_at',
    kind: 'time',
    value: ({ created_at }) => created_at,
    render: ({ created_at }) => created_at !== null && <Ago at={created_at} />,
    details: ({ created_at }) => created_at !== null && <Instant at={created_at} />,
  }),
  description: <T extends { description: string | null }>(text: NounText): SectionColumn<T> => ({
    key: 'description',
    label: text('field.description'),
    value: ({ description }) => description || null,
    on: 'details',
  }),
  id: <T extends { id: string }>(text: NounText): SectionColumn<T> => ({ ...copiedColumn<'id', T>('id', text('field.id')), on: 'details' }),
};

/** Code that its readers copy from the page of one thing: an id, a key. */
export const copiedColumn = <K extends string, T extends Readonly<Record<K, string>>>(key: K, label: string): SectionColumn<T> => ({
  key,
  label,
  value: (item) => item[key],
  render: (item) => <bdi dir="ltr">{item[key]}</bdi>,
  details: (item) => <CopyText text={item[key]} label={label} />,
});
