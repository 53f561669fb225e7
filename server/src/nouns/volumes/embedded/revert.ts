/** A volume that goes back to its newest snapshot. */
import { isRevertable } from '@gantry/contract/nouns/volume-snapshots/rules';
import { volumeSnapshotKind } from '@gantry/contract/nouns/volume-snapshots/entity';
import { bootVolumeOf } from '@gantry/contract/nouns/servers/rules';
import { GantryError } from '@gantry/contract/wire/errors';
import { assertAllowed } from '@gantry/contract/wire/assert-allowed';
import { no } from '@gantry/contract/wire/rule-result';
import type { Writer } from '../../../port/store/writer.ts';
import { EVERYTHING } from '../../../store/visibility/visibility.ts';
import type { Command } from '../../../port/engine.ts';
import { acceptAnew } from '../../../engines/embedded/platform/accept.ts';
import { beginChange, type AsyncOperation } from '../../../engines/embedded/platform/changes.ts';
import type { VolumeDocument } from '../../../engines/embedded/platform/documents.ts';
import { documentFor } from '../../../engines/embedded/platform/lifecycle.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import { putOwned, putServer } from '../../../engines/embedded/platform/rows.ts';
import { settled } from '../../../engines/embedded/platform/settle.ts';
import { imageOf } from '../../servers/embedded/create-volumes.ts';
import { bootMembers } from '../../servers/embedded/documents.ts';
import { asTaken } from '../../volume-snapshots/embedded/content.ts';
import { rested, serversOf } from './attachments.ts';

/** The snapshot that it goes back to. */
export type Reverting = Readonly<{ snapshotId: string }>;

/** The snapshot is needed no longer. */
export async function releaseSnapshot(platform: Platform, writer: Writer, { snapshotId }: Reverting): Promise<void> {
  const snapshot = await platform.document(writer, 'volume_snapshot', snapshotId);
  if (snapshot) await putOwned(platform, writer, 'volume_snapshot', { ...snapshot, status: 'available' });
}

export const reverting: AsyncOperation<'volume', Reverting> = {
  kind: 'volume',
  does: 'volume.revert',
  timing: 'revert',
  through: () => ['reverting'],
  end: async (platform, writer, volume, details) => {
    const document = rested(await asTaken(platform, writer, details.snapshotId, volume));
    await releaseSnapshot(platform, writer, details);
    for (const server of await serversOf(platform, writer, document)) {
      if (bootVolumeOf(server) !== document.id) continue;
      await putServer(platform, writer, { ...server, ...bootMembers(imageOf(document)), updated: platform.now() });
    }
    return { document, failure: null };
  },
};

/** Whether no later snapshot of a volume is there. */
async function isNewest({ store }: Platform, volume: VolumeDocument, snapshotId: string): Promise<boolean> {
  const { rows } = await store.read.list({
    kind: volumeSnapshotKind,
    visibility: EVERYTHING,
    filters: { volume_id: { operator: 'is', values: [volume.id] } },
    sort: { key: 'created_at', descending: true },
    limit: 1,
  });
  return rows[0] !== undefined && rows[0].document.id === snapshotId;
}

/** `volume_snapshot.revert`. Throws state_conflict with the rule's reason. */
export const revertVolume = (platform: Platform): Command => ({
  ...acceptAnew(platform, async (writer, { id }, accepted) => {
    const snapshot = await documentFor({ platform, writer }, 'volume_snapshot', id);
    const volume = await platform.document(writer, 'volume', snapshot.volume_id);
    if (!volume) throw new GantryError('state_conflict', { reason: no('volume_in_progress', { volume_status: 'deleted' }) });
    const servers = await serversOf(platform, writer, volume);
    assertAllowed(isRevertable(snapshot, { volume, servers, newest: await isNewest(platform, volume, snapshot.id) }));
    await putOwned(platform, writer, 'volume_snapshot', { ...snapshot, status: 'restoring' });
    await beginChange(platform, writer, reverting, { document: volume, accepted, details: { snapshotId: snapshot.id } });
    return { id: snapshot.id, done: false };
  }),
  settle: (context, acceptance) => settled(platform, context, acceptance),
});
