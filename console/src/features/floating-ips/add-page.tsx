import { floatingIpBody, type FloatingIpCreate } from '@gantry/contract/nouns/floating-ips/bodies';
import { useEffect } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { ExternalNetworkField, useExternalNetworks } from '../../parts/networks/external-network-field.tsx';
import { SpotField, targetOf } from '../../parts/networks/spot-field.tsx';
import { useNounText } from '../../app/resource/noun-text.ts';
import { SectionForm } from '../../app/resource/section-form.tsx';
import { useSession } from '../../app/session/use-session.ts';
import { DescriptionField } from '../../ui/form/description-field.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import type { SchemaForm } from '../../ui/form/use-schema-form.ts';
import { section } from './section.ts';

/** A floating IP as it is typed. */
interface Draft {
  floating_network_id: string | undefined;
  floating_ip_address: string;
  description: string;
  /** Where it leads to at once; undefined: nowhere. */
  assign: string | undefined;
}

const schema: z.ZodType<FloatingIpCreate, Draft> = z
  .custom<Draft>()
  .superRefine(({ floating_network_id: network }, { addIssue }) => {
    if (network === undefined) addIssue({ code: 'custom', path: ['floating_network_id'], message: 'required' });
  })
  .transform(({ floating_network_id: network = '', floating_ip_address: ip, description, assign }): z.input<typeof floatingIpBody> => ({
    floating_network_id: network,
    description,
    ...(ip.trim() !== '' && { floating_ip_address: ip.trim() }),
    ...(assign !== undefined && { assign: targetOf(assign) }),
  }))
  .pipe(floatingIpBody);

const EMPTY: Draft = { floating_network_id: undefined, floating_ip_address: '', description: '', assign: undefined };

/** Takes an address of an external network, and lets it lead somewhere where that is wanted. */
export function Page() {
  return (
    <SectionForm section={section} schema={schema} defaults={EMPTY}>
      {(form) => <Fields form={form} />}
    </SectionForm>
  );
}

function Fields({ form }: { form: SchemaForm<Draft, FloatingIpCreate> }) {
  const { t } = useTranslation('floating-ips');
  const text = useNounText(section.noun);
  const network = useWatch({ control: form.fields.control, name: 'floating_network_id' });
  // Where there is only one way out, it is the one that is meant.
  const { networks } = useExternalNetworks();
  const only = networks?.length === 1 ? networks[0]?.id : undefined;
  const { getValues, resetField } = form.fields;
  useEffect(() => {
    const name = 'floating_network_id';
    if (only !== undefined && getValues(name) === undefined) resetField(name, { defaultValue: only });
  }, [only, getValues, resetField]);
  // Clouds leave the choice of an address to their administrators.
  const isAdmin = useSession((session) => session.currentUser?.is_superuser === true);
  return (
    <>
      <ExternalNetworkField
        form={form}
        name="floating_network_id"
        label={t('field.network')}
        required
        onPick={() => form.fields.setValue('assign', undefined)}
      />
      {isAdmin && <TextField form={form} name="floating_ip_address" label={text('field.name')} helper={t('add.address-helper')} />}
      <DescriptionField form={form} label={text('field.description')} />
      {network !== undefined && (
        <SpotField form={form} name="assign" label={t('add.assign')} outside={network} none={t('add.assign-none')} />
      )}
    </>
  );
}
