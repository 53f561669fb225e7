import { leastVolumeOf } from '@gantry/contract/nouns/images/media';
import { isSnapshotUsable } from '@gantry/contract/nouns/volume-snapshots/rules';
import type { VolumeCreate, VolumeUpdate } from '@gantry/contract/nouns/volumes/bodies';
import { volumeKind } from '@gantry/contract/nouns/volumes/entity';
import { isVolumeDeletable, isVolumeRenamable } from '@gantry/contract/nouns/volumes/rules';
import { no } from '@gantry/contract/wire/verdict';
import { invalid, seen } from '../../platform/seen.ts';
import type { VolumeDocument } from '../../platform/documents.ts';
import { imageMetadata } from './documents.ts';
import type { Platform } from '../../platform/platform.ts';
import { lasting } from '../../platform/changes.ts';
import { kept, type CommandRequest, type Born, type NounParts } from '../../platform/kept.ts';
import { DEFAULT_POLICY } from '../storage-policies/catalogue.ts';
import { amountsOfVolumes } from '../../platform/quotas.ts';
import { attaching, detaching } from './attachments.ts';
import { extending, extendVolume } from './extension.ts';

/** What is done with volumes themselves; servers make some of their own, and take them and leave them (servers/). */
export function volumes(platform: Platform): NounParts {
  const { commands, lastings } = kept<'volume', VolumeCreate, VolumeUpdate>(platform, {
    kind: volumeKind,
    of: 'project',
    makes: { create: volumeOf },
    change: (volume, { body: { name = volume.name, description = volume.description } }) => ({
      ...volume,
      name,
      description: description || null,
    }),
    amounts: (volume) => amountsOfVolumes([volume]),
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
    commands: { ...commands, 'volume.extend': extendVolume(platform) },
    lastings: [...lastings, lasting(attaching), lasting(detaching), lasting(extending)],
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
async function volumeOf(request: CommandRequest<VolumeCreate>, born: Born): Promise<VolumeDocument> {
  const { platform, context, body } = request;
  const { name, description, size, image_id: image, snapshot_id: snapshot, storage_policy_id: policyId } = body;
  const { id, created_at, project_id, domain_id } = born;
  const own = { id, name, description: description || null, status: 'creating', attachments: [], created_at, project_id, domain_id };
  if (snapshot !== undefined) return { ...(await ofSnapshot(request, snapshot)), ...own };
  const [policy] = policyId === undefined ? [] : await seen(platform, 'storage_policy', [policyId], context.actor, 'storage_policy_id');
  const blank = { storage_policy_name: policy?.name ?? DEFAULT_POLICY, snapshot_id: null };
  if (image === undefined) return { ...own, ...blank, size: size!, bootable: false, volume_image_metadata: null };
  return { ...own, ...blank, ...(await ofImage(request, image)) };
}

/** What it has of an image that is written to it. */
async function ofImage(
  { platform, context, body }: CommandRequest<VolumeCreate>,
  id: string,
): Promise<Pick<VolumeDocument, 'size' | 'bootable' | 'volume_image_metadata'>> {
  const image = (await seen(platform, 'image', [id], context.actor, 'image_id'))[0]!;
  if (image.status !== 'active') throw invalid('image_id', { code: 'image_not_active' });
  const size = sizeOf(body, leastVolumeOf(image));
  return { size, bootable: true, volume_image_metadata: imageMetadata(image) };
}

/** What it has of the volume that its snapshot was taken of. */
async function ofSnapshot({ platform, writer, context, body }: CommandRequest<VolumeCreate>, id: string): Promise<VolumeDocument> {
  await seen(platform, 'volume_snapshot', [id], context.actor, 'snapshot_id');
  const snapshot = await platform.document(writer, 'volume_snapshot', id);
  const source = snapshot && (await platform.document(writer, 'volume', snapshot.volume_id));
  if (!snapshot || !source) throw invalid('snapshot_id', { code: 'unknown_id' });
  const verdict = isSnapshotUsable(snapshot);
  if (verdict !== true) throw invalid('snapshot_id', verdict);
  return { ...source, size: sizeOf(body, snapshot.size), snapshot_id: id };
}
