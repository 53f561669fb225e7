import { securityGroupBody } from '@gantry/contract/nouns/security-groups/bodies';
import { useTranslation } from 'react-i18next';
import { useNounText } from '../../app/resource/noun-text.ts';
import { SectionForm } from '../../app/resource/section-form.tsx';
import { DescriptionField } from '../../ui/form/description-field.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { section } from './section.ts';

/** Makes a security group; its rules are added on its page. */
export function Page() {
  const { t } = useTranslation('security-groups');
  const text = useNounText(section.noun);
  return (
    <SectionForm section={section} schema={securityGroupBody} defaults={{ name: '', description: '' }}>
      {(form) => (
        <>
          <TextField form={form} name="name" label={text('field.name')} required helper={t('add.helper')} />
          <DescriptionField form={form} label={text('field.description')} />
        </>
      )}
    </SectionForm>
  );
}
