import { volumeSnapshotCreateBody } from '@gantry/contract/nouns/volume-snapshots/calls';
import { useNounText } from '../../app/resource/noun-text.ts';
import { SectionForm } from '../../app/resource/section-form.tsx';
import { DescriptionField } from '../../ui/form/description-field.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { section } from './section.ts';
import { VolumeField } from './volume-field.tsx';

const DEFAULTS = { name: '', volume_id: '', description: '' };

/** Takes a snapshot of a volume. */
export function Page() {
  const text = useNounText('volume-snapshots');
  return (
    <SectionForm section={section} schema={volumeSnapshotCreateBody} defaults={DEFAULTS}>
      {(form) => (
        <>
          <TextField form={form} name="name" label={text('field.name')} required />
          <VolumeField form={form} />
          <DescriptionField form={form} label={text('field.description')} />
        </>
      )}
    </SectionForm>
  );
}
