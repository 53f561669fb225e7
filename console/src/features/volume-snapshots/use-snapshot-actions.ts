import type { VolumeSnapshot } from '@gantry/contract/nouns/volume-snapshots/entity';
import { isSnapshotRenamable } from '@gantry/contract/nouns/volume-snapshots/rules';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import type { Action } from '../../ui/action/action.ts';

/** What can be done to snapshots beside deleting them. */
export function useSnapshotActions(): Action<VolumeSnapshot>[] {
  const { t } = useTranslation('volume-snapshots');
  const may = useMay();
  const edit: Action<VolumeSnapshot> = {
    id: 'volumeSnapshots.update',
    label: t('edit.action'),
    offered: may(api.volumeSnapshots.update),
    rule: isSnapshotRenamable,
    dialog: () => import('./edit-dialog.tsx').then(({ EditDialog }) => EditDialog),
  };
  return [edit];
}
