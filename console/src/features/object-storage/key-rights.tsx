import type { S3Key } from '@gantry/contract/nouns/object-storage/entity';
import { isExpired } from '@gantry/contract/nouns/object-storage/key-rights';
import { useTranslation } from 'react-i18next';
import { EnabledLabel } from '../../app/resource/status.tsx';
import type { Column } from '../../ui/list/columns.ts';
import { CopyText } from '../../ui/show/copy-text.tsx';
import { Instant } from '../../ui/show/instant.tsx';
import { StatusLabel } from '../../ui/show/status-label.tsx';
import { useNow } from '../../ui/use-now.ts';

/** Whether clients can use a pair of keys. */
function KeyStatus({ of }: { of: S3Key }) {
  const { t } = useTranslation('object-storage');
  const now = useNow();
  if (isExpired(of, now.getTime())) return <StatusLabel tone="warning">{t('key.expired')}</StatusLabel>;
  return <EnabledLabel enabled={of.enabled} word={(status) => t(`key.${status}`)} />;
}

/** The columns of a list of keys. @param isLimitable whether keys have rights and an end */
export function useKeyColumns(isLimitable: boolean): Column<S3Key>[] {
  const { t } = useTranslation('object-storage');
  const rightsOf = ({ access, buckets, prefix }: S3Key): string =>
    [
      t(`key.${access}`),
      ...(buckets ? [t('key.in-buckets', { names: buckets.join(', ') })] : []),
      ...(prefix === '' ? [] : [t('key.in-prefix', { prefix })]),
    ].join(' · ');
  return [
    {
      key: 'key',
      kind: 'id',
      label: t('key.access'),
      value: ({ acc_key: id }) => id,
      render: ({ acc_key: id }) => <CopyText text={id} label={t('key.access')} />,
    },
    { key: 'status', kind: 'status', label: t('key.status'), value: ({ acc_key: id }) => id, render: (key) => <KeyStatus of={key} /> },
    ...(isLimitable
      ? [
          { key: 'rights', label: t('key.rights'), value: rightsOf },
          {
            key: 'expires',
            kind: 'instant' as const,
            label: t('key.expires'),
            value: ({ expires_at: at }: S3Key) => at ?? t('key.never'),
            render: ({ expires_at: at }: S3Key) => (at === null ? t('key.never') : <Instant at={at} />),
          },
        ]
      : []),
    {
      key: 'created',
      kind: 'instant',
      sort: 'created',
      label: t('key.created'),
      value: ({ created_at: at }) => at,
      render: ({ created_at: at }) => <Instant at={at} />,
    },
  ];
}
