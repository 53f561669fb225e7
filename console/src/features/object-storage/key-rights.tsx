import type { S3Key } from '@gantry/contract/nouns/object-storage/entity';
import { isExpired, type S3KeyRights } from '@gantry/contract/nouns/object-storage/key-rights';
import { useTranslation } from 'react-i18next';
import { EnabledLabel } from '../../app/resource/status.tsx';
import { Instant } from '../../ui/show/instant.tsx';
import { StatusLabel } from '../../ui/show/status-label.tsx';
import { useNow } from '../../ui/use-now.ts';

/** Whether clients can use a pair of keys. */
export function KeyStatus({ of }: { of: S3Key }) {
  const { t } = useTranslation('object-storage');
  const now = useNow();
  if (isExpired(of, now.getTime())) return <StatusLabel tone="warning">{t('key.expired')}</StatusLabel>;
  return <EnabledLabel enabled={of.enabled} word={(status) => t(`key.${status}`)} />;
}

/** What a pair of keys may do, and where. */
export function KeyRights({ of: { access, buckets, prefix } }: { of: S3KeyRights }) {
  const { t } = useTranslation('object-storage');
  return (
    <>
      <div>{t(`key.${access}`)}</div>
      {buckets && <div className="gantry-subtle">{t('key.in-buckets', { names: buckets.join(', ') })}</div>}
      {prefix !== '' && <div className="gantry-subtle">{t('key.in-prefix', { prefix })}</div>}
    </>
  );
}

/** When a pair of keys ends. */
export function KeyExpiry({ of: { expires_at: at } }: { of: S3KeyRights }) {
  const { t } = useTranslation('object-storage');
  return at === null ? t('key.never') : <Instant at={at} />;
}
