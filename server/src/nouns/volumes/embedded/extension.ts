/**
 * A volume that grows. What its growth takes, in the quota and on the node of the server that boots from it, is held from the beginning; it
 * is as large as requested when that has come about.
 */
import { bootVolumeOf } from '@gantry/contract/nouns/servers/rules';
import type { VolumeExtend } from '@gantry/contract/nouns/volumes/bodies';
import { isGrowth, isVolumeExtendable } from '@gantry/contract/nouns/volumes/rules';
import { assertAllowed } from '@gantry/contract/wire/assert-allowed';
import type { Writer } from '../../../port/store/writer.ts';
import type { Command } from '../../../port/engine.ts';
import { acceptAnew } from '../../../engines/embedded/platform/accept.ts';
import { invalid } from '../../../engines/embedded/platform/references.ts';
import { settled } from '../../../engines/embedded/platform/settle.ts';
import type { ServerDocument } from '../../../engines/embedded/platform/documents.ts';
import { failsOn } from '../../servers/embedded/faults.ts';
import { closeVolumeEntry, openEntry } from '../../servers/embedded/journal.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import { beginChange, type AsyncOperation } from '../../../engines/embedded/platform/changes.ts';
import { documentFor } from '../../../engines/embedded/platform/lifecycle.ts';
import { amountsOfSpace, releaseQuota, reserveQuota } from '../../../engines/embedded/platform/quotas.ts';
import { releaseDisk, reserveDisk } from '../../servers/embedded/reservations.ts';
import { putServer } from '../../../engines/embedded/platform/rows.ts';

/** What the end has to know: who has it (null: nobody), by how many GiB it grows, and what names its entry in the server's history. */
export type Growth = Readonly<{ serverId: string | null; by: number; requestId: string }>;

/** Name in the history (S2 §4). */
const HISTORY = 'extend_volume';
const FAILURE = `${HISTORY} failed: fault injected by metadata`;

/** Whether the growth of a volume needs room on the node of its server: of that one's disks only the one it boots from lies there. */
const liesOnNode = (server: ServerDocument, volumeId: string): boolean => bootVolumeOf(server) === volumeId;

export const extending: AsyncOperation<'volume', Growth> = {
  kind: 'volume',
  does: 'volume.extend',
  timing: 'extend',
  through: () => ['extending'],
  end: async (platform, writer, volume, growth) => {
    const { serverId, by } = growth;
    const server = serverId === null ? undefined : await platform.document(writer, 'server', serverId);
    const failure = server && failsOn(server.metadata, HISTORY) ? FAILURE : null;
    if (server && failure !== null) {
      await releaseQuota(platform, writer, volume.project_id, amountsOfSpace({ ...volume, size: by }));
      if (liesOnNode(server, volume.id)) await releaseDisk(platform, writer, server, by);
    }
    // Its own document tells the sizes of its volumes: whoever shows it looks again.
    if (server && failure === null) await putServer(platform, writer, { ...server, updated: platform.now() });
    await hearOfGrowth(platform, writer, growth, failure);
    const status = volume.attachments.length > 0 ? 'in-use' : 'available';
    return { document: { ...volume, status, size: failure === null ? volume.size + by : volume.size }, failure };
  },
};

/** Lets a volume grow, also one that a server has. Throws quota_exceeded, no_capacity. */
export const extendVolume = (platform: Platform): Command<VolumeExtend> => ({
  ...acceptAnew<VolumeExtend>(platform, async (writer, { id, body, context }, accepted) => {
    const volume = await documentFor({ platform, writer }, 'volume', id);
    // The platform gives a volume to one server only.
    const [attachment] = volume.attachments;
    const server = attachment && (await platform.document(writer, 'server', attachment.server_id));
    assertAllowed(isVolumeExtendable(volume, server ? [server] : []));
    const isLarger = isGrowth(volume, body);
    if (isLarger !== true) throw invalid('size', isLarger);
    const by = body.size - volume.size;
    const { requestId, actor } = context;
    await reserveQuota(platform, writer, volume.project_id, amountsOfSpace({ ...volume, size: by }));
    if (server) {
      if (liesOnNode(server, volume.id)) await reserveDisk(platform, writer, server, by);
      await openEntry(platform, writer.records, server.id, { action: HISTORY, request_id: requestId, user_id: actor.userId });
    }
    const details = { serverId: server?.id ?? null, by, requestId };
    await beginChange(platform, writer, extending, { document: volume, accepted, details });
    return { id: volume.id, done: false };
  }),
  settle: (context, acceptance) => settled(platform, context, acceptance),
});

/** Tells the history how it ended. `message`: why it failed; null where it did not. */
export async function hearOfGrowth(
  platform: Platform,
  writer: Writer,
  { serverId, requestId }: Growth,
  message: string | null,
): Promise<void> {
  if (serverId !== null) await closeVolumeEntry(platform, writer.records, serverId, { action: HISTORY, requestId, message });
}
