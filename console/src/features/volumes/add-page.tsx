import { VOLUME_GIB } from '@gantry/contract/constants';
import { volumeCreateBody } from '@gantry/contract/nouns/volumes/bodies';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNounText } from '../../app/resource/noun-text.ts';
import { SectionForm } from '../../app/resource/section-form.tsx';
import { DescriptionField } from '../../ui/form/description-field.tsx';
import { NumberField, TextField } from '../../ui/form/fields.tsx';
import { RadioChoice } from '../../ui/form/radio-choice.tsx';
import { formatSize, fromGib } from '../../ui/show/format-size.ts';
import { PolicyField } from './policy-field.tsx';
import { section } from './section.ts';
import { ImageField, SnapshotField, type SourceKind } from './source-fields.tsx';

const DEFAULTS = { name: '', description: '', size: 10, image_id: undefined, snapshot_id: undefined, storage_policy_id: undefined };

/** The contract's body, with the source that was chosen and at least its size. */
const schemaOf = (source: SourceKind, least: number) =>
  volumeCreateBody.superRefine((body, { addIssue }) => {
    const needed = source === 'image' ? 'image_id' : 'snapshot_id';
    if (source !== 'blank' && body[needed] === undefined) addIssue({ code: 'custom', path: [needed], message: 'required' });
    if (body.size !== undefined && body.size < least)
      addIssue({ code: 'custom', path: ['size'], message: 'too_small', params: { min: least } });
  });

/** Makes a volume: empty, or of an image or a snapshot. */
export function Page() {
  const { t, i18n } = useTranslation('volumes');
  const text = useNounText('volumes');
  const id = useId();
  const [source, setSource] = useState<SourceKind>('blank');
  const [least, setLeast] = useState<number>(VOLUME_GIB.min);
  const schema = useMemo(() => schemaOf(source, least), [source, least]);
  return (
    <SectionForm section={section} schema={schema} defaults={DEFAULTS}>
      {(form) => {
        const needs = (gib: number) => {
          setLeast(Math.max(gib, VOLUME_GIB.min));
          if ((form.fields.getValues('size') ?? 0) < gib) form.fields.setValue('size', gib, { shouldDirty: true });
        };
        const change = (next: SourceKind) => {
          setSource(next);
          setLeast(VOLUME_GIB.min);
          for (const member of ['image_id', 'snapshot_id', 'storage_policy_id'] as const) form.fields.resetField(member);
        };
        return (
          <>
            <TextField form={form} name="name" label={text('field.name')} required />
            <RadioChoice
              id={id}
              label={t('field.source')}
              value={source}
              onChange={change}
              options={[
                { value: 'blank', label: t('add.blank'), description: t('add.blank-helper') },
                { value: 'image', label: t('field.image'), description: t('add.image-helper') },
                { value: 'snapshot', label: t('field.snapshot'), description: t('add.snapshot-helper') },
              ]}
            />
            {source === 'image' && <ImageField form={form} onNeeded={needs} />}
            {source === 'snapshot' && <SnapshotField form={form} onNeeded={needs} />}
            <NumberField
              form={form}
              name="size"
              label={text('field.size')}
              required
              unit="GiB"
              min={least}
              max={VOLUME_GIB.max}
              {...(least > VOLUME_GIB.min && { helper: t('add.size-helper', { size: formatSize(fromGib(least), i18n.language) }) })}
            />
            {source !== 'snapshot' && <PolicyField form={form} />}
            <DescriptionField form={form} label={text('field.description')} />
          </>
        );
      }}
    </SectionForm>
  );
}
