import { NETWORK_LIMITS } from '@gantry/contract/constants';
import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import { FormSection } from '@patternfly/react-core/dist/esm/components/Form';
import { useId, useMemo, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { useNounText } from '../../app/resource/noun-text.ts';
import { SectionForm } from '../../app/resource/section-form.tsx';
import { useSession } from '../../app/session/use-session.ts';
import { CheckboxField } from '../../ui/form/checkbox-field.tsx';
import { NumberField, TextField } from '../../ui/form/fields.tsx';
import { marksAt, marksOf } from '../../ui/form/marks.ts';
import { RadioChoice } from '../../ui/form/radio-choice.tsx';
import type { SchemaForm } from '../../ui/form/use-schema-form.ts';
import { PickField } from '../../ui/form/pick-field.tsx';
import { AccessRows, useProjectPick } from './access-rows.tsx';
import { CarrierFields } from './carrier-fields.tsx';
import { NEW_NETWORK, networkSchema, type NetworkDraft, type NetworkType } from './network-draft.ts';
import { section } from './section.ts';
import { newSubnet } from './subnet-draft.ts';
import { SubnetFields } from './subnet-fields.tsx';
import { useControlled } from '../../ui/form/use-controlled.ts';

const TYPES: Readonly<Record<NetworkType, { type: 'vxlan' | 'flat' | 'vlan'; call: (typeof section)['calls']['create'] }>> = {
  private: { type: 'vxlan', call: api.networks.createPrivate },
  public: { type: 'flat', call: api.networks.createPublic },
  vlan: { type: 'vlan', call: api.networks.createVlan },
};

/** Makes a network with its subnets; administrators choose what carries it. What was typed stays when another type is chosen. */
export function Page() {
  const { t } = useTranslation('networks');
  const text = useNounText('networks');
  const may = useMay();
  const id = useId();
  const [chosen, setChosen] = useState<NetworkType>('private');
  const schema = useMemo(() => networkSchema(chosen), [chosen]);
  const types = (['private', 'public', 'vlan'] as const).filter((one) => may(TYPES[one].call));
  return (
    <SectionForm section={section} call={TYPES[chosen].call} schema={schema} defaults={NEW_NETWORK}>
      {(form) => (
        <>
          <TextField form={form} name="name" label={text('field.name')} required />
          {types.length > 1 && (
            <RadioChoice<NetworkType>
              id={id}
              label={text('field.type')}
              value={chosen}
              onChange={setChosen}
              options={types.map((value) => {
                const { type } = TYPES[value];
                return { value, label: t(`type.${type}`), description: t(`type.${type}-helper`) };
              })}
            />
          )}
          {chosen !== 'private' && <CarrierFields form={form} />}
          {chosen === 'vlan' && (
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
          <SubnetsOf form={form} />
          <NumberField
            form={form}
            name="mtu"
            label="MTU"
            helper={t('add.mtu-helper')}
            min={NETWORK_LIMITS.mtu.min}
            max={NETWORK_LIMITS.mtu.max}
          />
          {may(api.networks.createPublic) && <AccessOf form={form} />}
        </>
      )}
    </SectionForm>
  );
}

/** The subnets of a network whose addresses are managed: one of IPv4, and one of IPv6 for who wants it. */
function SubnetsOf({ form }: { form: SchemaForm<NetworkDraft, unknown> }) {
  const { t } = useTranslation('networks');
  const id = useId();
  const { control } = form.fields;
  const isManaged = useWatch({ control, name: 'ipam_enabled' });
  const { field, fieldState } = useControlled({ form, name: 'subnets' });
  if (!isManaged) return null;
  const marks = marksOf(fieldState.error);
  const [ipv4 = newSubnet(4), ipv6] = field.value;
  return (
    <>
      <FormSection title={t('field.ipv4')} titleElement="h2">
        <SubnetFields
          draft={ipv4}
          marks={marksAt(marks, 0)}
          onChange={(draft) => field.onChange(ipv6 ? [draft, ipv6] : [draft])}
          onBlur={field.onBlur}
        />
      </FormSection>
      <Checkbox
        id={`${id}-ipv6`}
        label={t('add.ipv6')}
        isChecked={ipv6 !== undefined}
        onChange={(_, on) => field.onChange(on ? [ipv4, newSubnet(6)] : [ipv4])}
      />
      {ipv6 && (
        <FormSection title={t('field.ipv6')} titleElement="h2">
          <SubnetFields draft={ipv6} marks={marksAt(marks, 1)} onChange={(draft) => field.onChange([ipv4, draft])} onBlur={field.onBlur} />
        </FormSection>
      )}
    </>
  );
}

/** Who else may use the network, which administrators say as it is made. */
function AccessOf({ form }: { form: SchemaForm<NetworkDraft, unknown> }) {
  const { t } = useTranslation('networks');
  const owner = useSession((session) => session.currentProject?.id ?? null);
  const { field, fieldState } = useControlled({ form, name: 'rbac_policies' });
  const { value: rows, onChange, onBlur } = field;
  const named = useProjectPick({ rows, onChange }, owner);
  return (
    <FormSection title={t('field.access')} titleElement="h2">
      {named && <PickField form={form} name="projects" {...named.pick} />}
      <AccessRows rows={rows} onChange={onChange} onBlur={onBlur} error={fieldState.error?.message} nameOf={named?.nameOf} />
    </FormSection>
  );
}
