import { useTranslation } from 'react-i18next';
import { api } from '../../../../app/api/calls.ts';
import { useOptions } from '../../../../app/list/use-options.ts';
import { PickField } from '../../../../ui/form/pick-field.tsx';
import { Interfaces } from './interfaces.tsx';
import type { StepProps } from './step-props.ts';

/** The networks of the server, with one interface each or several, and what more is to be said of those. */
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
        hidesLabel
        required
        helper={t('create.networks-helper')}
        headers={[t('field.name'), t('field.subnets')]}
        options={networks.answer?.data.map((one) => ({
          id: one.id,
          name: one.name,
          cells: [<bdi key="subnets">{one.subnets.map(({ cidr }) => cidr).join(', ') || '–'}</bdi>],
        }))}
      />
      {draft.network_ids.length > 0 && <Interfaces form={form} draft={draft} chosen={chosen} />}
    </>
  );
}
