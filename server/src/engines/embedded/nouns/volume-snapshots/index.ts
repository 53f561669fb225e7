import type { VolumeSnapshotCreate, VolumeSnapshotUpdate } from '@gantry/contract/nouns/volume-snapshots/calls';
import { volumeSnapshotKind } from '@gantry/contract/nouns/volume-snapshots/entity';
import { isSnapshotDeletable, isSnapshotRenamable } from '@gantry/contract/nouns/volume-snapshots/rules';
import { isSnapshotTakeable } from '@gantry/contract/nouns/volumes/rules';
import type { Writer } from '../../../../store/port/writer.ts';
import { invalid, seen } from '../../platform/seen.ts';
import type { SnapshotDocument, VolumeDocument } from '../../platform/documents.ts';
import { failsOn } from '../servers/faults.ts';
import type { Platform } from '../../platform/platform.ts';
import { kept, obey, type CommandRequest, type NounParts } from '../../platform/kept.ts';
import { amountsOfSpace } from '../../platform/quotas.ts';

/**
 * Snapshots of volumes: they belong to the volume's project, count in its quota with as much space as the volume had, of that one's storage
 * policy, take time to come and go, and keep their volume from being deleted. Volumes made of them stay.
 */
export const volumeSnapshots = (platform: Platform): NounParts =>
  kept<'volume_snapshot', VolumeSnapshotCreate, VolumeSnapshotUpdate>(platform, {
    kind: volumeSnapshotKind,
    of: 'source',
    makes: {
      create: async (request, { id, created_at }): Promise<SnapshotDocument> => {
        const { name, description } = request.body;
        const { id: volume_id, size, project_id, domain_id } = await takeable(request);
        const joined = { volume_name: null, bootable: null, storage_policy_name: null };
        const own = { id, name, description: description || null, status: 'creating', size, volume_id };
        return { ...own, ...joined, created_at, project_id, domain_id };
      },
    },
    change: (snapshot, { body: { name = snapshot.name, description = snapshot.description } }) => ({
      ...snapshot,
      name,
      description: description || null,
    }),
    amounts: async ({ id, size, volume_id: volumeId }, { writer }) => {
      const volume = await platform.document(writer, 'volume', volumeId);
      if (!volume) throw new Error(`snapshot ${id} has outlived its volume`);
      return { snapshots: 1, ...amountsOfSpace({ size, storage_policy_name: volume.storage_policy_name }) };
    },
    mayChange: (one) => isSnapshotRenamable(one),
    mayDelete: (snapshot) => isSnapshotDeletable(snapshot),
    creation: { timing: 'snapshot', through: () => ['creating'], to: 'available', failure },
    deletion: { timing: 'snapshot' },
  });

/** The volume, if a snapshot may be taken of it now. Throws state_conflict with the rule's reason. */
async function takeable({ platform, writer, context, body }: CommandRequest<VolumeSnapshotCreate>): Promise<VolumeDocument> {
  await seen(platform, 'volume', [body.volume_id], context.actor, 'volume_id');
  const volume = await platform.document(writer, 'volume', body.volume_id);
  if (!volume) throw invalid('volume_id', { code: 'unknown_id' });
  const [attachment] = volume.attachments;
  obey(isSnapshotTakeable(volume, attachment && (await platform.document(writer, 'server', attachment.server_id))));
  return volume;
}

const FAULT = 'volume_snapshot';

/** One fails where the server that has its volume says so. */
async function failure(platform: Platform, writer: Writer, { volume_id: id }: SnapshotDocument): Promise<string | null> {
  const [attachment] = (await platform.document(writer, 'volume', id))?.attachments ?? [];
  const server = attachment && (await platform.document(writer, 'server', attachment.server_id));
  return server && failsOn(server.metadata, FAULT) ? `${FAULT} failed: fault injected by metadata` : null;
}
