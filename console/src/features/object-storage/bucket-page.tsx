import type { S3Config } from '@gantry/contract/nouns/object-storage/entity';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { readOptions } from '../../app/api/queries.ts';
import { bucketsOptions } from '../../parts/object-storage/queries.ts';
import { useScopeKey } from '../../app/session/use-session.ts';
import { FullPageSpinner } from '../../app/shell/full-page-spinner.tsx';
import { CopyText } from '../../ui/show/copy-text.tsx';
import { Details } from '../../ui/show/details.tsx';
import { ErrorState } from '../../ui/show/error-state.tsx';
import { Instant } from '../../ui/show/instant.tsx';
import { BucketHead } from './bucket-head.tsx';
import { BucketTabs } from './bucket-tabs.tsx';
import { endpointOf } from '../../parts/object-storage/endpoint.ts';
import { UsedSize, ObjectCount } from './usage.tsx';
import { Gate } from './gate.tsx';
import { BucketSettings } from './settings/bucket-settings.tsx';
import { useS3Failure } from './use-s3-failure.ts';
import './object-storage.css';

/** What there is to know of one bucket. */
export function Page() {
  const { bucketId = '' } = useParams({ strict: false });
  const { tab } = useSearch({ strict: false }) as { tab?: unknown };
  const active = tab === 'settings' ? tab : 'overview';
  return (
    <>
      <BucketHead name={bucketId} />
      <Gate>
        {(config) => (
          <BucketTabs bucket={bucketId} active={active}>
            {active === 'settings' ? <BucketSettings bucket={bucketId} /> : <OneBucket name={bucketId} config={config} />}
          </BucketTabs>
        )}
      </Gate>
    </>
  );
}

function OneBucket({ name, config }: { name: string; config: S3Config }) {
  const { t } = useTranslation('object-storage');
  const describe = useS3Failure();
  const { data, error, refetch } = useQuery(bucketsOptions(useScopeKey()));
  const { data: user } = useQuery(readOptions(useScopeKey(), api.objectStorage.user));
  const { data: usage } = useQuery(readOptions(useScopeKey(), api.objectStorage.bucket, { params: { bucketName: name } }));
  const endpoint = endpointOf(config);
  if (!data) return error ? <ErrorState failure={describe(error)} retry={() => void refetch()} /> : <FullPageSpinner />;
  const bucket = data.find((one) => one.name === name);
  if (!bucket) return <ErrorState failure={{ text: t('error.bucket-gone') }} />;
  return (
    <Details
      properties={[
        { label: t('buckets.name'), value: <CopyText text={name} label={t('buckets.name')} /> },
        { label: t('buckets.created'), value: bucket.createdAt && <Instant at={bucket.createdAt} /> },
        { label: t('buckets.address'), value: <CopyText text={`${endpoint}/${name}`} label={t('buckets.address')} /> },
        { label: t('buckets.objects'), value: usage && <ObjectCount count={usage.objects} /> },
        { label: t('files.size'), value: usage && <UsedSize bytes={usage.bytes} /> },
        { label: t('access.arn'), value: user && <CopyText text={user.arn} label={t('access.arn')} /> },
      ]}
    />
  );
}
