import { flavorCreateBody } from '@gantry/contract/nouns/flavors/calls';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { useNameCheck } from '../../app/form/use-name-check.ts';
import { useNounText } from '../../app/resource/noun-text.ts';
import { SectionForm } from '../../app/resource/section-form.tsx';
import { CheckboxField } from '../../ui/form/checkbox-field.tsx';
import { NumberField, TextField } from '../../ui/form/fields.tsx';
import { section } from './section.ts';

const DEFAULTS = { name: '', vcpus: 1, ram: 1024, disk: 10, swap: 0, is_public: true };

/** Makes a flavor. */
export function Page() {
  const { t } = useTranslation('flavors');
  const text = useNounText('flavors');
  const isFree = useNameCheck(api.flavors.list, 'flavor_name_taken');
  const [ram, disk] = [t('field.ram'), t('field.disk')];
  return (
    <SectionForm section={section} schema={flavorCreateBody} defaults={DEFAULTS} checks={{ name: isFree }}>
      {(form) => (
        <>
          <TextField form={form} name="name" label={text('field.name')} required />
          <NumberField form={form} name="vcpus" label={t('field.vcpus')} required min={1} max={1024} />
          <NumberField form={form} name="ram" label={ram} required unit="MiB" min={1} max={16_777_216} />
          <NumberField form={form} name="disk" label={disk} required unit="GiB" min={0} max={524_288} helper={t('add.disk-helper')} />
          <NumberField form={form} name="swap" label={t('field.swap')} unit="MiB" min={0} max={16_777_216} helper={t('add.swap-helper')} />
          <CheckboxField form={form} name="is_public" label={t('access.all')} helper={t('add.public-helper')} />
        </>
      )}
    </SectionForm>
  );
}
