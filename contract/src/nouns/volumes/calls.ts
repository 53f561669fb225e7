import { volumeCreateBody, volumeExtendBody, volumeUpdateBody } from './bodies.ts';
import { calls } from './entity.ts';
import { isVolumeDeletable, isVolumeGrowable, isVolumeRenamable } from './rules.ts';

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
  extend: calls.actWith('extend', {
    summary: 'Lets a volume grow, also one that a server has while that is active, paused or shut off',
    source: 'S2 §4',
    body: volumeExtendBody,
    errors: ['quota_exceeded', 'no_capacity'],
    rule: isVolumeGrowable,
  }),
};
