import type { Cloud } from './cloud.ts';
import { refused } from './refusals.ts';
import { member, unrecorded, type Question, type Reply } from './reply.ts';
import { resetStatus, retypeVolume, setBootable, uploadImage } from './volume-changes.ts';
import { assertRoom } from './volume-quota.ts';
import type { Volume } from './volumes.ts';

/** Minor version from which Cinder extends a volume while a server has it. */
const WHILE_IN_USE = 42;

/** Actions by their names in the request. */
const ACTIONS: Readonly<Record<string, (cloud: Cloud, volume: Volume, question: Question) => Reply>> = {
  revert: revertVolume,
  'os-extend': extendVolume,
  'os-retype': retypeVolume,
  'os-volume_upload_image': uploadImage,
  'os-set_bootable': (_cloud, volume, question) => setBootable(volume, question),
  'os-reset_status': (_cloud, volume, question) => resetStatus(volume, question),
};

/** Answers what is to be done to a volume. Throws Refusal. */
export function actOnVolume(cloud: Cloud, volume: Volume, question: Question): Reply {
  const [name = ''] = Object.keys((question.body ?? {}) as object);
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (!action) throw unrecorded(`that action of a volume: ${JSON.stringify(question.body)}`);
  return action(cloud, volume, question);
}

/** Accepts that a volume goes back; its answer has no body. Throws Refusal. */
function revertVolume(cloud: Cloud, volume: Volume): Reply {
  if (volume.status !== 'available')
    throw refused(400, 'badRequest', `Invalid volume: Can't revert volume ${volume.id}, which is ${volume.status}.`);
  volume.status = 'reverting';
  cloud.later(cloud.options.act, () => {
    if (volume.status === 'reverting') volume.status = 'available';
  });
  return { status: 202 };
}

/** Accepts that a volume grows, by Cinder's rules; its answer has no body. Throws Refusal. */
function extendVolume(cloud: Cloud, volume: Volume, { body, version = '3.0' }: Question): Reply {
  const size = member(member(body, 'os-extend'), 'new_size');
  if (typeof size !== 'number') throw unrecorded(`that action of a volume: ${JSON.stringify(body)}`);
  const by = size - volume.size;
  if (by <= 0) {
    const sizes = `(current: ${volume.size}, extended: ${size})`;
    throw refused(400, 'badRequest', `Invalid input received: New size for extend must be greater than current size. ${sizes}.`);
  }
  const expected = volume.status === 'in-use' && Number(version.split('.')[1]) >= WHILE_IN_USE ? 'in-use' : 'available';
  if (volume.status !== expected) {
    const why = `status must be '{'status': '${expected}'}' to extend, currently ${volume.status}`;
    throw refused(400, 'badRequest', `Invalid volume: Volume ${volume.id} ${why}.`);
  }
  assertRoom(cloud, volume.projectId, { gigabytes: by });
  volume.status = 'extending';
  cloud.later(cloud.options.act, () => {
    // Its server may have been deleted meanwhile, and it with that.
    if (volume.status === 'extending') Object.assign(volume, { size, status: expected } satisfies Partial<Volume>);
  });
  return { status: 202 };
}
