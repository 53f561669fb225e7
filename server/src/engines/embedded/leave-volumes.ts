import type { Writer } from '../../store/port.ts';
import type { ServerDocument, VolumeDocument } from './documents.ts';
import type { Platform } from './platform.ts';
import { putVolume } from './rows.ts';
import { abandonVolumeChange, freed } from './volume-changes.ts';
import { abandonVolumeExtension } from './volume-extension.ts';
import { hasSnapshots } from './volume-snapshots.ts';

/**
 * What becomes of the volumes of a server that is removed: those that go with it are deleted, unless they have snapshots, the others can be
 * had by another. Returns those that are gone.
 */
export async function leaveVolumes(platform: Platform, writer: Writer, server: Pick<ServerDocument, 'volumes'>): Promise<VolumeDocument[]> {
  const deleted: VolumeDocument[] = [];
  for (const { id, delete_on_termination: goes } of server.volumes) {
    const volume = await platform.document(writer, 'volume', id);
    if (!volume) continue;
    await abandonVolumeChange(platform, writer, id);
    await abandonVolumeExtension(platform, writer, volume);
    // As volume services do: what has snapshots is not deleted, whatever becomes of its server.
    if (!goes || (await hasSnapshots(platform, id))) {
      await putVolume(platform, writer, freed(volume));
      continue;
    }
    deleted.push(volume);
    await writer.remove(platform.key('volume', id));
  }
  return deleted;
}
