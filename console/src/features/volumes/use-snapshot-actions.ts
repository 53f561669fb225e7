import type { VolumeSnapshot } from '@gantry/contract/nouns/volume-snapshots/entity';
import { isRevertable, isSnapshotDeletable, isSnapshotRenamable } from '@gantry/contract/nouns/volume-snapshots/rules';
import type { Volume } from '@gantry/contract/nouns/volumes/entity';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { useSend } from '../../app/api/hooks.ts';
import { useRefresh } from '../../app/api/use-refresh.ts';
import { useNounText } from '../../app/resource/noun-text.ts';
import { useOpenOver } from '../../app/resource/use-open-over.ts';
import { useNounFailure, useNounReason } from '../../app/resource/reason-text.ts';
import { useDeleteAction, useResourceActions } from '../../app/resource/use-resource-actions.ts';
import type { Action } from '../../ui/action/action.ts';
import type { Actions } from '../../ui/action/use-actions.tsx';
import { SNAPSHOT } from '../../parts/volumes/snapshot-paths.ts';
import { useSnapshotReset } from '../../parts/volumes/use-snapshot-reset.ts';
import { useSnapshotUses } from '../../parts/volumes/use-snapshot-uses.ts';

const NOUN = 'volume-snapshots';

/** What can be done to the snapshots of a volume, the newest first; what asks for more has an address of its own. */
export function useSnapshotActions(volume: Volume, snapshots: readonly VolumeSnapshot[]): Actions<VolumeSnapshot> {
  const { t } = useTranslation('volumes');
  const text = useNounText(NOUN);
  const may = useMay();
  const send = useSend();
  const openOver = useOpenOver();
  const refresh = useRefresh('volume_snapshot');
  const remove = useDeleteAction<VolumeSnapshot>({
    noun: NOUN,
    kind: 'volume_snapshot',
    calls: api.volumeSnapshots,
    rule: isSnapshotDeletable,
    loses: () => true,
  });
  const called = ({ id, name }: VolumeSnapshot) => name || id;
  const own: Action<VolumeSnapshot>[] = [
    ...useSnapshotUses(),
    {
      id: 'volumeSnapshots.revert',
      label: t('revert.action'),
      offered: may(api.volumeSnapshots.revert),
      danger: true,
      // Whether its server is shut off is found out when it is asked for.
      rule: (snapshot) => isRevertable(snapshot, { volume, servers: [], newest: snapshots[0]?.id === snapshot.id }),
      confirm: (snapshot) => ({
        title: t('revert.title', { name: called(snapshot) }),
        body: t('revert.body'),
        confirm: t('revert.action'),
        phrase: called(snapshot),
      }),
      run: ({ id }) => send(api.volumeSnapshots.revert, { params: { snapshotId: id } }).then(refresh),
    },
    {
      id: 'volumeSnapshots.update',
      label: text('edit.action'),
      offered: may(api.volumeSnapshots.update),
      rule: isSnapshotRenamable,
      run: ({ id }) => openOver(SNAPSHOT.edit, { volumeId: volume.id, snapshotId: id }),
    },
    useSnapshotReset(),
    remove,
  ];
  return useResourceActions({
    kind: 'volume_snapshot',
    items: snapshots,
    actions: own,
    reasonText: useNounReason(NOUN),
    describe: useNounFailure(NOUN),
  });
}
