import { volumeSnapshotKind } from '@gantry/contract/nouns/volume-snapshots/entity';
import { isRevertable } from '@gantry/contract/nouns/volume-snapshots/rules';
import { assertAllowed } from '@gantry/contract/wire/assert-allowed';
import { EVERYTHING } from '../../../store/visibility/visibility.ts';
import type { Command } from '../../../port/engine.ts';
import { ignoreNotFound } from '../../../engines/openstack/client/errors.ts';
import { askToChange, required, refreshNow, type Parts } from '../../../engines/openstack/commands/parts.ts';
import { refused, statusNow, untilDone } from '../../../engines/openstack/commands/wait.ts';
import { actionOn, found, KIND as VOLUME } from '../../volumes/openstack/action.ts';
import { volumeSnapshots } from './client.ts';

const KIND = 'volume_snapshot';
/** Lowest microversion in which a volume goes back to its newest snapshot. */
const NEEDS = '3.40';

/** Lets a volume go back to its newest snapshot: done when both rest. */
export const revertVolume = (parts: Parts): Command => ({
  async accept(context, target) {
    const { id, projectId, document } = required(target);
    const snapshot = document as { status: string; size: number; volume_id: string };
    const { volume, servers } = await found(parts, context, snapshot.volume_id);
    const { rows } = await context.store.read.list({
      kind: volumeSnapshotKind,
      visibility: EVERYTHING,
      filters: { volume_id: { operator: 'is', values: [snapshot.volume_id] } },
      sort: { key: 'created_at', descending: true },
      limit: 1,
    });
    assertAllowed(isRevertable(snapshot, { volume, servers, newest: rows[0]?.id === id }));
    const change = { ...actionOn(snapshot.volume_id, { revert: { snapshot_id: id } }), needs: NEEDS };
    const requestId = await askToChange(parts, context, projectId, change);
    await refreshNow(parts, context, snapshot.volume_id, VOLUME);
    await refreshNow(parts, context, id, KIND);
    return { id, requestId, memo: { volumeId: snapshot.volume_id } };
  },
  settle: (context, { id, requestId, memo }) =>
    untilDone(parts, context, requestId, async () => {
      const { volumeId } = memo as { volumeId: string };
      const [snapshot, volume] = [await statusNow(parts, KIND, id), await statusNow(parts, VOLUME, volumeId)];
      for (const [called, status] of [
        ['snapshot', snapshot],
        ['volume', volume],
      ])
        if (status === 'gone' || status?.startsWith('error')) throw refused(requestId, `the ${called} is ${status}`);
      return volume === 'reverting' || volume === undefined || snapshot !== 'available' ? 'under way' : 'done';
    }),
  async recover(_context, target) {
    const id = required(target);
    const snapshot = await ignoreNotFound(volumeSnapshots.get(parts.api, id));
    return snapshot?.status === 'restoring' ? { id, memo: { volumeId: snapshot.volume_id } } : undefined;
  },
});
