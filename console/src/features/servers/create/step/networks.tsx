import { FormGroup } from '@patternfly/react-core/dist/esm/components/Form';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import { useId } from 'react';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { api } from '../../../../app/api/calls.ts';
import { PickField } from '../../../../ui/form/pick-field.tsx';
import { FieldShell } from '../../../../ui/form/field-shell.tsx';
import { countOf } from '../draft.ts';
import { useOptions } from '../../../../app/list/use-options.ts';
import type { StepProps } from './step-props.ts';

/** The networks of the server, one interface each, and the address that it shall have there. */
export function NetworksStep({ form, draft, chosen }: StepProps) {
  const { t } = useTranslation('servers');
  const networks = useOptions(api.networks.list, 'name:asc');
  return (
    <>
      <PickField
        {...networks}
        form={form}
        name="network_ids"
        several
        label={t('field.networks')}
        required
        helper={t('create.networks-helper')}
        headers={[t('field.name'), t('field.subnets')]}
        options={networks.answer?.data.map((one) => ({
          id: one.id,
          name: one.name,
          cells: [<bdi key="subnets">{one.subnets.map(({ cidr }) => cidr).join(', ') || '–'}</bdi>],
        }))}
      />
      {chosen.networks.length > 0 && <Addresses form={form} draft={draft} chosen={chosen} />}
    </>
  );
}

function Addresses({ form, draft, chosen }: StepProps) {
  const { t } = useTranslation('servers');
  const id = useId();
  const { field, fieldState } = useController({ control: form.fields.control, name: 'fixed_ips' });
  const isOne = countOf(draft) === 1;
  const set = (network: string, ip: string) => {
    const others = draft.fixed_ips.filter((fixed) => fixed.network_id !== network);
    field.onChange(ip === '' ? others : [...others, { network_id: network, ip }]);
  };
  return (
    <FieldShell
      id={id}
      label={t('wizard.addresses')}
      required={false}
      groupRole="group"
      helper={t(isOne ? 'wizard.addresses-helper' : 'wizard.only-one')}
      error={fieldState.error?.message}
    >
      {chosen.networks.map(({ id: network, name }) => (
        <FormGroup key={network} fieldId={`${id}-${network}`} label={<bdi>{name}</bdi>}>
          <TextInput
            id={`${id}-${network}`}
            value={draft.fixed_ips.find((fixed) => fixed.network_id === network)?.ip ?? ''}
            placeholder={t('wizard.address-free')}
            isDisabled={!isOne}
            onChange={(_, ip) => set(network, ip.trim())}
            onBlur={field.onBlur}
          />
        </FormGroup>
      ))}
    </FieldShell>
  );
}
