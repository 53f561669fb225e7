import { IPV6_MODES } from '@gantry/contract/nouns/networks/subnets';
import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import { FormSelect, FormSelectOption } from '@patternfly/react-core/dist/esm/components/FormSelect';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { describedBy, FieldShell } from '../../ui/form/field-shell.tsx';
import type { PartErrors } from '../../ui/form/field-errors.ts';
import { TextRows } from '../../ui/form/text-rows.tsx';
import { PoolRows } from './pool-rows.tsx';
import { rowErrors, type SubnetDraft } from './subnet-draft.ts';

interface SubnetFieldsProps {
  draft: SubnetDraft;
  /** What is wrong, by paths in the subnet that is sent. */
  marks: PartErrors;
  /** It is there already: network and mode stay as they are. */
  isThere?: boolean;
  onChange(draft: SubnetDraft): void;
  /** It may be judged. */
  onBlur(): void;
}

const EXAMPLES = { 4: '10.0.0.0/24', 6: 'fd00::/64' } as const;

/** What a subnet is made of. */
export function SubnetFields({ draft, marks, isThere = false, onChange, onBlur: judge }: SubnetFieldsProps) {
  const { t } = useTranslation('networks');
  const id = useId();
  const set = (change: Partial<SubnetDraft>) => onChange({ ...draft, ...change });
  const wrong = rowErrors(draft, marks);
  // Without its network it is not typed yet: it is judged when the form is sent.
  const onBlur = () => draft.cidr !== '' && judge();
  const text = (key: 'cidr' | 'gateway_ip', name: string, label: string, required: boolean, helper: string, isDisabled = false) => (
    <FieldShell id={`${id}-${name}`} label={label} required={required} helper={helper} error={marks[key]}>
      <TextInput
        id={`${id}-${name}`}
        dir="ltr"
        value={draft[key]}
        isRequired={required}
        isDisabled={isDisabled}
        validated={marks[key] === undefined ? 'default' : 'error'}
        aria-describedby={describedBy(`${id}-${name}`, helper, marks[key])}
        onChange={(_, typed) => set({ [key]: typed })}
        onBlur={onBlur}
      />
    </FieldShell>
  );
  const group = (name: string, label: string, helper: string | undefined, error: string | undefined, content: ReactNode) => (
    <FieldShell id={`${id}-${name}`} label={label} required={false} helper={helper} error={error} groupRole="group">
      {content}
    </FieldShell>
  );
  return (
    <>
      {!isThere && text('cidr', 'cidr', t('field.cidr'), true, t('subnet.cidr-helper', { example: EXAMPLES[draft.version] }))}
      {text(
        'gateway_ip',
        'gateway',
        t('field.gateway'),
        false,
        t(isThere ? 'subnet.gateway-needed' : 'subnet.gateway-helper'),
        draft.no_gateway,
      )}
      <Checkbox
        id={`${id}-no-gateway`}
        label={t('subnet.no-gateway')}
        isChecked={draft.no_gateway}
        onChange={(_, on) => set({ no_gateway: on })}
      />
      {draft.version === 4 && (
        <Checkbox
          id={`${id}-dhcp`}
          label={t('field.dhcp')}
          description={t('subnet.dhcp-helper')}
          isChecked={draft.enable_dhcp}
          onChange={(_, on) => set({ enable_dhcp: on })}
        />
      )}
      {draft.version === 6 && !isThere && (
        <FieldShell id={`${id}-mode`} label={t('field.mode')} required={false} error={marks['ipv6_ra_mode'] ?? marks['ipv6_address_mode']}>
          <FormSelect id={`${id}-mode`} value={draft.mode} onChange={(_, mode) => set({ mode: mode as SubnetDraft['mode'] })}>
            <FormSelectOption value="" label={t('mode.none')} />
            {IPV6_MODES.map((mode) => (
              <FormSelectOption key={mode} value={mode} label={t(`mode.${mode}`)} />
            ))}
          </FormSelect>
        </FieldShell>
      )}
      {group(
        'dns',
        t('field.dns'),
        undefined,
        marks['dns_nameservers'],
        <TextRows
          what={t('subnet.dns-one')}
          add={t('subnet.dns-add')}
          values={draft.dns_nameservers}
          placeholder=""
          isDisabled={false}
          errors={wrong.dns}
          onChange={(typed) => set({ dns_nameservers: typed })}
          onBlur={onBlur}
        />,
      )}
      {group(
        'pools',
        t('field.pools'),
        t('subnet.pools-helper'),
        marks['allocation_pools'],
        <PoolRows
          pools={draft.allocation_pools}
          errors={wrong.pools}
          onChange={(pools) => set({ allocation_pools: pools })}
          onBlur={onBlur}
        />,
      )}
    </>
  );
}
