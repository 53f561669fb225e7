import { useId } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { api } from '../../../app/api/calls.ts';
import { ResourceField } from '../../../app/form/resource-field.tsx';
import { useOptions } from '../../../app/list/use-options.ts';
import { TextField } from '../../../ui/form/fields.tsx';
import { RadioChoice } from '../../../ui/form/radio-choice.tsx';
import type { NetworkForm } from './types.ts';
import type { NetworkDraft } from '../network-draft.ts';

/** What carries a network that leads out of the cloud: a physical network by its name, or the one that another network is on (decision F11). */
export function CarrierFields({ form }: { form: NetworkForm }) {
  const { t } = useTranslation('networks');
  const id = useId();
  const carrier = useWatch({ control: form.fields.control, name: 'carrier' });
  return (
    <>
      <RadioChoice<NetworkDraft['carrier']>
        id={id}
        label={t('add.carrier')}
        value={carrier}
        onChange={(value) => form.fields.setValue('carrier', value, { shouldDirty: true })}
        options={[
          { value: 'physical_network', label: t('add.carrier-physical') },
          { value: 'vlan_network', label: t('add.carrier-network') },
        ]}
      />
      {carrier === 'physical_network' ? (
        <TextField form={form} name="physical_network" label={t('field.physical')} required helper={t('add.physical-helper')} />
      ) : (
        <OnSameWire form={form} />
      )}
    </>
  );
}

function OnSameWire({ form }: { form: NetworkForm }) {
  const { t } = useTranslation('networks');
  const options = useOptions(api.networks.list, 'name:asc', 'name', { type: 'in:flat,vlan' });
  return (
    <ResourceField
      form={form}
      name="vlan_network"
      label={t('add.same-wire')}
      options={options}
      cells={[{ label: t('field.vlan'), of: ({ vlan_id: vlan }) => vlan ?? '–' }]}
    />
  );
}
