import type { Volume } from '@gantry/contract/nouns/volumes/entity';
import { SNAPSHOT_STATUSES } from '@gantry/contract/nouns/volume-snapshots/statuses';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { useList } from '../../app/api/hooks.ts';
import { linkColumn, SubList } from '../../app/resource/sub-list.tsx';
import { useNounText } from '../../app/resource/noun-text.ts';
import { ResourceStatus } from '../../app/resource/status.tsx';
import { useSnapshotActions } from './use-snapshot-actions.ts';
import { fromGib } from '../../ui/show/format-size.ts';
import { Instant } from '../../ui/show/instant.tsx';
import { Size } from '../../ui/show/size.tsx';

/** The newest that are shown. */
const SHOWN = 50;

/** The snapshots of a volume, each with the way to its page and what can be done to it. */
export function Snapshots({ volume }: { volume: Volume }) {
  const { t } = useTranslation('volumes');
  const text = useNounText('volumes');
  const query = useList(api.volumeSnapshots.list, { volume_id: volume.id, sort: 'created_at:desc', limit: SHOWN });
  const actions = useSnapshotActions(volume, query.data?.data ?? []);
  return (
    <>
      <SubList
        name="snapshots"
        label={t('tab.snapshots')}
        query={query}
        empty={t('snapshot.none')}
        more={(count) => t('snapshot.more', { count })}
        nameOf={({ id, name }) => name || id}
        actions={actions}
        idOf={({ id }) => id}
        columns={[
          linkColumn(text('field.name'), () => 'volume_snapshot'),
          {
            key: 'status',
            kind: 'status',
            sort: 'status',
            label: text('field.status'),
            value: ({ status }) => status,
            render: ({ status }) => <ResourceStatus noun="volume-snapshots" of={SNAPSHOT_STATUSES} status={status} />,
          },
          {
            key: 'size',
            kind: 'size',
            sort: 'size',
            label: text('field.size'),
            value: ({ size }) => size,
            render: ({ size }) => <Size bytes={fromGib(size)} />,
          },
          {
            key: 'created',
            kind: 'instant',
            sort: 'created',
            label: text('field.created'),
            value: ({ created_at }) => created_at,
            render: ({ created_at }) => <Instant at={created_at} />,
          },
        ]}
      />
      {actions.dialog}
    </>
  );
}
