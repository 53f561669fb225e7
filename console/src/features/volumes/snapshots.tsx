import type { Volume } from '@gantry/contract/nouns/volumes/entity';
import { Skeleton } from '@patternfly/react-core/dist/esm/components/Skeleton';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { useList } from '../../app/api/hooks.ts';
import { useFailure } from '../../app/errors/failure.ts';
import { ItemLink } from '../../app/resource/item-link.tsx';
import { useNounText } from '../../app/resource/noun-text.ts';
import { ResourceStatus } from '../../app/resource/status.tsx';
import { menuColumn } from '../../ui/action/menu-column.tsx';
import { useUiText } from '../../ui/text.ts';
import { useSnapshotActions } from './use-snapshot-actions.ts';
import { DataTable } from '../../ui/show/data-table.tsx';
import { ErrorState } from '../../ui/show/error-state.tsx';
import { fromGib } from '../../ui/show/format-size.ts';
import { Instant } from '../../ui/show/instant.tsx';
import { Size } from '../../ui/show/size.tsx';

/** The newest that are shown. */
const SHOWN = 50;

/** The snapshots of a volume, each with the way to its page and what can be done to it. */
export function Snapshots({ volume }: { volume: Volume }) {
  const { t } = useTranslation('volumes');
  const text = useNounText('volumes');
  const describe = useFailure();
  const { data, error, refetch } = useList(api.volumeSnapshots.list, { volume_id: volume.id, sort: 'created_at:desc', limit: SHOWN });
  const { t: ui } = useUiText();
  const actions = useSnapshotActions(volume, data?.data ?? []);
  if (error) return <ErrorState failure={describe(error)} retry={() => void refetch()} />;
  if (!data) return <Skeleton height="6rem" screenreaderText={t('tab.snapshots')} />;
  if (data.data.length === 0) return <p>{t('snapshot.none')}</p>;
  return (
    <>
      <DataTable
        label={t('tab.snapshots')}
        items={data.data}
        keyOf={({ id }) => id}
        columns={[
          {
            label: text('field.name'),
            render: ({ id, name }) => (
              <ItemLink kind="volume_snapshot" id={id}>
                {name || id}
              </ItemLink>
            ),
          },
          { label: text('field.status'), render: ({ status }) => <ResourceStatus noun="volume-snapshots" status={status} /> },
          { label: text('field.size'), render: ({ size }) => <Size bytes={fromGib(size)} /> },
          { label: text('field.created'), render: ({ created_at }) => <Instant at={created_at} /> },
          ...menuColumn(ui, actions, ({ id, name }) => name || id),
        ]}
      />
      {actions.dialog}
      {data.marker !== undefined && <p className="gantry-subtle">{t('snapshot.more', { count: SHOWN })}</p>}
    </>
  );
}
