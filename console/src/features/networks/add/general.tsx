import { NETWORK_LIMITS } from '@gantry/contract/constants';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../app/abilities/use-may.ts';
import { useNounText } from '../../../app/resource/noun-text.ts';
import { CheckboxField } from '../../../ui/form/checkbox-field.tsx';
import { NumberField, TextField } from '../../../ui/form/fields.tsx';
import { RadioChoice } from '../../../ui/form/radio-choice.tsx';
import { CarrierFields } from './carrier-fields.tsx';
import type { NetworkType } from '../network-draft.ts';
import { CALLS, TYPES, type NetworkForm } from './types.ts';

/** What the network is called, what carries it, and whether its addresses are managed. */
export function GeneralFields({ form, type }: { form: NetworkForm; type: NetworkType }) {
  const { t } = useTranslation('networks');
  const text = useNounText('networks');
  const may = useMay();
  const id = useId();
  const types = (['private', 'public', 'vlan'] as const).filter((one) => may(CALLS[one]));
  return (
    <>
      <TextField form={form} name="name" label={text('field.name')} required />
      {types.length > 1 && (
        <RadioChoice<NetworkType>
          id={id}
          label={text('field.type')}
          value={type}
          onChange={(value) => form.fields.setValue('type', value, { shouldDirty: true })}
          options={types.map((value) => ({ value, label: t(`type.${TYPES[value]}`), description: t(`type.${TYPES[value]}-helper`) }))}
        />
      )}
      {type !== 'private' && <CarrierFields form={form} />}
      {type === 'vlan' && (
        <NumberField
          form={form}
          name="vlan_id"
          label={t('field.vlan')}
          required
          min={NETWORK_LIMITS.vlan.min}
          max={NETWORK_LIMITS.vlan.max}
        />
      )}
      <CheckboxField form={form} name="ipam_enabled" label={t('field.ipam')} helper={t('add.ipam-helper')} />
    </>
  );
}
