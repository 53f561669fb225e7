import { useEffect } from 'react';
import { useWatch, type FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ExternalNetworkField, useExternalNetworks } from '../../parts/networks/external-network-field.tsx';
import { SpotField } from '../../parts/networks/spot-field.tsx';
import type { SchemaForm } from '../../ui/form/use-schema-form.ts';

/** Members of the draft that both fields work on. */
interface Draft extends FieldValues {
  floating_network_id: string | undefined;
  assign: string | undefined;
}

/** The network that an address is taken of. Where there is only one way out, it is the one that is meant. */
export function NetworkField<O>({ form }: { form: SchemaForm<Draft, O> }) {
  const { t } = useTranslation('floating-ips');
  const { networks } = useExternalNetworks();
  const only = networks?.length === 1 ? networks[0]?.id : undefined;
  const { getValues, resetField } = form.fields;
  useEffect(() => {
    const name = 'floating_network_id';
    if (only !== undefined && getValues(name) === undefined) resetField(name, { defaultValue: only });
  }, [only, getValues, resetField]);
  const forget = () => form.fields.setValue('assign', undefined);
  return <ExternalNetworkField form={form} name="floating_network_id" label={t('field.network')} required onPick={forget} />;
}

/** What a new one leads to at once, once its network is known. */
export function TargetField<O>({ form }: { form: SchemaForm<Draft, O> }) {
  const { t } = useTranslation('floating-ips');
  const network = useWatch({ control: form.fields.control, name: 'floating_network_id' });
  return (
    network !== undefined && <SpotField form={form} name="assign" label={t('add.assign')} outside={network} none={t('add.assign-none')} />
  );
}
