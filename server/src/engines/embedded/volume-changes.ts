/**
 * A volume on its way to a server or from it. The server's own state does not change by it, so that it goes on beside whatever is done to
 * the server itself.
 */
import type { Writer } from '../../store/port.ts';
import { instantOf } from '../../clock.ts';
import { putAccepted } from './accepted.ts';
import { documentOf, type ServerDocument, type VolumeDocument } from './documents.ts';
import { failsOn } from './faults.ts';
import { closeVolumeEntry, openEntry } from './journal.ts';
import type { Platform } from './platform.ts';
import type { VolumeChange } from './records.ts';
import { putServer, putVolume } from './rows.ts';

/** Names in the history (S2 §4). */
const HISTORY = { attach: 'attach_volume', detach: 'detach_volume' } as const;

interface Begin extends Pick<VolumeChange, 'action' | 'accepted' | 'requestId'> {
  server: ServerDocument;
  volume: VolumeDocument;
  userId: string;
  /** Of a volume that is attached: it is deleted with the server. */
  goes?: boolean;
}

const withoutVolume = (server: ServerDocument, id: string): ServerDocument => ({
  ...server,
  volumes: server.volumes.filter((volume) => volume.id !== id),
});

/** A volume that no server has. */
export const freed = (volume: VolumeDocument): VolumeDocument => ({ ...volume, status: 'available', attachments: [] });

/** Sets a volume on its way: the server names it from the beginning, so that nobody else can have it. */
export async function beginVolumeChange(platform: Platform, writer: Writer, begin: Begin): Promise<void> {
  const { action, server, volume, accepted, requestId, userId, goes = false } = begin;
  const isNew = action === 'attach';
  await putVolume(platform, writer, {
    ...volume,
    status: isNew ? 'attaching' : 'detaching',
    attachments: [{ server_id: server.id, server_name: null }],
  });
  if (isNew) {
    const added = { id: volume.id, delete_on_termination: goes, name: null, size: null };
    await putServer(platform, writer, { ...server, volumes: [...server.volumes, added], updated: platform.now() });
  }
  await openEntry(platform, writer.records, server.id, { action: HISTORY[action], request_id: requestId, user_id: userId });
  const due = instantOf(platform.clock.now() + platform.settings.timings.attach);
  await platform.buckets.volumeChanges.put(writer.records, volume.id, { action, serverId: server.id, accepted, requestId }, due);
}

/** Ends what goes on with a volume, unless another process has done so, or its server is gone. */
export async function endVolumeChange(platform: Platform, volumeId: string, seen: VolumeChange): Promise<void> {
  await platform.change(async (writer) => {
    const change = await platform.buckets.volumeChanges.get(writer.records, volumeId);
    if (change?.accepted !== seen.accepted) return;
    const [serverRow, volume] = [
      await platform.row(writer, 'server', change.serverId),
      await platform.document(writer, 'volume', volumeId),
    ];
    if (!serverRow || !volume) throw new Error(`volume ${volumeId} changes without its server or itself`);
    const server = documentOf('server', serverRow);
    const history = HISTORY[change.action];
    const failed = failsOn(server.metadata, history);
    await platform.buckets.volumeChanges.remove(writer.records, volumeId);
    const staysAttached = (change.action === 'attach') !== failed;
    await putVolume(platform, writer, staysAttached ? { ...volume, status: 'in-use' } : freed(volume));
    const at = platform.now();
    if (!staysAttached) await putServer(platform, writer, { ...withoutVolume(server, volumeId), updated: at });
    await hear(platform, writer, change, failed ? `${history} failed: fault injected by metadata` : null);
  });
}

/** Tells task and history how it ended. */
async function hear(platform: Platform, writer: Writer, change: VolumeChange, message: string | null): Promise<void> {
  const { serverId, action, requestId, accepted } = change;
  const outcome = message === null ? ({ ok: true } as const) : ({ ok: false, message } as const);
  await putAccepted(platform, writer, accepted, { id: serverId, outcome });
  await closeVolumeEntry(platform, writer.records, serverId, { action: HISTORY[action], requestId, message });
}

/** Ends what goes on with a volume because its server is being removed: a detachment has come about by that, an attachment never will. */
export async function abandonVolumeChange(platform: Platform, writer: Writer, volumeId: string): Promise<void> {
  const change = await platform.buckets.volumeChanges.get(writer.records, volumeId);
  if (!change) return;
  await platform.buckets.volumeChanges.remove(writer.records, volumeId);
  await hear(platform, writer, change, change.action === 'detach' ? null : 'the server was deleted');
}
