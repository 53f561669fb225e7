import { volumeKind } from '@gantry/contract/nouns/volumes/entity';
import { blockerOf } from '../../../store/lists/blockers.ts';
import type { Writer } from '../../../port/store/writer.ts';
import type { ServerDocument, VolumeDocument } from '../../../engines/embedded/platform/documents.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import { putVolume } from '../../../engines/embedded/platform/rows.ts';
import { abandon } from './abandon.ts';
import { freed } from './attachments.ts';

/**
 * What becomes of the volumes of a server that is removed: those that go with it are deleted, unless they have snapshots, the others can be
 * had by another. Returns those that are gone.
 */
export async function leaveVolumes(platform: Platform, writer: Writer, server: Pick<ServerDocument, 'volumes'>): Promise<VolumeDocument[]> {
  const deleted: VolumeDocument[] = [];
  for (const { id, delete_on_termination: goes } of server.volumes) {
    const volume = await platform.document(writer, 'volume', id);
    if (!volume) continue;
    await abandon(platform, writer, volume, 'the server was deleted');
    // As volume services do: what has snapshots is not deleted, whatever becomes of its server.
    if (!goes || (await blockerOf(platform.store.read, volumeKind, { id }))) {
      await putVolume(platform, writer, freed(volume));
      continue;
    }
    deleted.push(volume);
    await writer.remove(platform.key('volume', id));
  }
  return deleted;
}
