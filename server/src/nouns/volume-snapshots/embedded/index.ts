import type { VolumeSnapshotCreate, VolumeSnapshotUpdate } from '@gantry/contract/nouns/volume-snapshots/calls';
import { volumeSnapshotKind } from '@gantry/contract/nouns/volume-snapshots/entity';
import {
  isSnapshotComplete,
  isSnapshotDeletable,
  isSnapshotRenamable,
  isSnapshotResettable,
} from '@gantry/contract/nouns/volume-snapshots/rules';
import type { UploadToImage } from '@gantry/contract/nouns/volumes/bodies';
import { isSnapshotTakeable } from '@gantry/contract/nouns/volumes/rules';
import { GantryError } from '@gantry/contract/wire/errors';
import { assertAllowed } from '@gantry/contract/wire/assert-allowed';
import { no } from '@gantry/contract/wire/rule-result';
import type { Writer } from '../../../port/store/writer.ts';
import type { Command } from '../../../port/engine.ts';
import { referenced } from '../../../engines/embedded/platform/references.ts';
import type { SnapshotDocument, VolumeDocument } from '../../../engines/embedded/platform/documents.ts';
import { failsOn } from '../../servers/embedded/faults.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import { acceptAnew, doneAtOnce } from '../../../engines/embedded/platform/accept.ts';
import { settleAccepted } from '../../../engines/embedded/platform/accepted.ts';
import { beginChange, changeOf, asyncOperation, removeChange, type AsyncOperation } from '../../../engines/embedded/platform/changes.ts';
import { documentFor, documentIn, lifecycle, type CommandRequest, type NounParts } from '../../../engines/embedded/platform/lifecycle.ts';
import { putOwned, putVolume } from '../../../engines/embedded/platform/rows.ts';
import { settled } from '../../../engines/embedded/platform/settle.ts';
import { abandon } from '../../volumes/embedded/abandon.ts';
import { rested, serversOf } from '../../volumes/embedded/attachments.ts';
import { beginImage, dropImage, endImage, type Imaging } from '../../volumes/embedded/images.ts';
import { revertVolume } from '../../volumes/embedded/revert.ts';
import { asTaken, contentOf } from './content.ts';
import { counted, newSnapshot } from './documents.ts';
import { scheduleVolume, schedulesOf } from './schedule.ts';

/**
 * Snapshots of volumes: they belong to the volume's project, count in its quota with as much space as the volume had, of that one's storage
 * policy, take time to come and go, and keep their volume from being deleted. Volumes made of them stay.
 */
export function volumeSnapshots(platform: Platform): NounParts {
  const { commands, asyncOperations } = lifecycle<'volume_snapshot', VolumeSnapshotCreate, VolumeSnapshotUpdate>(platform, {
    kind: volumeSnapshotKind,
    of: 'source',
    creators: {
      create: async (request, { id, created_at }): Promise<SnapshotDocument> => {
        const { name, description } = request.body;
        return newSnapshot(await takeable(request), { id, name, description: description || null, created_at });
      },
    },
    change: (snapshot, { body: { name = snapshot.name, description = snapshot.description } }) => ({
      ...snapshot,
      name,
      description: description || null,
    }),
    counted: async (snapshot, writer) => {
      const volume = await platform.document(writer, 'volume', snapshot.volume_id);
      if (!volume) throw new Error(`snapshot ${snapshot.id} has outlived its volume`);
      return counted(snapshot, volume);
    },
    mayChange: (one) => isSnapshotRenamable(one),
    mayDelete: (snapshot) => isSnapshotDeletable(snapshot),
    creation: { timing: 'snapshot', through: () => ['creating'], to: 'available', failure },
    deletion: { timing: 'snapshot' },
    opened: async ({ id, volume_id: volumeId }, { writer }) => {
      const volume = await platform.document(writer, 'volume', volumeId);
      if (volume) await platform.buckets.contents.put(writer.records, id, contentOf(volume));
    },
    closed: (_platform, writer, { id }) => platform.buckets.contents.remove(writer.records, id),
  });
  const lastingOf = (verb: string): AsyncOperation => asyncOperations.find(({ does }) => does === `volume_snapshot.${verb}`)!;
  return {
    commands: {
      ...commands,
      'volume.schedule': scheduleVolume(platform),
      'volume_snapshot.revert': revertVolume(platform),
      'volume_snapshot.uploadToImage': uploadSnapshot(platform),
      'volume_snapshot.resetState': resetState(platform),
    },
    asyncOperations: [...asyncOperations, asyncOperation(imaging)],
    works: [schedulesOf(platform, { creating: lastingOf('create'), deleting: lastingOf('delete') })],
  };
}

