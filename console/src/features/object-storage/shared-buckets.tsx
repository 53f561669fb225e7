import { Title } from '@patternfly/react-core/dist/esm/components/Title';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { readOptions } from '../../app/api/queries.ts';
import { SubTable } from '../../app/resource/sub-list.tsx';
import { useScopeKey } from '../../app/session/use-session.ts';
import { ErrorState } from '../../ui/show/error-state.tsx';
import { bucketColumn } from './bucket-column.tsx';
import { useS3Failure } from './use-s3-failure.ts';

/** Buckets that others share with the user; nothing where nobody does. */
export function SharedBuckets() {
  const { t } = useTranslation('object-storage');
  const describe = useS3Failure();
  const { data, error, refetch } = useQuery({ ...readOptions(useScopeKey(), api.objectStorage.shared), staleTime: 0 });
  if (error) return <ErrorState failure={describe(error)} retry={() => void refetch()} />;
  if (!data || data.data.length === 0) return null;
  return (
    <section className="gantry-tab" aria-label={t('sharing.with-me')}>
      <Title headingLevel="h2" size="lg">
        {t('sharing.with-me')}
      </Title>
      <SubTable
        name="shared"
        label={t('sharing.with-me')}
        items={data.data}
        idOf={({ name }) => name}
        nameOf={({ name }) => name}
        columns={[
          bucketColumn<(typeof data.data)[number]>(t('buckets.name')),
          { key: 'owner', sort: 'owner', label: t('sharing.owner'), value: ({ owner_name: owner }) => owner },
        ]}
      />
    </section>
  );
}
