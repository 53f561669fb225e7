import type { CallInput } from '@gantry/contract/wire/call';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { useSend } from '../../app/api/hooks.ts';
import type { CreateStep } from '../../app/create/create-steps.tsx';
import { SectionSteps } from '../../app/resource/section-steps.tsx';
import type { TaskCall } from '../../app/resource/section.ts';
import { errorAt } from '../../ui/form/field-errors.ts';
import { AccessStep } from './add/access.tsx';
import { GeneralStep } from './add/general.tsx';
import { AccessProperties, GeneralProperties, SubnetProperties } from './add/properties.tsx';
import { Ipv4Step, Ipv6Step } from './add/subnet.tsx';
import { CALLS, type NetworkForm } from './add/types.ts';
import { networkSchema, NEW_NETWORK, type NetworkDraft } from './network-draft.ts';
import { section, type STEPS } from './section.ts';

/** Fields of each step. */
const FIELDS: Readonly<Record<(typeof STEPS)[number], readonly string[]>> = {
  general: ['name', 'physical_network', 'vlan_network', 'vlan_id', 'ipam_enabled', 'mtu'],
  ipv4: ['subnets.0'],
  ipv6: ['subnets.1'],
  access: ['rbac_policies', 'projects'],
};

/** Makes a network with its subnets; administrators choose what carries it. */
export function Page() {
  const send = useSend();
  return (
    <SectionSteps
      section={section}
      schema={networkSchema}
      defaults={NEW_NETWORK}
      send={({ type, ...body }) => send<TaskCall>(CALLS[type], { body } as CallInput<TaskCall>)}
      useSteps={useSteps}
    />
  );
}

/** What it is, its subnets where addresses are managed, and, for administrators, who else may use it. */
function useSteps(form: NetworkForm, draft: NetworkDraft): readonly CreateStep<string>[] {
  const { t } = useTranslation('networks');
  const may = useMay();
  const { errors } = form.fields.formState;
  const [ipv4, ipv6] = draft.subnets;
  const stepOf = (key: (typeof STEPS)[number], title: string) => ({
    key,
    title,
    fields: FIELDS[key],
    wrong: errorAt(FIELDS[key], (field) => errors[field as keyof NetworkDraft]),
  });
  return [
    {
      ...stepOf('general', t('add.general')),
      text: <GeneralProperties draft={draft} />,
      content: () => <GeneralStep form={form} type={draft.type} />,
    },
    ...(draft.ipam_enabled
      ? [
          {
            ...stepOf('ipv4', t('field.ipv4')),
            text: ipv4 && <SubnetProperties draft={ipv4} />,
            content: () => <Ipv4Step form={form} />,
          },
          {
            ...stepOf('ipv6', t('field.ipv6')),
            text: ipv6 && <SubnetProperties draft={ipv6} />,
            content: () => <Ipv6Step form={form} />,
          },
        ]
      : []),
    ...(may(api.networks.createPublic)
      ? [
          {
            ...stepOf('access', t('field.access')),
            text: <AccessProperties rows={draft.rbac_policies} />,
            content: () => <AccessStep form={form} />,
          },
        ]
      : []),
  ];
}
