import type { VolumeSnapshot } from '@gantry/contract/nouns/volume-snapshots/entity';
import { isSnapshotDeletable } from '@gantry/contract/nouns/volume-snapshots/rules';
import CameraIcon from '@patternfly/react-icons/dist/esm/icons/camera-icon';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { copiedColumn, createdColumn, type SectionColumn } from '../../app/resource/columns.tsx';
import { SectionDetails, SectionList } from '../../app/resource/section-pages.tsx';
import { fromGib } from '../../ui/show/format-size.ts';
import { Size } from '../../ui/show/size.tsx';
import { section } from './section.ts';
import { SnapshotStatus, statusText } from './snapshot-status.tsx';
import { useSnapshotActions } from './use-snapshot-actions.ts';

function useColumns(): SectionColumn<VolumeSnapshot>[] {
  const { t } = useTranslation('volume-snapshots');
  return useMemo(() => {
    const description = (item: VolumeSnapshot) => item.description || null;
    return [
      {
        key: 'status',
        label: t('field.status'),
        sort: 'status',
        value: ({ status }) => statusText(t, status),
        render: ({ status }) => <SnapshotStatus status={status} />,
      },
      {
        key: 'size',
        label: t('field.size'),
        sort: 'size',
        value: ({ size }) => size,
        render: ({ size }) => <Size bytes={fromGib(size)} />,
      },
      { key: 'volume', label: t('field.volume'), value: ({ volume_name, volume_id }) => volume_name || volume_id },
      createdColumn(t('field.created')),
      { key: 'description', label: t('field.description'), value: description, on: 'details' },
      { ...copiedColumn('id', t('field.id')), on: 'details' },
    ];
  }, [t]);
}

/** The snapshots of the project's volumes. */
export const List = () => (
  <SectionList section={section} icon={CameraIcon} columns={useColumns()} actions={useSnapshotActions()} deletable={isSnapshotDeletable} />
);

/** One snapshot. */
export const Details = () => (
  <SectionDetails
    section={section}
    icon={CameraIcon}
    columns={useColumns()}
    actions={useSnapshotActions()}
    deletable={isSnapshotDeletable}
  />
);
