import type { Router } from '@gantry/contract/nouns/routers/entity';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { reasonText } from '../../app/errors/failure.ts';
import { ExternalNetworkField } from '../../parts/networks/external-network-field.tsx';
import { CheckboxField } from '../../ui/form/checkbox-field.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import type { SchemaForm } from '../../ui/form/use-schema-form.ts';
import type { RouterDraft } from './gateway-draft.ts';
import { useGatewayRule } from './use-gateway-rule.ts';

/** The way out of a router: through which network, by which address, and for whom. */
export function GatewayFields<O>({ form, item: router }: { form: SchemaForm<RouterDraft, O>; item?: Router }) {
  const { t } = useTranslation('routers');
  const { t: shell } = useTranslation('shell');
  const rule = useGatewayRule(router);
  const obstacleTo = (networkId: string | null): string | undefined => {
    const verdict = rule(networkId);
    return verdict === true ? undefined : reasonText(shell, verdict);
  };
  const chosen = useWatch({ control: form.fields.control, name: 'external_gateway_info' });
  return (
    <>
      <ExternalNetworkField
        form={form}
        name="external_gateway_info"
        label={t('field.external')}
        none={{ name: t('gateway.none'), obstacle: obstacleTo(null) }}
        obstacleOf={({ id }) => obstacleTo(id)}
        onPick={() => form.fields.setValue('ip', '')}
      />
      {chosen !== undefined && (
        <>
          <TextField form={form} name="ip" label={t('field.address')} helper={t('gateway.address-helper')} />
          <CheckboxField form={form} name="enable_snat" label="SNAT" helper={t('gateway.snat-helper')} />
        </>
      )}
    </>
  );
}
