import { traitCreateBody } from '@gantry/contract/nouns/traits/calls';
import { useTranslation } from 'react-i18next';
import { useCapabilities } from '../../app/abilities/use-ability.ts';
import { api } from '../../app/api/calls.ts';
import { useNameCheck } from '../../app/form/use-name-check.ts';
import { useNounText } from '../../app/resource/noun-text.ts';
import { SectionForm } from '../../app/resource/section-form.tsx';
import { DescriptionField } from '../../ui/form/description-field.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { section } from './section.ts';

/** Makes a placement; what has it is chosen on its page. */
export function Page() {
  const { t } = useTranslation('traits');
  const text = useNounText('traits');
  const described = useCapabilities().has('trait.create:description');
  const isFree = useNameCheck(api.traits.list, 'trait_name_taken');
  const defaults = { name: '', ...(described && { description: '' }) };
  return (
    <SectionForm section={section} schema={traitCreateBody} defaults={defaults} checks={{ name: isFree }}>
      {(form) => (
        <>
          <TextField form={form} name="name" label={text('field.name')} required helper={t('add.name-helper')} />
          {described && <DescriptionField form={form} label={text('field.description')} />}
        </>
      )}
    </SectionForm>
  );
}
