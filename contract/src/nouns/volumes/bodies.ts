import { z } from 'zod';
import { VOLUME_GIB } from '../../constants.ts';
import { reference } from '../../wire/reference.ts';
import { description, displayName } from '../../wire/values.ts';

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
