import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { readOptions } from '../../app/api/queries.ts';
import { useS3 } from '../../app/object-storage/use-s3.ts';
import { DetailsHead } from '../../app/resource/details-head.tsx';
import { useScopeKey } from '../../app/session/use-session.ts';
import { endpointOf } from '../../parts/object-storage/endpoint.ts';
import { bucketsOptions } from '../../parts/object-storage/queries.ts';
import { useBucketActions } from './bucket-actions.tsx';
import { UsedSize, ObjectCount } from './usage.tsx';
import { BUCKETS } from './paths.ts';

/** The head of a bucket's screens: what is in it, and what can be done to it. `isOpen`: its files are before one's eyes. */
export function BucketHead({ name, isOpen = false }: { name: string; isOpen?: boolean }) {
  const { t } = useTranslation('object-storage');
  const navigate = useNavigate();
  const { config } = useS3();
  const scope = useScopeKey();
  const enabled = config?.enabled === true;
  const { data: buckets } = useQuery({ ...bucketsOptions(scope), enabled });
  const { data: usage } = useQuery({ ...readOptions(scope, api.objectStorage.bucket, { params: { bucketName: name } }), enabled });
  const { offers, dialog } = useBucketActions(config ? endpointOf(config) : '', () => void navigate({ to: BUCKETS }));
  const bucket = enabled ? buckets?.find((one) => one.name === name) : undefined;
  return (
    <>
      <DetailsHead
        name={name}
        line={
          usage && [
            <span key="objects">
              {t('buckets.objects')}: <ObjectCount count={usage.objects} />
            </span>,
            <UsedSize key="size" bytes={usage.bytes} />,
          ]
        }
        offers={bucket ? offers(bucket).filter(({ id }) => id !== 'details' && (id !== 'open' || !isOpen)) : []}
        buttons={['open', 'share']}
      />
      {dialog}
    </>
  );
}
