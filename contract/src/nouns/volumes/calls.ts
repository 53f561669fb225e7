import { system, tenant } from '../../access/roles.ts';
import { defineCall } from '../../wire/call.ts';
import { resourceCalls } from '../../wire/resource-calls.ts';
import { accepted } from '../../wire/values.ts';
import { imageKind } from '../images/entity.ts';
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
  list: calls.list({ summary: 'Lists the volumes of the scope' }),
  create: calls.create({
    summary: 'Creates a volume: empty, or from an image or a snapshot',
    body: volumeCreateBody,
    errors: ['quota_exceeded', 'no_capacity'],
    scope: 'project',
  }),
  read: calls.read({ summary: 'Shows a volume' }),
  states: calls.states({ summary: 'Lists the statuses of a volume over the last 30 days' }),
  update: calls.update({ summary: 'Updates the name or the description of a volume', body: volumeUpdateBody, rule: isVolumeRenamable }),
  delete: calls.delete({ summary: 'Deletes a volume that is detached and has no snapshots', rule: isVolumeDeletable }),
  bulkDelete: calls.bulkDelete({ summary: 'Deletes several volumes, as one task', rule: isVolumeDeletable }),
  bulkAttach: attached.bulkWith('attach', 'bulkAttach', {
    summary: 'Attaches several volumes to a server of their project, as one task',
    source: 'choice.uncovered-calls',
    body: volumesAttachBody,
    rule: isVolumeFree,
  }),
  bulkDetach: attached.bulk('detach', 'bulkDetach', {
    summary: 'Detaches several volumes, as one task. Volumes of running servers are refused: detach these one by one, with force',
    source: 'choice.uncovered-calls',
    rule: isVolumeHeld,
  }),
  extend: calls.actWith('extend', {
    summary: 'Extends a volume, also while its server is active, paused or shut off',
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
    summary: 'Clones a volume, also while its server is shut off',
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
      makes: { kind: volumeKind, name: 'name', id: 'id' },
    },
  }),
  uploadToImage: imaged.actWith('uploadToImage', {
    summary: 'Creates an image from a volume, also while its server is shut off: `result.image_id` of the task names it',
    source: 'S2 §2',
    body: uploadToImageBody,
    makes: { kind: imageKind, name: 'image_name', id: 'image_id' },
    errors: ['quota_exceeded', 'no_capacity'],
    rule: isVolumeImageable,
  }),
  retype: calls.actWith('retype', {
    summary: 'Changes the storage policy of a volume',
    source: 'S2 §4',
    body: volumeRetypeBody,
    errors: ['quota_exceeded', 'no_capacity'],
    rule: isVolumeRetypable,
  }),
  schedule: calls.actWith('schedule', {
    summary: 'Sets the snapshot schedule of a volume and how many snapshots it keeps',
    source: 'decision §12',
    body: volumeScheduleBody,
    rule: isVolumeRenamable,
  }),
  setBootable: calls.actWith('setBootable', {
    summary: 'Sets whether servers can boot from a volume',
    source: 'S2 §3',
    body: volumeBootableBody,
    rule: isBootableSettable,
  }),
  resetState: operated.act('resetState', {
    summary: 'Resets the status of a volume to available, or to in use while it is attached',
    source: 'S2 §4',
    rule: isVolumeResettable,
  }),
};
