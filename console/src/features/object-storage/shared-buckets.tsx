import { Title } from '@patternfly/react-core/dist/esm/components/Title';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { readOptions } from '../../app/api/queries.ts';
import { useScopeKey } from '../../app/session/use-session.ts';
import { DataTable } from '../../ui/show/data-table.tsx';
import { ErrorState } from '../../ui/show/error-state.tsx';
import { FILES } from './paths.ts';
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
      <DataTable
        label={t('sharing.with-me')}
        items={data.data}
        keyOf={({ name }) => name}
        columns={[
          {
            label: t('buckets.name'),
            render: ({ name }) => (
              <Link className="gantry-objects-name" to={`${FILES}/$bucketName`} params={{ bucketName: name }}>
                <bdi>{name}</bdi>
              </Link>
            ),
          },
          { label: t('sharing.owner'), render: ({ owner_name: owner }) => <bdi>{owner}</bdi> },
        ]}
      />
    </section>
  );
}
