import { useTranslation } from 'react-i18next';
import { api } from '../../../../app/api/calls.ts';
import { useOptions } from '../../../../app/list/use-options.ts';
import { NetworkField } from '../../../../parts/networks/network-field.tsx';
import { Interfaces } from './interfaces.tsx';
import { Reachable } from './reachable.tsx';
import type { StepProps } from './step-props.ts';

/** The networks of the server, with one interface each or several, what more is to be said of those, and whether it is reached from outside. */
export function NetworksStep({ form, draft, chosen }: StepProps) {
  const { t } = useTranslation('servers');
  return (
    <>
      <NetworkField
        options={useOptions(api.networks.list, 'name:asc')}
        form={form}
        name="network_ids"
        several
        label={t('field.networks')}
        hidesLabel
        helper={t('create.networks-helper')}
      />
      {draft.network_ids.length > 0 && <Interfaces form={form} draft={draft} chosen={chosen} />}
      <Reachable form={form} draft={draft} />
    </>
  );
}
