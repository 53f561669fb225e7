import type { Network } from '@gantry/contract/nouns/networks/entity';
import { subnetCreateBody } from '@gantry/contract/nouns/networks/subnets';
import { useId, useMemo, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { api } from '../../app/api/calls.ts';
import { CommandDialog } from '../../app/form/command-dialog.tsx';
import { RadioChoice } from '../../ui/form/radio-choice.tsx';
import type { SchemaForm } from '../../ui/form/use-schema-form.ts';
import { bodyOf, newSubnet, versionProblem, type SubnetDraft } from './subnet-draft.ts';
import { SubnetForm } from './subnet-form.tsx';

const schemaOf = (networkId: string) =>
  z
    .custom<SubnetDraft>()
    .superRefine((draft, { addIssue }) => {
      const message = versionProblem(draft);
      if (message) addIssue({ code: 'custom', path: ['cidr'], message });
    })
    .transform((draft): unknown => ({ network_id: networkId, ...bodyOf(draft) }))
    .pipe(subnetCreateBody as z.ZodType<z.output<typeof subnetCreateBody>, unknown>);

/** Adds a subnet to a network. */
export function AddSubnetDialog({ network, onClose }: { network: Network; onClose(): void }) {
  const { t } = useTranslation('networks');
  const schema = useMemo(() => schemaOf(network.id), [network.id]);
  const [defaults] = useState(() => newSubnet(network.subnets.some((one) => one.ip_version === 4) ? 6 : 4));
  return (
    <CommandDialog
      noun="networks"
      kind="network"
      item={network}
      call={api.networks.createSubnet}
      schema={schema}
      defaults={defaults}
      label={t('subnet.add')}
      submitLabel={t('subnet.add')}
      marks={({ cidr }) => [cidr]}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Version form={form} />
          <SubnetForm form={form} />
        </>
      )}
    </CommandDialog>
  );
}

function Version({ form }: { form: SchemaForm<SubnetDraft, unknown> }) {
  const { t } = useTranslation('networks');
  const id = useId();
  const version = useWatch({ control: form.fields.control, name: 'version' });
  return (
    <RadioChoice
      id={id}
      label={t('subnet.version')}
      value={version === 4 ? '4' : '6'}
      options={[
        { value: '4', label: 'IPv4' },
        { value: '6', label: 'IPv6' },
      ]}
      onChange={(chosen) => {
        const { cidr, mode, enable_dhcp: dhcp, version: next } = newSubnet(chosen === '4' ? 4 : 6);
        form.fields.setValue('version', next, { shouldDirty: true });
        form.fields.setValue('cidr', cidr);
        form.fields.setValue('mode', mode);
        form.fields.setValue('enable_dhcp', dhcp);
      }}
    />
  );
}
