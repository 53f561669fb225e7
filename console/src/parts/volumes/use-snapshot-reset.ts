import type { VolumeSnapshot } from '@gantry/contract/nouns/volume-snapshots/entity';
import { isSnapshotResettable } from '@gantry/contract/nouns/volume-snapshots/rules';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { useSend } from '../../app/api/hooks.ts';
import { useRefresh } from '../../app/api/use-refresh.ts';
import type { Action } from '../../ui/action/action.ts';

/** Resets the state of a snapshot that stands still on its way, wherever it is listed. */
export function useSnapshotReset(): Action<VolumeSnapshot> {
  const { t } = useTranslation('volumes');
  const may = useMay();
  const send = useSend();
  const refresh = useRefresh('volume_snapshot');
  return {
    id: 'volumeSnapshots.resetState',
    label: t('reset.action'),
    offered: may(api.volumeSnapshots.resetState),
    rule: isSnapshotResettable,
    danger: true,
    confirm: ({ id, name }) => ({ title: t('reset.title', { name: name || id }), body: t('reset.body'), confirm: t('reset.action') }),
    run: ({ id }) => send(api.volumeSnapshots.resetState, { params: { snapshotId: id } }).then(refresh),
  };
}
