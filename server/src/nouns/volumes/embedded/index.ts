import { imageProblem } from '@gantry/contract/nouns/images/rules';
import { leastVolumeOf } from '@gantry/contract/nouns/images/media';
import { isSnapshotUsable } from '@gantry/contract/nouns/volume-snapshots/rules';
import type { VolumeBootable, VolumeClone, VolumeCreate, VolumeUpdate } from '@gantry/contract/nouns/volumes/bodies';
import { volumeKind } from '@gantry/contract/nouns/volumes/entity';
import {
  isBootableSettable,
  isVolumeClonable,
  isVolumeDeletable,
  isVolumeRenamable,
  isVolumeResettable,
} from '@gantry/contract/nouns/volumes/rules';
import { assertAllowed } from '@gantry/contract/wire/assert-allowed';
import { no } from '@gantry/contract/wire/rule-result';
import { invalid, referenced } from '../../../engines/embedded/platform/references.ts';
import type { VolumeDocument } from '../../../engines/embedded/platform/documents.ts';
import { imageMetadata, newVolume } from './documents.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import { asyncOperation } from '../../../engines/embedded/platform/changes.ts';
import { doneAtOnce } from '../../../engines/embedded/platform/accept.ts';
import {
  documentFor,
  lifecycle,
  type CommandRequest,
  type NewResource,
  type NounParts,
} from '../../../engines/embedded/platform/lifecycle.ts';
import { putVolume } from '../../../engines/embedded/platform/rows.ts';
import { asTaken } from '../../volume-snapshots/embedded/content.ts';
import { DEFAULT_POLICY } from '../../../engines/embedded/platform/storage-policies/catalogue.ts';
import { attaching, detaching, rested, serversOf } from './attachments.ts';
import { abandon } from './abandon.ts';
import { extending, extendVolume } from './extension.ts';
import { imaging, uploadVolume } from './images.ts';
import { retypeVolume, retyping } from './retype.ts';
import { reverting } from './revert.ts';
import { attachToServer, detachFromServer } from './to-servers.ts';

/** What a new one is made with: `volume_id` names the volume that it is a copy of. */
type Made = VolumeCreate & Partial<Pick<VolumeClone, 'volume_id'>>;

/** What is done with volumes themselves; servers make some of their own, and take them and leave them (servers/). */
export function volumes(platform: Platform): NounParts {
  const { commands, asyncOperations } = lifecycle<'volume', Made, VolumeUpdate>(platform, {
    kind: volumeKind,
    of: 'project',
    creators: { create: volumeOf, clone: copyOf },
    change: (volume, { body: { name = volume.name, description = volume.description } }) => ({
      ...volume,
      name,
      description: description || null,
    }),
    mayChange: (one) => isVolumeRenamable(one),
    mayDelete: (volume) => {
      const verdict = isVolumeDeletable(volume);
      if (verdict !== true) return verdict;
      return volume.attachments.length === 0 ? true : no('volume_in_use', { volume_status: volume.status });
    },
    creation: { timing: 'volume', through: statusesOf, to: 'available' },
    deletion: { timing: 'volume' },
  });
  return {
    commands: {
      ...commands,
      'volume.attach': attachToServer(platform),
      'volume.detach': detachFromServer(platform),
      'volume.extend': extendVolume(platform),
      'volume.retype': retypeVolume(platform),
      'volume.uploadToImage': uploadVolume(platform),
      'volume.setBootable': doneAtOnce<VolumeBootable>(platform, async (writer, { id, body: { bootable } }) => {
        const volume = await documentFor({ platform, writer }, 'volume', id, isBootableSettable);
        writer.setting(platform.key('volume', volume.id), ['bootable']);
        await putVolume(platform, writer, { ...volume, bootable });
        return volume.id;
      }),
      'volume.resetState': doneAtOnce(platform, async (writer, { id }) => {
        const volume = await documentFor({ platform, writer }, 'volume', id, isVolumeResettable);
        await abandon(platform, writer, volume, 'the state was reset');
        await putVolume(platform, writer, rested(volume));
        return volume.id;
      }),
    },
    asyncOperations: [
      ...asyncOperations,
      asyncOperation(attaching),
      asyncOperation(detaching),
      asyncOperation(extending),
      asyncOperation(imaging),
      asyncOperation(retyping),
      asyncOperation(reverting),
    ],
  };
}

