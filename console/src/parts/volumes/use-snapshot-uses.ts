import type { VolumeSnapshot } from '@gantry/contract/nouns/volume-snapshots/entity';
import { isSnapshotComplete } from '@gantry/contract/nouns/volume-snapshots/rules';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { useMayMakeOf } from '../../app/abilities/use-may-make-of.ts';
import { api } from '../../app/api/calls.ts';
import { useOpenOver } from '../../app/resource/use-open-over.ts';
import type { Action } from '../../ui/action/action.ts';
import { SNAPSHOT } from './snapshot-paths.ts';

/** What can be created from a snapshot, wherever it is listed: a volume, and an image. */
export function useSnapshotUses(): Action<VolumeSnapshot>[] {
  const { t } = useTranslation('volumes');
  const may = useMay();
  const openOver = useOpenOver();
  const open =
    (to: string) =>
    ({ id, volume_id: volumeId }: VolumeSnapshot) =>
      openOver(to, { volumeId, snapshotId: id });
  return [
    {
      id: 'volumeSnapshots.createVolume',
      label: t('from.action'),
      ...useMayMakeOf()(api.volumes.create),
      rule: isSnapshotComplete,
      run: open(SNAPSHOT.createVolume),
    },
    {
      id: 'volumeSnapshots.uploadToImage',
      label: t('to-image.action'),
      offered: may(api.volumeSnapshots.uploadToImage),
      rule: isSnapshotComplete,
      run: open(SNAPSHOT.createImage),
    },
  ];
}
