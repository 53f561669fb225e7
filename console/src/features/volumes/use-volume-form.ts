import { VOLUME_GIB } from '@gantry/contract/constants';
import { volumeCreateBody, type VolumeCreate } from '@gantry/contract/nouns/volumes/bodies';
import { useMemo, useState } from 'react';
import { z } from 'zod';
import { useDraftForm, useDraftKey } from '../../app/create/use-draft-form.ts';
import { useStatusText } from '../../app/resource/noun-text.ts';
import type { SchemaForm } from '../../ui/form/use-schema-form.ts';
import { section } from './section.ts';

const SOURCES = ['blank', 'image', 'snapshot'] as const;
export type SourceKind = (typeof SOURCES)[number];

const shape = z.object({
  source: z.enum(SOURCES),
  name: z.string(),
  description: z.string(),
  size: z.number().optional(),
  image_id: z.string().optional(),
  snapshot_id: z.string().optional(),
  storage_policy_id: z.string().optional(),
});
/** A new volume as it is typed. */
export type VolumeDraft = z.infer<typeof shape>;
export type VolumeForm = SchemaForm<VolumeDraft, VolumeCreate>;

const EMPTY: VolumeDraft = {
  source: 'blank',
  name: '',
  description: '',
  size: 10,
  image_id: undefined,
  snapshot_id: undefined,
  storage_policy_id: undefined,
};

/** The contract's body, with the source that was chosen and at least its size. */
const schemaOf = (least: number): z.ZodType<VolumeCreate, VolumeDraft> =>
  shape
    .superRefine((draft, { addIssue }) => {
      const needed = draft.source === 'image' ? 'image_id' : 'snapshot_id';
      if (draft.source !== 'blank' && draft[needed] === undefined) addIssue({ code: 'custom', path: [needed], message: 'required' });
      if (draft.size !== undefined && draft.size < least)
        addIssue({ code: 'custom', path: ['size'], message: 'too_small', params: { min: least } });
    })
    .transform(({ source: _source, ...body }): z.input<typeof volumeCreateBody> => body)
    .pipe(volumeCreateBody);

/** The form for a new volume, and what its source needs. */
export function useVolumeForm(onDone: (id: string | null) => void) {
  const [least, setLeast] = useState<number>(VOLUME_GIB.min);
  const schema = useMemo(() => schemaOf(least), [least]);
  const made = useDraftForm({
    key: useDraftKey('create-volume'),
    empty: EMPTY,
    parse: (kept) => shape.safeParse(kept).data,
    noun: 'volumes',
    kind: section.kind,
    call: section.calls.create,
    schema,
    statusText: useStatusText('volumes'),
    onDone: ({ id }) => onDone(id),
  });
  const { fields } = made.form;
  return {
    ...made,
    least,
    /** A source was picked that needs so many GiB. */
    needs(gib: number) {
      setLeast(Math.max(gib, VOLUME_GIB.min));
      if ((fields.getValues('size') ?? 0) < gib) fields.setValue('size', gib, { shouldDirty: true });
    },
    turnTo(source: SourceKind) {
      setLeast(VOLUME_GIB.min);
      fields.setValue('source', source, { shouldDirty: true });
      for (const member of ['image_id', 'snapshot_id', 'storage_policy_id'] as const) fields.setValue(member, undefined);
    },
  };
}
