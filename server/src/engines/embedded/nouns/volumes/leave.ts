import { volumeKind } from '@gantry/contract/nouns/volumes/entity';
import { blockerOf } from '../../../../store/lists/blockers.ts';
import type { Writer } from '../../../../store/port/writer.ts';
import { settleAccepted } from '../../platform/accepted.ts';
import type { ServerDocument, VolumeDocument } from '../../platform/documents.ts';
import type { Platform } from '../../platform/platform.ts';
import { changeOf, removeChange } from '../../platform/changes.ts';
import { amountsOfSpace, releaseQuota } from '../../platform/quotas.ts';
import { putVolume } from '../../platform/rows.ts';
import { attaching, detaching, freed, hearOfMove, type Moving } from './attachments.ts';
import { extending, hearOfGrowth, type Growth } from './extension.ts';

/**
 * What becomes of the volumes of a server that is removed: those that go with it are deleted, unless they have snapshots, the others can be
 * had by another. Returns those that are gone.
 */
export async function leaveVolumes(platform: Platform, writer: Writer, server: Pick<ServerDocument, 'volumes'>): Promise<VolumeDocument[]> {
  const deleted: VolumeDocument[] = [];
  for (const { id, delete_on_termination: goes } of server.volumes) {
    const volume = await platform.document(writer, 'volume', id);
    if (!volume) continue;
    await abandon(platform, writer, volume);
    // As volume services do: what has snapshots is not deleted, whatever becomes of its server.
    if (!goes || (await blockerOf(platform.store.read, volumeKind, id))) {
      await putVolume(platform, writer, freed(volume));
      continue;
    }
    deleted.push(volume);
    await writer.remove(platform.key('volume', id));
  }
  return deleted;
}

/**
 * Ends what goes on with a volume because its server, whose room on a node has been given back, is being removed: a detachment has come about
 * by that, an attachment and a growth never will.
 */
async function abandon(platform: Platform, writer: Writer, volume: VolumeDocument): Promise<void> {
  const change = await changeOf(platform, writer, 'volume', volume.id);
  if (!change) return;
  await removeChange(platform, writer, 'volume', volume.id);
  const failure = change.does === detaching.does ? null : 'the server was deleted';
  if (change.accepted !== null) await settleAccepted(platform, writer, change.accepted, failure);
  if (change.does === extending.does) {
    const growth = change.details as Growth;
    await releaseQuota(platform, writer, volume.project_id, amountsOfSpace({ ...volume, size: growth.by }));
    return hearOfGrowth(platform, writer, growth, failure);
  }
  const action = change.does === attaching.does ? 'attach' : 'detach';
  return hearOfMove(platform, writer, action, change.details as Moving, failure);
}
