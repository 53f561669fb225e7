/** Volumes on their way to servers and from them. */
import type { Writer } from '../../../port/store/writer.ts';
import type { Command } from '../../../port/engine.ts';
import { acceptAnew } from '../../../engines/embedded/platform/accept.ts';
import type { ServerDocument, VolumeDocument } from '../../../engines/embedded/platform/documents.ts';
import { failsOn } from '../../servers/embedded/faults.ts';
import { closeVolumeEntry, openEntry } from '../../servers/embedded/journal.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import { beginChange, type AsyncOperation } from '../../../engines/embedded/platform/changes.ts';
import { putServer } from '../../../engines/embedded/platform/rows.ts';
import { settled } from '../../../engines/embedded/platform/settle.ts';

/** What the end has to know: who gets or gives it, and what names its entry in the history. */
export type Moving = Readonly<{ serverId: string; requestId: string }>;

/** Names in the history (S2 §4). */
const HISTORY = { attach: 'attach_volume', detach: 'detach_volume' } as const;

interface Begin {
  action: keyof typeof HISTORY;
  accepted: string;
  requestId: string;
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

/** The servers that have a volume: the platform gives it to one only. */
export async function serversOf(platform: Platform, writer: Writer, { attachments }: VolumeDocument): Promise<ServerDocument[]> {
  const servers = await Promise.all(attachments.map((one) => platform.document(writer, 'server', one.server_id)));
  return servers.filter((server) => server !== undefined);
}

/** A volume with which nothing goes on any more. */
export const rested = (volume: VolumeDocument): VolumeDocument => ({
  ...volume,
  status: volume.attachments.length > 0 ? 'in-use' : 'available',
});

/** A volume that no server has. */
export const freed = (volume: VolumeDocument): VolumeDocument => ({ ...volume, status: 'available', attachments: [] });

const moving = (action: keyof typeof HISTORY): AsyncOperation<'volume', Moving> => ({
  kind: 'volume',
  does: `volume.${action}`,
  timing: 'attach',
  through: () => [`${action}ing`],
  end: async (platform, writer, volume, details) => {
    const { serverId } = details;
    const server = await platform.document(writer, 'server', serverId);
    if (!server) return { document: freed(volume), failure: 'the server is gone' };
    const history = HISTORY[action];
    const failure = failsOn(server.metadata, history) ? `${history} failed: fault injected by metadata` : null;
    const staysAttached = (action === 'attach') !== (failure !== null);
    // Whoever shows the server looks again at what volumes it has.
    const left = staysAttached ? server : withoutVolume(server, volume.id);
    await putServer(platform, writer, { ...left, updated: platform.now() });
    await hearOfMove(platform, writer, action, details, failure);
    return { document: staysAttached ? { ...volume, status: 'in-use' } : freed(volume), failure };
  },
});

export const attaching = moving('attach');
export const detaching = moving('detach');

/** Sets a volume on its way: the server names it from the beginning, so that nobody else can have it. */
async function beginMove(platform: Platform, writer: Writer, begin: Begin): Promise<void> {
  const { action, server, volume, accepted, requestId, userId, goes = false } = begin;
  const document = { ...volume, attachments: [{ server_id: server.id, server_name: null }] };
  const details = { serverId: server.id, requestId };
  await beginChange(platform, writer, action === 'attach' ? attaching : detaching, { document, accepted, details });
  if (action === 'attach') {
    const added = { id: volume.id, delete_on_termination: goes, name: null, size: null };
    await putServer(platform, writer, { ...server, volumes: [...server.volumes, added], updated: platform.now() });
  }
  await openEntry(platform, writer.records, server.id, { action: HISTORY[action], request_id: requestId, user_id: userId });
}

interface Wanted {
  server: ServerDocument;
  volume: VolumeDocument;
  goes?: boolean;
}

/** A command on a server or a volume that sets the volume on its way to the server or from it. `find`: which volume and server. */
export function moveCommand<B>(
  platform: Platform,
  on: 'server' | 'volume',
  action: keyof typeof HISTORY,
  find: (writer: Writer, id: string | null, body: B) => Promise<Wanted>,
): Command<B> {
  return {
    ...acceptAnew<B>(platform, async (writer, { context, id, body }, accepted) => {
      const wanted = await find(writer, id, body);
      const { requestId, actor } = context;
      await beginMove(platform, writer, { ...wanted, action, accepted, requestId, userId: actor.userId });
      return { id: wanted[on].id, done: false };
    }),
    settle: (context, acceptance) => settled(platform, context, acceptance),
  };
}

/** Tells the history how it ended. `message`: why it failed; null where it did not. */
export const hearOfMove = (
  platform: Platform,
  writer: Writer,
  action: keyof typeof HISTORY,
  { serverId, requestId }: Moving,
  message: string | null,
): Promise<void> => closeVolumeEntry(platform, writer.records, serverId, { action: HISTORY[action], requestId, message });