const imaging: AsyncOperation<'volume_snapshot', Imaging> = {
  kind: 'volume_snapshot',
  does: 'volume_snapshot.uploadToImage',
  timing: 'image',
  through: () => ['backing_up'],
  end: async (platform, writer, snapshot, details) => ({
    document: { ...snapshot, status: 'available' },
    failure: await endImage(platform, writer, details),
  }),
};

/** Makes an image of what was on the volume when the snapshot was taken. */
const uploadSnapshot = (platform: Platform): Command<UploadToImage> => ({
  ...acceptAnew<UploadToImage>(platform, async (writer, { id, body }, accepted) => {
    const snapshot = await documentFor({ platform, writer }, 'volume_snapshot', id, isSnapshotComplete);
    const volume = await platform.document(writer, 'volume', snapshot.volume_id);
    if (!volume) throw new GantryError('state_conflict', { reason: no('volume_in_progress', { volume_status: 'deleted' }) });
    const then = { ...(await asTaken(platform, writer, snapshot.id, volume)), size: snapshot.size };
    const details = await beginImage(platform, writer, then, body.image_name);
    await beginChange(platform, writer, imaging, { document: snapshot, accepted, details });
    return { id: snapshot.id, report: { image_id: details.imageId }, done: false };
  }),
  settle: (context, acceptance) => settled(platform, context, acceptance),
});

/** Ends what goes on with a snapshot, and with its volume where that goes back to it; it is available then. */
const resetState = (platform: Platform): Command =>
  doneAtOnce(platform, async (writer, { id }) => {
    const snapshot = await documentFor({ platform, writer }, 'volume_snapshot', id, isSnapshotResettable);
    const why = 'the state was reset';
    const change = await changeOf(platform, writer, 'volume_snapshot', snapshot.id);
    if (change) await removeChange(platform, writer, 'volume_snapshot', snapshot.id);
    if (change && change.accepted !== null) await settleAccepted(platform, writer, change.accepted, why);
    if (change?.does === imaging.does) await dropImage(platform, writer, change.details as Imaging);
    const volume = snapshot.status === 'restoring' ? await platform.document(writer, 'volume', snapshot.volume_id) : undefined;
    if (volume) {
      await abandon(platform, writer, volume, why);
      await putVolume(platform, writer, rested(volume));
    }
    await putOwned(platform, writer, 'volume_snapshot', { ...snapshot, status: 'available' });
    return snapshot.id;
  });

/** The volume, if a snapshot may be taken of it now. Throws state_conflict with the rule's reason. */
async function takeable({ platform, writer, context, body }: CommandRequest<VolumeSnapshotCreate>): Promise<VolumeDocument> {
  await referenced(platform, 'volume', [body.volume_id], context.actor, 'volume_id');
  const volume = await documentIn({ platform, writer }, 'volume', ['volume_id', body.volume_id]);
  const [server] = await serversOf(platform, writer, volume);
  assertAllowed(isSnapshotTakeable(volume, server));
  return volume;
}

const FAULT = 'volume_snapshot';

/** One fails where the server that has its volume says so. */
async function failure(platform: Platform, writer: Writer, { volume_id: id }: SnapshotDocument): Promise<string | null> {
  const volume = await platform.document(writer, 'volume', id);
  const [server] = volume ? await serversOf(platform, writer, volume) : [];
  return server && failsOn(server.metadata, FAULT) ? `${FAULT} failed: fault injected by metadata` : null;
}
