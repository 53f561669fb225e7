/**
 * A volume that grows. What its growth takes, in the quota and on the node of the server that boots from it, is held from the beginning; it
 * is as large as asked for when that has come about.
 */
import { bootVolumeOf } from '@gantry/contract/nouns/servers/rules';
import type { Writer } from '../../store/port.ts';
import { instantOf } from '../../clock.ts';
import { putAccepted } from './accepted.ts';
import type { ServerDocument, VolumeDocument } from './documents.ts';
import { failsOn } from './faults.ts';
import { closeVolumeEntry, openEntry } from './journal.ts';
import type { Platform } from './platform.ts';
import { amountsOfSpace, releaseQuota, reserveQuota } from './quotas.ts';
import type { VolumeExtension } from './records.ts';
import { releaseDisk, reserveDisk } from './reservations.ts';
import { putServer, putVolume } from './rows.ts';

/** Name in the history (S2 §4). */
const HISTORY = 'extend_volume';
const FAILURE = `${HISTORY} failed: fault injected by metadata`;

interface Begin extends Pick<VolumeExtension, 'by' | 'accepted' | 'requestId'> {
  volume: VolumeDocument;
  /** Who has it. */
  server: ServerDocument | undefined;
  userId: string;
}

/** Whether the growth of a volume needs room on the node of its server: of that one's disks only the one it boots from lies there. */
const liesOnNode = (server: ServerDocument, volumeId: string): boolean => bootVolumeOf(server) === volumeId;

/** Lets a volume grow. Throws quota_exceeded, no_capacity. */
export async function beginVolumeExtension(platform: Platform, writer: Writer, begin: Begin): Promise<void> {
  const { volume, server, by, accepted, requestId, userId } = begin;
  await reserveQuota(platform, writer, volume.project_id, amountsOfSpace({ ...volume, size: by }));
  if (server) {
    if (liesOnNode(server, volume.id)) await reserveDisk(platform, writer, server, by);
    await openEntry(platform, writer.records, server.id, { action: HISTORY, request_id: requestId, user_id: userId });
  }
  await putVolume(platform, writer, { ...volume, status: 'extending' });
  const extension: VolumeExtension = { serverId: server?.id ?? null, by, accepted, requestId };
  const due = instantOf(platform.clock.now() + platform.settings.timings.extend);
  await platform.buckets.volumeExtensions.put(writer.records, volume.id, extension, due);
}

/** Ends the growth of a volume, unless another process has done so, or its server is gone. */
export async function endVolumeExtension(platform: Platform, volumeId: string, seen: VolumeExtension): Promise<void> {
  await platform.change(async (writer) => {
    const extension = await platform.buckets.volumeExtensions.get(writer.records, volumeId);
    if (extension?.accepted !== seen.accepted) return;
    const { serverId, by } = extension;
    const volume = await platform.document(writer, 'volume', volumeId);
    const server = serverId === null ? undefined : await platform.document(writer, 'server', serverId);
    if (!volume || (serverId !== null && !server)) throw new Error(`volume ${volumeId} grows without its server or itself`);
    const hasFailed = server !== undefined && failsOn(server.metadata, HISTORY);
    await platform.buckets.volumeExtensions.remove(writer.records, volumeId);
    if (hasFailed) {
      await releaseQuota(platform, writer, volume.project_id, amountsOfSpace({ ...volume, size: by }));
      if (liesOnNode(server, volumeId)) await releaseDisk(platform, writer, server, by);
    }
    const status = volume.attachments.length > 0 ? 'in-use' : 'available';
    await putVolume(platform, writer, { ...volume, status, size: hasFailed ? volume.size : volume.size + by });
    // Its own document tells the sizes of its volumes: whoever shows it looks again.
    if (server && !hasFailed) await putServer(platform, writer, { ...server, updated: platform.now() });
    await hear(platform, writer, volumeId, extension, hasFailed ? FAILURE : null);
  });
}

/** Tells task and history how it ended. `message`: why it failed; null where it did not. */
async function hear(platform: Platform, writer: Writer, id: string, extension: VolumeExtension, message: string | null): Promise<void> {
  const { serverId, requestId, accepted } = extension;
  const outcome = message === null ? ({ ok: true } as const) : ({ ok: false, message } as const);
  await putAccepted(platform, writer, accepted, { id, outcome });
  if (serverId !== null) await closeVolumeEntry(platform, writer.records, serverId, { action: HISTORY, requestId, message });
}

/** Gives the growth of a volume up because its server, whose room on a node has been given back, is being removed. */
export async function abandonVolumeExtension(platform: Platform, writer: Writer, volume: VolumeDocument): Promise<void> {
  const { id, project_id } = volume;
  const extension = await platform.buckets.volumeExtensions.get(writer.records, id);
  if (!extension) return;
  await platform.buckets.volumeExtensions.remove(writer.records, id);
  await releaseQuota(platform, writer, project_id, amountsOfSpace({ ...volume, size: extension.by }));
  await hear(platform, writer, id, extension, 'the server was deleted');
}
