import type { Volume } from '@gantry/contract/nouns/volumes/entity';
import { isSnapshotTakeable, isVolumeGrowable, isVolumeRenamable } from '@gantry/contract/nouns/volumes/rules';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { useEditAction } from '../../app/resource/use-edit-action.ts';
import type { Action } from '../../ui/action/action.ts';

/** What can be done to volumes beside deleting them. What stands in the way at their servers is found out when it is asked for. */
export function useVolumeActions(): Action<Volume>[] {
  const { t } = useTranslation('volumes');
  const may = useMay();
  const edit = useEditAction<Volume>('volumes', api.volumes.update, isVolumeRenamable, () =>
    import('./edit.ts').then(({ EditDialog }) => EditDialog),
  );
  return [
    edit,
    {
      id: 'volumes.extend',
      label: t('extend.action'),
      offered: may(api.volumes.extend),
      rule: isVolumeGrowable,
      dialog: () => import('./extend-dialog.tsx').then(({ ExtendDialog }) => ExtendDialog),
    },
    {
      id: 'volumes.snapshot',
      label: t('snapshot.take'),
      offered: may(api.volumeSnapshots.create),
      rule: (volume) => isSnapshotTakeable(volume, undefined),
      dialog: () => import('./snapshot-dialog.tsx').then(({ SnapshotDialog }) => SnapshotDialog),
    },
  ];
}
