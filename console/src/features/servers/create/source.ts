import type { Image } from '@gantry/contract/nouns/images/entity';
import type { Draft, DraftForm } from './draft.ts';
import { disksFor } from './medium.ts';
import type { Step } from './steps.ts';

/** Kinds of things that a server boots from. */
export type Source = 'image' | 'volume' | 'snapshot';

/** What a draft boots from; an image until something else is chosen. */
export const sourceOf = ({ volume_id: volume, snapshot_id: snapshot }: Draft): Source =>
  volume !== undefined ? 'volume' : snapshot === undefined ? 'image' : 'snapshot';

/** Lets the disks be as the image needs them; undefined: none is chosen. */
export function followImage({ fields }: DraftForm, image: Image | undefined): void {
  const before = fields.getValues();
  const after = disksFor(before, image);
  for (const key of ['volumes', 'volume_size', 'device_type', 'disk_bus', 'firmware'] as const)
    if (after[key] !== before[key]) fields.setValue(key, after[key], { shouldDirty: true });
}

/** Lets the server boot from something else, which is yet to be chosen. */
export function turnTo(form: DraftForm, next: Source): void {
  form.fields.setValue('image_id', undefined, { shouldDirty: true });
  form.fields.setValue('volume_id', undefined, { shouldDirty: true });
  form.fields.setValue('snapshot_id', undefined, { shouldDirty: true });
  followImage(form, undefined);
  form.fields.setValue('volume_size', undefined, { shouldDirty: true });
  form.fields.setValue('password', '', { shouldDirty: true });
  form.fields.setValue('delete_on_termination', next !== 'volume', { shouldDirty: true });
}

/** Chooses what was made on the way from a step: a key, or a snapshot to boot from. */
export function chooseMade(form: DraftForm, step: Step | undefined, id: string): void {
  if (step === 'key') form.fields.setValue('key_pair_id', id, { shouldDirty: true });
  if (step !== 'image') return;
  turnTo(form, 'snapshot');
  form.fields.setValue('snapshot_id', id, { shouldDirty: true });
}
