import { z } from 'zod';
import { system } from '../../access/roles.ts';
import { reference } from '../../wire/reference.ts';
import { resourceCalls } from '../../wire/resource-calls.ts';
import { description, displayName } from '../../wire/values.ts';
import { imageKind } from '../images/entity.ts';
import { uploadToImageBody } from '../volumes/bodies.ts';
import { calls, resource } from './entity.ts';
import { isSnapshotComplete, isSnapshotDeletable, isSnapshotRenamable, isSnapshotResettable } from './rules.ts';

export const volumeSnapshotCreateBody = z
  .strictObject({
    /** Also of a volume that a server has: what its guest has not written yet is missing then. */
    volume_id: reference('volume'),
    name: displayName,
    description: description.optional(),
  })
  .meta({ id: 'VolumeSnapshotCreate', examples: [{ volume_id: '7a1d4c3e-9f0b-4a52-8c6d-2e5f7b8a9c10', name: 'before the update' }] });
export type VolumeSnapshotCreate = z.output<typeof volumeSnapshotCreateBody>;

export const volumeSnapshotUpdateBody = z
  .strictObject({ name: displayName.optional(), description: description.optional() })
  .refine((body) => Object.keys(body).length > 0, { error: 'nothing_to_change' })
  .meta({ examples: [{ name: 'after the update' }] });
export type VolumeSnapshotUpdate = z.output<typeof volumeSnapshotUpdateBody>;

const operated = resourceCalls({ ...resource, side: 'administration', one: system('compute_volume_operations') });

export const volumeSnapshotCalls = {
  list: calls.list({ summary: 'Lists the volume snapshots of the scope' }),
  create: calls.create({
    summary: 'Creates a snapshot of a volume',
    body: volumeSnapshotCreateBody,
    errors: ['state_conflict', 'quota_exceeded'],
  }),
  read: calls.read({ summary: 'Shows a volume snapshot' }),
  update: calls.update({
    summary: 'Updates the name or the description of a snapshot',
    body: volumeSnapshotUpdateBody,
    rule: isSnapshotRenamable,
  }),
  delete: calls.delete({ summary: 'Deletes a snapshot. Volumes created from it remain', rule: isSnapshotDeletable }),
  bulkDelete: calls.bulkDelete({ summary: 'Deletes several snapshots, as one task', rule: isSnapshotDeletable }),
  revert: calls.act('revert', {
    summary: 'Reverts a volume to its newest snapshot',
    rule: isSnapshotComplete,
  }),
  uploadToImage: calls.actWith('uploadToImage', {
    summary: 'Creates an image from a snapshot: `result.image_id` of the task names it',
    body: uploadToImageBody,
    makes: { kind: imageKind, name: 'image_name', id: 'image_id' },
    errors: ['quota_exceeded', 'no_capacity'],
    rule: isSnapshotComplete,
  }),
  resetState: operated.act('resetState', {
    summary: 'Resets the status of a snapshot to available',
    rule: isSnapshotResettable,
  }),
};
