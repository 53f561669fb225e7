import { VPN_CONNECTION_QUOTA } from '@gantry/contract/nouns/vpn-connections/quota';
import { takenBy } from '@gantry/contract/wire/taken';
import { useTranslation } from 'react-i18next';
import type { CreateStep } from '../../app/create/create-steps.tsx';
import { SectionSteps } from '../../app/resource/section-steps.tsx';
import { QuotaTaken } from '../../parts/quotas/quota-taken.tsx';
import { errorAt } from '../../ui/form/field-errors.ts';
import { ConnectionFields } from './add/connection.tsx';
import { EndpointFields } from './add/endpoints.tsx';
import { ConnectionProperties, EndpointProperties, PolicyProperties } from './add/properties.tsx';
import { PolicyFields } from './add/policy.tsx';
import type { VpnForm } from './add/types.ts';
import { NEW_VPN, type PolicyKind, type VpnDraft } from './draft.ts';
import { vpnSchema } from './schema.ts';
import { section, type STEPS } from './section.ts';

const policyFields = (kind: PolicyKind): string[] => [`${kind}policy_id`, `${kind}_name`, `${kind}_lifetime`];

/** Fields of each step that can be wrong. */
const FIELDS: Readonly<Record<(typeof STEPS)[number], readonly string[]>> = {
  ike: policyFields('ike'),
  ipsec: policyFields('ipsec'),
  endpoints: ['router_id', 'local_subnet_ids', 'peer_cidrs'],
  connection: ['name', 'peer_address', 'psk', 'psk_again', 'peer_id', 'local_id', 'dpd_interval', 'dpd_timeout', 'mtu', 'description'],
};

/** Secrets are not kept until the form is sent. */
const withoutKey = (draft: VpnDraft): VpnDraft => ({ ...draft, psk: '', psk_again: '' });

/** Makes a VPN connection with all that it needs, step by step. */
export function Page() {
  return (
    <SectionSteps
      section={section}
      schema={vpnSchema}
      defaults={NEW_VPN}
      keep={withoutKey}
      useSteps={useSteps}
      side={() => <QuotaTaken takes={{ amounts: takenBy(VPN_CONNECTION_QUOTA, [{}]) }} />}
    />
  );
}

function useSteps<O>(form: VpnForm<O>, draft: VpnDraft): readonly CreateStep<string>[] {
  const { t } = useTranslation('vpn');
  const { errors } = form.fields.formState;
  const stepOf = (key: (typeof STEPS)[number]) => ({
    key,
    title: t(`step.${key}`),
    fields: FIELDS[key],
    wrong: errorAt(FIELDS[key], (field) => errors[field as keyof VpnDraft] as { message?: unknown } | undefined),
  });
  const policy = (kind: PolicyKind) => ({
    ...stepOf(kind),
    text: <PolicyProperties draft={draft} kind={kind} />,
    content: () => <PolicyFields form={form} draft={draft} kind={kind} />,
  });
  return [
    policy('ike'),
    policy('ipsec'),
    { ...stepOf('endpoints'), text: <EndpointProperties draft={draft} />, content: () => <EndpointFields form={form} /> },
    { ...stepOf('connection'), text: <ConnectionProperties draft={draft} />, content: () => <ConnectionFields form={form} isNew /> },
  ];
}
