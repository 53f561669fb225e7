import { domainCreateBody, type DomainCreate } from '@gantry/contract/nouns/domains/calls';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { useNounText } from '../../app/resource/noun-text.ts';
import { SectionForm } from '../../app/resource/section-form.tsx';
import { CheckboxField } from '../../ui/form/checkbox-field.tsx';
import { DescriptionField } from '../../ui/form/description-field.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { section } from './section.ts';

interface Draft {
  name: string;
  description: string;
  enabled: boolean;
}

const schema = domainCreateBody as z.ZodType<DomainCreate, Draft>;
const DEFAULTS: Draft = { name: '', description: '', enabled: true };

/** Makes a domain; its users, groups and projects are made in it afterwards. */
export function Page() {
  const { t } = useTranslation('users');
  const text = useNounText('domains');
  return (
    <SectionForm section={section} schema={schema} defaults={DEFAULTS}>
      {(form) => (
        <>
          <TextField form={form} name="name" label={text('field.name')} required />
          <DescriptionField form={form} label={text('field.description')} />
          <CheckboxField form={form} name="enabled" label={t('state.enabled')} />
        </>
      )}
    </SectionForm>
  );
}
