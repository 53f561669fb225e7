import type { S3Overview } from '@gantry/contract/nouns/object-storage/entity';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { useList } from '../../app/api/hooks.ts';
import { enabledStatusOf } from '@gantry/contract/wire/statuses';
import { EnabledLabel } from '../../app/resource/status.tsx';
import { SubTable } from '../../app/resource/sub-list.tsx';
import { plainActions } from '../../ui/action/plain-actions.ts';
import { TitledCard } from '../../ui/show/cards.tsx';
import { CopyText } from '../../ui/show/copy-text.tsx';
import { Count } from '../../ui/show/count.tsx';
import { Details } from '../../ui/show/details.tsx';
import { ErrorState } from '../../ui/show/error-state.tsx';
import { DomainSwitchDialog } from './domain-switch-dialog.tsx';
import { endpointOf } from '../../parts/object-storage/endpoint.ts';
import { UsedSize, ObjectCount } from './usage.tsx';
import { ProjectLimitsDialog } from './project-limits-dialog.tsx';
import { useS3Failure } from './use-s3-failure.ts';
import './object-storage.css';

type Domain = { id: string; name: string };

/** Where object storage is, what each domain keeps there, and what administrators set for domains and projects (screens B1). */
export function Overview() {
  const { t } = useTranslation('object-storage');
  const may = useMay();
  const describe = useS3Failure();
  const { data, error, refetch } = useList(api.objectStorage.overview, {});
  const [switching, setSwitching] = useState<{ domain: Domain | undefined }>();
  const [isLimiting, setLimiting] = useState(false);
  if (!data) return error && <ErrorState failure={describe(error)} retry={() => void refetch()} />;
  const maySwitch = may(api.objectStorage.switchDomain);
  const mayLimit = may(api.objectStorage.limitProject) && data.limits.project;
  return (
    <div className="gantry-objects-overview">
      <TitledCard title={t('overview.title')}>
        <Details
          properties={[
            { label: t('access.endpoint'), value: <CopyText text={endpointOf(data)} label={t('access.endpoint')} /> },
            { label: t('access.region'), value: <bdi>{data.region}</bdi> },
            { label: t('overview.keys'), value: data.max_keys === 0 ? t('overview.no-keys') : <Count value={data.max_keys} /> },
            { label: t('users.buckets'), value: data.kept && <ObjectCount count={data.kept.buckets} /> },
            { label: t('buckets.objects'), value: data.kept && <ObjectCount count={data.kept.objects} /> },
            { label: t('files.size'), value: data.kept && <UsedSize bytes={data.kept.bytes} /> },
          ]}
        />
        {(maySwitch || mayLimit) && (
          <div className="gantry-objects-bar">
            {maySwitch && (
              <Button variant="secondary" onClick={() => setSwitching({ domain: undefined })}>
                {t('overview.switch')}
              </Button>
            )}
            {mayLimit && (
              <Button variant="secondary" onClick={() => setLimiting(true)}>
                {t('overview.limit')}
              </Button>
            )}
          </div>
        )}
      </TitledCard>
      {data.domains.length > 0 && (
        <TitledCard title={t('users.by-domain')}>
          <SubTable
            name="domains"
            label={t('users.by-domain')}
            items={data.domains}
            idOf={({ domain_id: id }) => id}
            nameOf={({ name }) => name}
            actions={plainActions(
              ({ enabled, name, domain_id: id }: S3Overview['domains'][number]) => [
                {
                  id: 'objectStorage.switchDomain',
                  label: t(enabled ? 'key.disable' : 'key.enable'),
                  onSelect: () => setSwitching({ domain: { id, name } }),
                },
              ],
              maySwitch,
            )}
            columns={[
              { key: 'domain', kind: 'name', sort: 'domain', label: t('users.domain'), value: ({ name }) => name },
              {
                key: 'status',
                kind: 'status',
                label: t('key.status'),
                value: ({ enabled }) => t(`key.${enabledStatusOf(enabled)}`),
                render: ({ enabled }) => <EnabledLabel enabled={enabled} word={(status) => t(`key.${status}`)} />,
              },
              {
                key: 'buckets',
                kind: 'number',
                sort: 'buckets',
                label: t('users.buckets'),
                value: ({ kept }) => kept.buckets,
                render: ({ kept }) => <ObjectCount count={kept.buckets} />,
              },
              {
                key: 'objects',
                kind: 'size',
                sort: 'objects',
                label: t('buckets.objects'),
                value: ({ kept }) => kept.objects,
                render: ({ kept }) => <ObjectCount count={kept.objects} />,
              },
              {
                key: 'size',
                kind: 'size',
                sort: 'size',
                label: t('files.size'),
                value: ({ kept }) => kept.bytes,
                render: ({ kept }) => <UsedSize bytes={kept.bytes} />,
              },
            ]}
          />
        </TitledCard>
      )}
      {switching && <DomainSwitchDialog domain={switching.domain} onClose={() => setSwitching(undefined)} />}
      {isLimiting && <ProjectLimitsDialog onClose={() => setLimiting(false)} />}
    </div>
  );
}
