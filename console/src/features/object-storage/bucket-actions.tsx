import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useS3 } from '../../app/object-storage/use-s3.ts';
import type { Bucket } from '../../parts/object-storage/client.ts';
import type { Offer } from '../../ui/action/action.ts';
import { copy } from '../../ui/show/copy.ts';
import { useUiText } from '../../ui/text.ts';
import { DeleteBucketDialog } from './delete-bucket-dialog.tsx';
import { BUCKETS, FILES } from './paths.ts';
import { SharingDialog } from './sharing-dialog.tsx';

/** What can be done to a bucket. `dialog` has its place on the page. */
export function useBucketActions(endpoint: string, onDeleted: () => void) {
  const { t } = useTranslation('object-storage');
  const { t: ui } = useUiText();
  const navigate = useNavigate();
  const { config } = useS3();
  const [sharing, setSharing] = useState<string>();
  const [deleting, setDeleting] = useState<string>();
  const plain = { danger: false, busy: false };
  const offers = ({ name }: Bucket): Offer[] => [
    {
      ...plain,
      id: 'open',
      label: t('buckets.open'),
      onSelect: () => void navigate({ to: `${FILES}/$bucketName`, params: { bucketName: name } }),
    },
    {
      ...plain,
      id: 'details',
      label: t('buckets.details'),
      onSelect: () => void navigate({ to: `${BUCKETS}/$bucketId`, params: { bucketId: name } }),
    },
    { ...plain, id: 'copy-name', label: t('buckets.copy-name'), onSelect: () => void copy(name) },
    { ...plain, id: 'copy-address', label: t('buckets.copy-address'), onSelect: () => void copy(`${endpoint}/${name}`) },
    ...(config && config.sharing.length > 0
      ? [{ ...plain, id: 'share', label: t('sharing.action'), onSelect: () => setSharing(name) }]
      : []),
    { ...plain, id: 'delete', label: ui('actions.delete'), danger: true, last: true, onSelect: () => setDeleting(name) },
  ];
  const close = (isGone: boolean) => {
    setDeleting(undefined);
    if (isGone) onDeleted();
  };
  const dialog = (
    <>
      {sharing !== undefined && config && <SharingDialog bucket={sharing} kinds={config.sharing} onClose={() => setSharing(undefined)} />}
      {deleting !== undefined && <DeleteBucketDialog name={deleting} onClose={close} />}
    </>
  );
  return { offers, dialog };
}
