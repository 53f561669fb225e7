import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import FolderOpenIcon from '@patternfly/react-icons/dist/esm/icons/folder-open-icon';
import SyncAltIcon from '@patternfly/react-icons/dist/esm/icons/sync-alt-icon';
import type { S3Config } from '@gantry/contract/nouns/object-storage/entity';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { bucketsOptions, refreshBuckets } from '../../parts/object-storage/queries.ts';
import { api } from '../../app/api/calls.ts';
import { readOptions } from '../../app/api/queries.ts';
import { useS3 } from '../../app/object-storage/use-s3.ts';
import { useScopeKey } from '../../app/session/use-session.ts';
import { FullPageSpinner } from '../../app/shell/full-page-spinner.tsx';
import { ListHead } from '../../app/resource/list-head.tsx';
import { SubTable } from '../../app/resource/sub-list.tsx';
import { EmptyState } from '../../ui/show/empty-state.tsx';
import { ErrorState } from '../../ui/show/error-state.tsx';
import { Instant } from '../../ui/show/instant.tsx';
import { useBucketActions } from './bucket-actions.tsx';
import { bucketColumn } from './bucket-column.tsx';
import { CreateBucketDialog } from './create-bucket-dialog.tsx';
import { endpointOf } from '../../parts/object-storage/endpoint.ts';
import { UsedSize, ObjectCount } from './usage.tsx';
import { Gate } from './gate.tsx';
import { SharedBuckets } from './shared-buckets.tsx';
import { SectionTabs } from './section-tabs.tsx';
import { useS3Failure } from './use-s3-failure.ts';
import './object-storage.css';

/** The buckets of the user (screens A1). */
export function Page() {
  const { t } = useTranslation('object-storage');
  const { config } = useS3();
  const { data } = useQuery({ ...bucketsOptions(useScopeKey()), enabled: config?.enabled === true });
  const [isCreating, setCreating] = useState(false);
  const create = <Button onClick={() => setCreating(true)}>{t('buckets.create')}</Button>;
  const count = config?.enabled === true ? data?.length : undefined;
  return (
    <>
      <ListHead title={t('buckets.title')} count={count} button={(count ?? 0) > 0 && create} />
      <SectionTabs active="buckets">
        <Gate>{(open) => <Buckets config={open} create={create} />}</Gate>
      </SectionTabs>
      {isCreating && <CreateBucketDialog onClose={() => setCreating(false)} />}
    </>
  );
}

/** `create`: the button that makes one. */
function Buckets({ config, create }: { config: S3Config; create: ReactNode }) {
  const { t } = useTranslation('object-storage');
  const describe = useS3Failure();
  const queryClient = useQueryClient();
  const { data, error, refetch, isFetching } = useQuery(bucketsOptions(useScopeKey()));
  const { offers, dialog } = useBucketActions(endpointOf(config), () => undefined);
  const usage = useQuery(readOptions(useScopeKey(), api.objectStorage.buckets));
  const used = new Map(usage.data?.data.map((one) => [one.name, one]));
  if (!data) return error ? <ErrorState failure={describe(error)} retry={() => void refetch()} /> : <FullPageSpinner />;
  return (
    <>
      {error && <ErrorState failure={describe(error)} retry={() => void refetch()} />}
      {data.length === 0 ? (
        <EmptyState icon={FolderOpenIcon} title={t('buckets.none')} body={t('buckets.none-body')} action={create} />
      ) : (
        <SubTable
          name="buckets"
          tools={
            <Button
              variant="plain"
              icon={<SyncAltIcon />}
              aria-label={t('refresh')}
              title={t('refresh')}
              isAriaDisabled={isFetching}
              onClick={() => void refreshBuckets(queryClient)}
            />
          }
          label={t('buckets.title')}
          items={data}
          idOf={({ name }) => name}
          nameOf={({ name }) => name}
          actions={{ any: true, isBusy: () => false, offers }}
          columns={[
            bucketColumn<(typeof data)[number]>(t('buckets.name')),
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
          ]}
        />
      )}
      {config.sharing.length > 0 && <SharedBuckets />}
      {dialog}
    </>
  );
}
