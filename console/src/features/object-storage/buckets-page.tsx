import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import FolderOpenIcon from '@patternfly/react-icons/dist/esm/icons/folder-open-icon';
import SyncAltIcon from '@patternfly/react-icons/dist/esm/icons/sync-alt-icon';
import type { S3Config } from '@gantry/contract/nouns/object-storage/entity';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bucketsOptions, refreshBuckets } from '../../parts/object-storage/queries.ts';
import { api } from '../../app/api/calls.ts';
import { readOptions } from '../../app/api/queries.ts';
import { useScopeKey } from '../../app/session/use-session.ts';
import { FullPageSpinner } from '../../app/shell/full-page-spinner.tsx';
import { SubTable } from '../../app/resource/sub-list.tsx';
import { PageHeading } from '../../app/shell/page-heading.tsx';
import { EmptyState } from '../../ui/show/empty-state.tsx';
import { ErrorState } from '../../ui/show/error-state.tsx';
import { Instant } from '../../ui/show/instant.tsx';
import { useBucketActions } from './bucket-actions.tsx';
import { CreateBucketDialog } from './create-bucket-dialog.tsx';
import { endpointOf } from '../../parts/object-storage/endpoint.ts';
import { UsedSize, ObjectCount } from './usage.tsx';
import { Gate } from './gate.tsx';
import { BUCKETS, FILES } from './paths.ts';
import { SharedBuckets } from './shared-buckets.tsx';
import { SectionTabs } from './section-tabs.tsx';
import { useS3Failure } from './use-s3-failure.ts';
import './object-storage.css';

/** The buckets of the user (screens A1). */
export function Page() {
  const { t } = useTranslation('object-storage');
  return (
    <>
      <PageHeading>{t('buckets.title')}</PageHeading>
      <SectionTabs active="buckets">
        <Gate>{(config) => <Buckets config={config} />}</Gate>
      </SectionTabs>
    </>
  );
}

function Buckets({ config }: { config: S3Config }) {
  const { t } = useTranslation('object-storage');
  const describe = useS3Failure();
  const queryClient = useQueryClient();
  const { data, error, refetch, isFetching } = useQuery(bucketsOptions(useScopeKey()));
  const [isCreating, setCreating] = useState(false);
  const { offers, dialog } = useBucketActions(endpointOf(config), () => undefined);
  const create = <Button onClick={() => setCreating(true)}>{t('buckets.create')}</Button>;
  const usage = useQuery(readOptions(useScopeKey(), api.objectStorage.buckets));
  const used = new Map(usage.data?.data.map((one) => [one.name, one]));
  if (!data) return error ? <ErrorState failure={describe(error)} retry={() => void refetch()} /> : <FullPageSpinner />;
  return (
    <>
      {error && <ErrorState failure={describe(error)} retry={() => void refetch()} />}
      {data.length === 0 ? (
        <EmptyState icon={FolderOpenIcon} title={t('buckets.none')} body={t('buckets.none-body')} action={create} />
      ) : (
        <>
          <div className="gantry-objects-bar">
            <Button
              variant="plain"
              icon={<SyncAltIcon />}
              aria-label={t('refresh')}
              isAriaDisabled={isFetching}
              onClick={() => void refreshBuckets(queryClient)}
            />
            {create}
          </div>
          <SubTable
            name="buckets"
            label={t('buckets.title')}
            items={data}
            idOf={({ name }) => name}
            nameOf={({ name }) => name}
            actions={{ any: true, isBusy: () => false, offers }}
            columns={[
              {
                key: 'name',
                kind: 'name',
                sort: 'name',
                label: t('buckets.name'),
                value: ({ name }) => name,
                render: ({ name }) => (
                  <Link to={`${FILES}/$bucketName`} params={{ bucketName: name }}>
                    <bdi>{name}</bdi>
                  </Link>
                ),
              },
              {
                key: 'created',
                kind: 'instant',
                sort: 'created',
                label: t('buckets.created'),
                value: ({ createdAt }) => createdAt ?? null,
                render: ({ createdAt }) => createdAt && <Instant at={createdAt} />,
              },
              {
                key: 'objects',
                kind: 'size',
                sort: 'objects',
                label: t('buckets.objects'),
                value: ({ name }) => used.get(name)?.objects ?? null,
                render: ({ name }) => <ObjectCount count={used.get(name)?.objects} />,
              },
              {
                key: 'size',
                kind: 'size',
                sort: 'size',
                label: t('files.size'),
                value: ({ name }) => used.get(name)?.bytes ?? null,
                render: ({ name }) => <UsedSize bytes={used.get(name)?.bytes ?? null} />,
              },
              {
                key: 'details',
                kind: 'flag',
                label: t('buckets.details'),
                value: ({ name }) => name,
                render: ({ name }) => (
                  <Link to={`${BUCKETS}/$bucketId`} params={{ bucketId: name }} aria-label={t('buckets.details-of', { name })}>
                    {t('buckets.details')}
                  </Link>
                ),
              },
            ]}
          />
        </>
      )}
      {config.sharing.length > 0 && <SharedBuckets />}
      {dialog}
      {isCreating && <CreateBucketDialog onClose={() => setCreating(false)} />}
    </>
  );
}
