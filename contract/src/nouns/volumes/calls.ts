import { system, tenant } from '../../access/roles.ts';
import { defineCall } from '../../wire/call.ts';
import { resourceCalls } from '../../wire/resource-calls.ts';
import { accepted } from '../../wire/values.ts';
import {
  uploadToImageBody,
  volumeBootableBody,
  volumeCloneBody,
  volumeCreateBody,
  volumeExtendBody,
  volumeRetypeBody,
  volumeScheduleBody,
  volumeUpdateBody,
  volumesAttachBody,
} from './bodies.ts';
import { calls, resource, volumeKind } from './entity.ts';
import {
  isBootableSettable,
  isVolumeCopyable,
  isVolumeDeletable,
  isVolumeFree,
  isVolumeGrowable,
  isVolumeHeld,
  isVolumeImageable,
  isVolumeRenamable,
  isVolumeResettable,
  isVolumeRetypable,
} from './rules.ts';

const imaged = resourceCalls({ ...resource, one: tenant('compute_volume_upload_to_image') });
// The right of attaching one: a command of its server.
const attached = resourceCalls({ ...resource, one: tenant('compute_server') });
const operated = resourceCalls({ ...resource, side: 'administration', one: system('compute_volume_operations') });

export const volumeCalls = {
  list: calls.list({ summary: 'Volumes of the scope' }),
  create: calls.create({
    summary: 'Creates an empty volume, or one made of an image or a snapshot',
    body: volumeCreateBody,
    errors: ['quota_exceeded', 'no_capacity'],
    scope: 'project',
  }),
  read: calls.read({ summary: 'One of them' }),
  update: calls.update({ summary: 'Changes name or description of a volume', body: volumeUpdateBody, rule: isVolumeRenamable }),
  delete: calls.delete({ summary: 'Deletes a volume that no server has and of which there is no snapshot', rule: isVolumeDeletable }),
  bulkDelete: calls.bulkDelete({ summary: 'Deletes several volumes, as one task', rule: isVolumeDeletable }),
  bulkAttach: attached.bulkWith('attach', 'bulkAttach', {
    summary: 'Attaches several volumes to a server of their project, as one task',
    source: 'choice.uncovered-calls',
    body: volumesAttachBody,
    rule: isVolumeFree,
  }),
  bulkDetach: attached.bulk('detach', 'bulkDetach', {
    summary: 'Detaches several volumes, as one task. None that a running server has: those come off one by one, by force',
    source: 'choice.uncovered-calls',
    rule: isVolumeHeld,
  }),
  extend: calls.actWith('extend', {
    summary: 'Lets a volume grow, also one that a server has while that is active, paused or shut off',
    source: 'S2 §4',
    body: volumeExtendBody,
    errors: ['quota_exceeded', 'no_capacity'],
    rule: isVolumeGrowable,
  }),
  clone: defineCall({
    id: 'volumes.clone',
    side: 'both',
    method: 'POST',
    path: '/api/v2/compute/volumes/clone',
    summary: 'Makes a copy of a volume, also of one whose server is shut off',
    source: 'S2 §2',
    permission: tenant('compute_volume_clone'),
    body: volumeCloneBody,
    answer: accepted,
    status: 202,
    errors: ['quota_exceeded', 'no_capacity', 'not_found'],
    idempotent: true,
    does: {
      by: 'command',
      command: 'volume.clone',
      kind: volumeKind,
      id: 'volume_id',
      idIn: 'body',
      rule: isVolumeCopyable,
      scope: 'project',
    },
  }),
  uploadToImage: imaged.actWith('uploadToImage', {
    summary: 'Makes an image of a volume, also of one whose server is shut off',
    source: 'S2 §2',
    body: uploadToImageBody,
    errors: ['quota_exceeded', 'no_capacity'],
    rule: isVolumeImageable,
  }),
  retype: calls.actWith('retype', {
    summary: 'Changes how the data of a volume is kept',
    source: 'S2 §4',
    body: volumeRetypeBody,
    errors: ['quota_exceeded', 'no_capacity'],
    rule: isVolumeRetypable,
  }),
  schedule: calls.actWith('schedule', {
    summary: 'Has snapshots of a volume taken by themselves, of which the newest are kept',
    source: 'decision §12',
    body: volumeScheduleBody,
    rule: isVolumeRenamable,
  }),
  setBootable: calls.actWith('setBootable', {
    summary: 'Says whether servers may boot from a volume',
    source: 'S2 §3',
    body: volumeBootableBody,
    rule: isBootableSettable,
  }),
  resetState: operated.act('resetState', {
    summary: 'Gets a volume out of a state that nothing else ends: it is available, or in use where a server has it',
    source: 'S2 §4',
    rule: isVolumeResettable,
  }),
};
