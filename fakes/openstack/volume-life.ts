/** Volumes that are made and deleted by themselves. */
import { randomUUID } from 'node:crypto';
import type { Cloud } from './cloud.ts';
import { refused } from './refusals.ts';
import { member, text, tokenIn, type Question } from './reply.ts';
import type { Json } from './recorded.ts';
import { assertRoom } from './volume-quota.ts';
import type { Volume } from './volumes.ts';

/** Begins to make a volume: empty, or of an image or a snapshot. Throws Refusal. */
export function makeVolume(cloud: Cloud, question: Question): Volume {
  const token = tokenIn(question);
  const wanted = member(question.body, 'volume');
  const [imageId, snapshotId] = [text(member(wanted, 'imageRef')), text(member(wanted, 'snapshot_id')) ?? null];
  const sourceId = text(member(wanted, 'source_volid'));
  const source = sourceId === undefined ? undefined : cloud.volumes.get(sourceId);
  if (sourceId !== undefined && source?.projectId !== token.projectId)
    throw refused(404, 'itemNotFound', `Volume ${sourceId} could not be found.`);
  const image = imageId === undefined ? (source?.image ?? null) : (cloud.wares.image(imageId) ?? null);
  if (imageId !== undefined && !image) throw refused(400, 'badRequest', 'Invalid image identifier or unable to access requested image.');
  assertRoom(cloud, token.projectId ?? '', { volumes: 1, gigabytes: Number(member(wanted, 'size')) });
  const volume: Volume = {
    id: randomUUID(),
    name: text(member(wanted, 'name')) ?? '',
    description: text(member(wanted, 'description')) ?? null,
    metadata: (member(wanted, 'metadata') ?? {}) as Json,
    snapshotId,
    attachmentId: randomUUID(),
    projectId: token.projectId ?? '',
    userId: token.user.id,
    serverId: null,
    host: null,
    device: '',
    size: Number(member(wanted, 'size')),
    type: cloud.types.nameFor(text(member(wanted, 'volume_type')) ?? source?.type, token),
    image,
    status: 'creating',
    createdAt: Date.now(),
    deleteOnTermination: false,
    tag: null,
  };
  cloud.volumes.add(volume);
  cloud.later(cloud.options.act, () => {
    if (volume.status === 'creating') volume.status = 'available';
  });
  return volume;
}

/** Begins to delete a volume that no server has. Throws Refusal. */
export function deleteVolume(cloud: Cloud, volume: Volume): void {
  if (volume.status !== 'available')
    throw refused(
      400,
      'badRequest',
      'Invalid volume: Volume status must be available or error, and must not be attached or have snapshots.',
    );
  volume.status = 'deleting';
  cloud.later(cloud.options.act, () => cloud.volumes.remove(volume));
}
