import { flavorCreateBody } from '@gantry/contract/nouns/flavors/calls';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { useResourceForm } from '../../app/form/use-resource-form.ts';
import { PageHeading } from '../../app/shell/page-heading.tsx';
import { CheckboxField } from '../../ui/form/checkbox-field.tsx';
import { NumberField, TextField } from '../../ui/form/fields.tsx';
import { SubmitForm } from '../../ui/form/submit-form.tsx';
import { LIST } from './section.ts';

const DEFAULTS = { name: '', vcpus: 1, ram: 1024, disk: 10, is_public: true };

/** Makes a flavor. */
export function Page() {
  const { t } = useTranslation('flavors');
  const navigate = useNavigate();
  const toList = () => void navigate({ to: LIST });
  const form = useResourceForm({
    noun: 'flavors',
    kind: 'flavor',
    call: api.flavors.create,
    schema: flavorCreateBody,
    defaults: DEFAULTS,
    onDone: toList,
  });
  return (
    <>
      <PageHeading>{t('title.add')}</PageHeading>
      <SubmitForm form={form} label={t('add.label')} submitLabel={t('add.submit')} onCancel={toList}>
        <TextField form={form} name="name" label={t('field.name')} required />
        <NumberField form={form} name="vcpus" label={t('field.vcpus')} required min={1} max={1024} />
        <NumberField form={form} name="ram" label={t('field.ram')} required unit="MiB" min={1} max={16_777_216} />
        <NumberField
          form={form}
          name="disk"
          label={t('field.disk')}
          required
          unit="GiB"
          min={0}
          max={524_288}
          helper={t('add.disk-helper')}
        />
        <CheckboxField form={form} name="is_public" label={t('access.all')} helper={t('add.public-helper')} />
      </SubmitForm>
    </>
  );
}
