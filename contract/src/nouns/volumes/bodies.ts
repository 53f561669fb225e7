import { z } from 'zod';
import { SNAPSHOT_SCHEDULE, VOLUME_GIB } from '../../constants.ts';
import { reference } from '../../wire/reference.ts';
import { description, displayName, ids } from '../../wire/values.ts';

const gib = (min: number) => z.number().int().min(min, { error: 'too_small' }).max(VOLUME_GIB.max, { error: 'too_large' });

/** GiB (S2 §9, decision F14). */
export const volumeSize = gib(VOLUME_GIB.min);

/** `size`: what it has afterwards, more than it has now. */
export const volumeExtendBody = z.strictObject({ size: volumeSize }).meta({ id: 'VolumeExtend', examples: [{ size: 20 }] });
/** The same where it is known how large the volume is (GiB). */
export const volumeExtendBodyFrom = (now: number) => z.strictObject({ size: gib(now + 1) });
export type VolumeExtend = z.output<typeof volumeExtendBody>;

/** An empty volume of `size` GiB, or one made of an image or a snapshot and at least of the size that its source needs. */
export const volumeCreateBody = z
  .strictObject({
    name: displayName,
    description: description.optional(),
    /** GiB. Absent: what the source needs. */
    size: volumeSize.optional(),
    /** Of an empty one and of one made of an image; one of a snapshot is kept like its source. Absent: the cloud's default. */
    storage_policy_id: reference('storage_policy').optional(),
    image_id: reference('image').optional(),
    snapshot_id: reference('volume_snapshot').optional(),
  })
  .superRefine(({ image_id: image, snapshot_id: snapshot, size, storage_policy_id: policy }, { addIssue }) => {
    const wrong = (field: string, message: string) => addIssue({ code: 'custom', path: [field], message });
    if (image === undefined && snapshot === undefined && size === undefined) wrong('size', 'required');
    if (image !== undefined && snapshot !== undefined) wrong('snapshot_id', 'one_volume_source');
    if (policy !== undefined && snapshot !== undefined) wrong('storage_policy_id', 'policy_of_source');
  })
  .meta({ id: 'VolumeCreate', examples: [{ name: 'data', size: 10 }] });
export type VolumeCreate = z.output<typeof volumeCreateBody>;

export const volumeUpdateBody = z
  .strictObject({ name: displayName.optional(), description: description.optional() })
  .refine((body) => Object.keys(body).length > 0, { error: 'nothing_to_change' })
  .meta({ id: 'VolumeUpdate', examples: [{ name: 'archive' }] });
export type VolumeUpdate = z.output<typeof volumeUpdateBody>;

/** A copy of a volume, at least as large; in each case the policy of its source where none is named. */
export const volumeCloneBody = z
  .strictObject({
    volume_id: reference('volume'),
    name: displayName,
    description: description.optional(),
    /** GiB. Absent: that of its source. */
    size: volumeSize.optional(),
    storage_policy_id: reference('storage_policy').optional(),
  })
  .meta({ id: 'VolumeClone', examples: [{ volume_id: '7a1d4c3e-9f0b-4a52-8c6d-2e5f7b8a9c10', name: 'copy of data' }] });
export type VolumeClone = z.output<typeof volumeCloneBody>;
/** The same where it is known how large its source is (GiB). */
export const volumeCloneBodyFrom = (source: number) => volumeCloneBody.safeExtend({ size: gib(source) });

/** The server that several volumes are given to (screens D2). */
export const volumesAttachBody = z.strictObject({ ids, server_id: reference('server') }).meta({
  id: 'VolumesAttach',
  examples: [{ ids: ['7a1d4c3e-9f0b-4a52-8c6d-2e5f7b8a9c10'], server_id: '5c2e7b1a-3d4f-4a6b-9c8d-1e2f3a4b5c6d' }],
});
export type VolumesAttach = z.output<typeof volumesAttachBody>;

/** What an image made of a volume or a snapshot is called (S2 §7). */
export const uploadToImageBody = z
  .strictObject({ image_name: displayName })
  .meta({ id: 'UploadToImage', examples: [{ image_name: 'golden' }] });
export type UploadToImage = z.output<typeof uploadToImageBody>;

/** How its data is kept from now on. */
export const volumeRetypeBody = z
  .strictObject({ storage_policy_id: reference('storage_policy') })
  .meta({ id: 'VolumeRetype', examples: [{ storage_policy_id: '3d6f0a52-1b7c-4e89-9d2e-5a4b3c2d1e0f' }] });
export type VolumeRetype = z.output<typeof volumeRetypeBody>;

export const volumeBootableBody = z.strictObject({ bootable: z.boolean() }).meta({ id: 'VolumeBootable', examples: [{ bootable: true }] });
export type VolumeBootable = z.output<typeof volumeBootableBody>;

const { hours, keep } = SNAPSHOT_SCHEDULE;
/** A snapshot each so many hours, of which the newest are kept; `keep` 0 ends the schedule, and what it has taken stays. */
export const volumeScheduleBody = z
  .strictObject({
    hours: z.number().int().min(hours.min, { error: 'too_small' }).max(hours.max, { error: 'too_large' }),
    keep: z.number().int().min(0, { error: 'too_small' }).max(keep, { error: 'too_large' }),
  })
  .meta({ id: 'VolumeSchedule', examples: [{ hours: 24, keep: 7 }] });
export type VolumeSchedule = z.output<typeof volumeScheduleBody>;
