import type { VolumeSnapshot } from '@gantry/contract/nouns/volume-snapshots/entity';
import { isSnapshotDeletable, isSnapshotRenamable } from '@gantry/contract/nouns/volume-snapshots/rules';
import { SNAPSHOT_STATUSES } from '@gantry/contract/nouns/volume-snapshots/statuses';
import CameraIcon from '@patternfly/react-icons/dist/esm/icons/camera-icon';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { commonColumns, type SectionColumn } from '../../app/resource/columns.tsx';
import { ItemLink } from '../../app/resource/item-link.tsx';
import { useNounText, useStatusText } from '../../app/resource/noun-text.ts';
import { SectionDetails, SectionList } from '../../app/resource/section-pages.tsx';
import { useEditAction } from '../../app/resource/use-edit-action.ts';
import { useSnapshotUses } from '../../parts/volumes/use-snapshot-uses.ts';
import { VolumeListTabs } from '../../parts/volumes/volume-tabs.tsx';
import { section } from './section.ts';

/** Of the volume that it was taken of. */
const nameOf = ({ volume_name: name, volume_id: id }: VolumeSnapshot) => name || id;

/** What both pages share: columns and actions. */
function useShared() {
  const { t } = useTranslation('volume-snapshots');
  const text = useNounText(section.noun);
  const word = useStatusText(section.noun);
  const columns = useMemo<SectionColumn<VolumeSnapshot>[]>(
    () => [
      commonColumns.status(section.noun, SNAPSHOT_STATUSES, text, word),
      commonColumns.size(text),
      {
        key: 'volume',
        label: t('field.volume'),
        value: nameOf,
        render: (one) => (
          <ItemLink kind="volume" id={one.volume_id}>
            {nameOf(one)}
          </ItemLink>
        ),
      },
      commonColumns.created(text),
      commonColumns.description(text),
      commonColumns.id(text),
    ],
    [t, text, word],
  );
  const uses = useSnapshotUses();
  const edit = useEditAction<VolumeSnapshot>(section.noun, api.volumeSnapshots.update, isSnapshotRenamable, () =>
    import('./edit.ts').then(({ EditDialog }) => EditDialog),
  );
  return { section, icon: CameraIcon, columns, actions: [...uses, edit], deletable: { rule: isSnapshotDeletable, loses: () => true } };
}

/** The snapshots of the project's volumes. */
export const List = () => <SectionList {...useShared()} statuses={SNAPSHOT_STATUSES} tabs={<VolumeListTabs />} />;

/** One snapshot. */
export const Details = () => <SectionDetails {...useShared()} />;
