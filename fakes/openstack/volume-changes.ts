/** What Cinder makes of a volume, or changes about it, beside its size. */
import { randomUUID } from 'node:crypto';
import type { Cloud } from './cloud.ts';
import { refused } from './refusals.ts';
import { member, text, tokenIn, type Question, type Reply } from './reply.ts';
import type { Volume } from './volumes.ts';

const isResting = ({ status }: Volume): boolean => status === 'available' || status === 'in-use';
const invalid = (volume: Volume, what: string) =>
  refused(400, 'badRequest', `Invalid volume: Volume ${volume.id} ${what}, current status is ${volume.status}.`);

/** Accepts that a volume's data is kept in another way; its answer has no body. Throws Refusal. */
export function retypeVolume(cloud: Cloud, volume: Volume, question: Question): Reply {
  const type = cloud.types.nameFor(text(member(member(question.body, 'os-retype'), 'new_type')), tokenIn(question));
  if (!isResting(volume)) throw invalid(volume, 'must be available or in-use to be retyped');
  const before = volume.status;
  volume.status = 'retyping';
  cloud.later(cloud.options.act, () => {
    if (volume.status === 'retyping') Object.assign(volume, { type, status: before });
  });
  return { status: 202 };
}

/** Says whether servers may boot from it. */
export function setBootable(volume: Volume, { body }: Question): Reply {
  volume.bootable = member(member(body, 'os-set_bootable'), 'bootable') === true;
  return { status: 200 };
}

/** Gets it out of a state; for administrators. Throws Refusal. */
export function resetStatus(volume: Volume, question: Question): Reply {
  if (!tokenIn(question).isAdmin)
    throw refused(403, 'forbidden', "Policy doesn't allow volume_extension:volume_admin_actions:reset_status to be performed.");
  volume.status = text(member(member(question.body, 'os-reset_status'), 'status')) as Volume['status'];
  return { status: 202 };
}

/** Begins to make an image of it, which is active once it is read. Throws Refusal. */
export function uploadImage(cloud: Cloud, volume: Volume, question: Question): Reply {
  const wanted = member(question.body, 'os-volume_upload_image');
  const mayBeInUse = member(wanted, 'force') === true;
  if (volume.status !== 'available' && !(mayBeInUse && volume.status === 'in-use')) throw invalid(volume, 'must be available');
  const before = volume.status;
  const { wares } = cloud;
  const format = { disk_format: text(member(wanted, 'disk_format')), container_format: text(member(wanted, 'container_format')) };
  const named = { name: text(member(wanted, 'image_name')) ?? '', visibility: 'private', ...format };
  const image = wares.kept.images.create({ ...named, owner: volume.projectId, status: 'queued' }, randomUUID());
  volume.status = 'uploading';
  cloud.later(cloud.options.act, () => {
    if (volume.status === 'uploading') volume.status = before;
    wares.changeImage(image.id, { size: volume.size * 2 ** 30, status: 'active' });
  });
  return { status: 202, body: { 'os-volume_upload_image': { id: volume.id, ...named, image_id: image.id, status: 'uploading' } } };
}
