import type { S3Account } from '@gantry/contract/nouns/object-storage/entity';
import { enabledStatusOf } from '@gantry/contract/wire/statuses';
import type { TFunction } from 'i18next';
import { ownerColumns } from '../../app/resource/owners.ts';
import { EnabledLabel } from '../../app/resource/status.tsx';
import type { Column } from '../../ui/list/columns.ts';
import { UsedSize, ObjectCount } from './usage.tsx';

/** Columns of the list of users. @param ofDomains whether they are of several domains */
export const userColumns = (t: TFunction<'object-storage'>, ofDomains: boolean): Column<S3Account>[] => [
  { key: 'name', kind: 'name', sort: 'name', fixed: true, label: t('users.name'), value: ({ name }) => name },
  ...ownerColumns<S3Account>(() => t('users.domain'), { project: false, domain: ofDomains }, true),
  { key: 'email', label: t('users.email'), value: ({ email }) => email },
  {
    key: 'status',
    kind: 'status',
    label: t('key.status'),
    value: ({ is_enabled: isEnabled }) => t(`key.${enabledStatusOf(isEnabled)}`),
    render: ({ is_enabled: isEnabled }) => <EnabledLabel enabled={isEnabled} word={(status) => t(`key.${status}`)} />,
  },
  { key: 'keys', kind: 'number', label: t('users.keys'), value: ({ keys }) => keys.length },
  { key: 'buckets', kind: 'number', label: t('users.buckets'), value: ({ kept }) => kept?.buckets ?? null },
  {
    key: 'objects',
    kind: 'size',
    label: t('buckets.objects'),
    value: ({ kept, limits }) => kept?.objects ?? limits.objects,
    render: ({ kept, limits }) => <ObjectCount count={kept?.objects} limit={limits.objects} />,
    cells: [{ label: t('buckets.objects'), value: ({ kept }) => kept?.objects ?? null }],
  },
  {
    key: 'size',
    kind: 'usage',
    label: t('files.size'),
    value: ({ kept, limits }) => kept?.bytes ?? limits.bytes,
    render: ({ kept, limits }) => <UsedSize bytes={kept?.bytes ?? null} limit={limits.bytes} />,
    cells: [{ label: t('files.size'), value: ({ kept }) => kept?.bytes ?? null }],
  },
  { key: 'id', kind: 'id', label: t('users.id'), value: ({ id }) => id, render: ({ id }) => <code>{id}</code> },
];
