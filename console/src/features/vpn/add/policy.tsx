import type { IkePolicy, IpsecPolicy } from '@gantry/contract/nouns/vpn-policies/entity';
import {
  DH_GROUPS,
  ENCRYPTION_ALGORITHMS,
  HASH_ALGORITHMS,
  IKE_VERSIONS,
  isWeakAlgorithm,
  LIFETIME,
  weakOf,
} from '@gantry/contract/nouns/vpn-policies/values';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../app/api/calls.ts';
import { ResourceField } from '../../../app/form/resource-field.tsx';
import { useOptions } from '../../../app/list/use-options.ts';
import { NumberField, TextField } from '../../../ui/form/fields.tsx';
import { RadioChoice } from '../../../ui/form/radio-choice.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { Banner } from '../../../ui/show/banner.tsx';
import type { PolicyKind, VpnDraft } from '../draft.ts';
import { algorithmsOf } from '../algorithms.ts';
import type { VpnForm } from './types.ts';

interface PolicyFieldsProps<O> {
  form: VpnForm<O>;
  draft: VpnDraft;
  kind: PolicyKind;
}

/** How keys are agreed on, or traffic is protected: by a policy that is there, or a new one. */
export function PolicyFields<O>({ form, draft, kind }: PolicyFieldsProps<O>) {
  const { t } = useTranslation('vpn');
  const id = useId();
  return (
    <>
      <RadioChoice<VpnDraft['ike']>
        id={id}
        label={t('policy.choice')}
        value={draft[kind]}
        onChange={(value) => form.fields.setValue(kind, value, { shouldDirty: true })}
        options={(['new', 'existing'] as const).map((value) => ({ value, label: t(`policy.${value}`) }))}
      />
      {draft[kind] === 'existing' ? <ExistingPolicy form={form} kind={kind} /> : <NewPolicy form={form} draft={draft} kind={kind} />}
    </>
  );
}

function ExistingPolicy<O>({ form, kind }: Omit<PolicyFieldsProps<O>, 'draft'>) {
  const { t } = useTranslation('vpn');
  const ike = useOptions(api.vpnIkePolicies.list, 'name:asc', 'name', {}, kind === 'ike');
  const ipsec = useOptions(api.vpnIpsecPolicies.list, 'name:asc', 'name', {}, kind === 'ipsec');
  const weakNote = (policy: Pick<IpsecPolicy, 'auth_algorithm' | 'encryption_algorithm' | 'pfs'>): string | undefined =>
    weakOf(policy).length > 0 ? t('policy.weak-note', { names: weakOf(policy).join(', ') }) : undefined;
  const shared = { form, name: `${kind}policy_id`, label: t(`step.${kind}`), hidesLabel: true, noteOf: weakNote } as const;
  const algorithms = { label: t('policy.algorithms'), of: algorithmsOf };
  if (kind === 'ipsec') return <ResourceField<IpsecPolicy, VpnDraft, O> {...shared} options={ipsec} cells={[algorithms]} />;
  return (
    <ResourceField<IkePolicy, VpnDraft, O>
      {...shared}
      options={ike}
      cells={[{ label: t('field.version'), of: ({ ike_version: version }) => version }, algorithms]}
      onPick={(policy) => form.fields.setValue('known.ike_version', policy?.ike_version ?? null)}
    />
  );
}

function NewPolicy<O>({ form, draft, kind }: PolicyFieldsProps<O>) {
  const { t } = useTranslation('vpn');
  const weak = weakOf({
    auth_algorithm: draft[`${kind}_auth_algorithm`],
    encryption_algorithm: draft[`${kind}_encryption_algorithm`],
    pfs: draft[`${kind}_pfs`],
  });
  const optionsOf = (names: readonly string[]) =>
    names.map((value) => ({ value, label: isWeakAlgorithm(value) ? t('policy.weak', { name: value }) : value }));
  return (
    <>
      <TextField form={form} name={`${kind}_name`} label={t('policy.name')} helper={t('policy.name-helper')} />
      <SelectField form={form} name={`${kind}_auth_algorithm`} label={t('field.hash')} options={optionsOf(HASH_ALGORITHMS)} />
      <SelectField
        form={form}
        name={`${kind}_encryption_algorithm`}
        label={t('field.encryption')}
        options={optionsOf(ENCRYPTION_ALGORITHMS)}
      />
      {kind === 'ike' && <SelectField form={form} name="ike_ike_version" label={t('field.version')} options={optionsOf(IKE_VERSIONS)} />}
      <SelectField form={form} name={`${kind}_pfs`} label={t('field.dh')} options={optionsOf(DH_GROUPS)} />
      <NumberField
        form={form}
        name={`${kind}_lifetime`}
        label={t('field.lifetime')}
        required
        unit="s"
        min={LIFETIME.min}
        max={LIFETIME.max}
      />
      {weak.length > 0 && <Banner tone="warning" title={t('policy.weak-note', { names: weak.join(', ') })} />}
    </>
  );
}