/** Statuses of a new volume: what is written to it comes after it is there. */
const statusesOf = ({ volume_image_metadata: source, snapshot_id: snapshot }: VolumeDocument): readonly string[] =>
  source !== null && snapshot === null ? ['creating', 'downloading'] : ['creating'];

type Sized = Pick<VolumeCreate, 'size'>;

/** What it is asked to have, or what its source needs (GiB). Throws validation_failed where that is more. */
function sizeOf({ size }: Sized, needed: number): number {
  if (size !== undefined && size < needed) throw invalid('size', { code: 'too_small', params: { min: needed } });
  return size ?? needed;
}

/** What a new volume is. Throws validation_failed at the field of what it cannot be made of. */
async function volumeOf(request: CommandRequest<VolumeCreate>, fresh: NewResource): Promise<VolumeDocument> {
  const { platform, context, body } = request;
  const { name, description, size, image_id: image, snapshot_id: snapshot, storage_policy_id: policyId } = body;
  const { id, created_at, project_id, domain_id } = fresh;
  const own = { ...newVolume, id, name, description: description || null, created_at, project_id, domain_id };
  if (snapshot !== undefined) return { ...own, ...(await ofSnapshot(request, snapshot)) };
  const [policy] =
    policyId === undefined ? [] : await referenced(platform, 'storage_policy', [policyId], context.actor, 'storage_policy_id');
  const blank = { storage_policy_name: policy?.name ?? DEFAULT_POLICY };
  if (image === undefined) return { ...own, ...blank, size: size! };
  return { ...own, ...blank, ...(await ofImage(request, image)) };
}

/** What it has of an image that is written to it. */
async function ofImage(
  { platform, context, body }: CommandRequest<VolumeCreate>,
  id: string,
): Promise<Pick<VolumeDocument, 'size' | 'bootable' | 'volume_image_metadata'>> {
  const image = (await referenced(platform, 'image', [id], context.actor, 'image_id'))[0]!;
  const problem = imageProblem(image);
  if (problem) throw invalid('image_id', problem);
  const size = sizeOf(body, leastVolumeOf(image));
  return { size, bootable: true, volume_image_metadata: imageMetadata(image) };
}

/** What it has of the volume that its snapshot was taken of, as that was then. */
async function ofSnapshot({ platform, writer, context, body }: CommandRequest<VolumeCreate>, id: string): Promise<Inherited> {
  await referenced(platform, 'volume_snapshot', [id], context.actor, 'snapshot_id');
  const snapshot = await platform.document(writer, 'volume_snapshot', id);
  const source = snapshot && (await platform.document(writer, 'volume', snapshot.volume_id));
  if (!snapshot || !source) throw invalid('snapshot_id', { code: 'unknown_id' });
  const verdict = isSnapshotUsable(snapshot);
  if (verdict !== true) throw invalid('snapshot_id', verdict);
  return { ...inherited(await asTaken(platform, writer, id, source)), size: sizeOf(body, snapshot.size), snapshot_id: id };
}

/** What is the same in a volume and in what is made of it. */
type Inherited = Pick<VolumeDocument, 'size' | 'bootable' | 'storage_policy_name' | 'volume_image_metadata' | 'snapshot_id'>;
const inherited = ({ size, bootable, storage_policy_name, volume_image_metadata }: VolumeDocument): Inherited => ({
  size,
  bootable,
  storage_policy_name,
  volume_image_metadata,
  snapshot_id: null,
});

/** A copy of a volume that nobody writes to meanwhile. Throws state_conflict with the rule's reason. */
async function copyOf({ platform, writer, context, body }: CommandRequest<Made>, fresh: NewResource): Promise<VolumeDocument> {
  const { name, description, storage_policy_id: policyId, volume_id: sourceId = null } = body;
  const source = await documentFor({ platform, writer }, 'volume', sourceId);
  assertAllowed(isVolumeClonable(source, await serversOf(platform, writer, source)));
  const [policy] =
    policyId === undefined ? [] : await referenced(platform, 'storage_policy', [policyId], context.actor, 'storage_policy_id');
  const { id, created_at, project_id, domain_id } = fresh;
  return {
    ...newVolume,
    ...inherited(source),
    ...(policy && { storage_policy_name: policy.name }),
    size: sizeOf(body, source.size),
    id,
    name,
    description: description || null,
    created_at,
    project_id,
    domain_id,
  };
}
