import type { Router } from '@gantry/contract/nouns/routers/entity';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { useList } from '../../app/api/hooks.ts';
import { ExternalNetworkField } from '../../parts/networks/external-network-field.tsx';
import { CheckboxField } from '../../ui/form/checkbox-field.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import type { SchemaForm } from '../../ui/form/use-schema-form.ts';
import type { RouterDraft } from './gateway-draft.ts';

/** Why a router that is there has to keep its way out; undefined: it need not. */
function useBound(router: Router | undefined): string | undefined {
  const { t } = useTranslation('resource');
  const may = useMay();
  const isNeeded = router?.external_gateway_info != null && may(api.floatingIps.list);
  const { data } = useList(api.floatingIps.list, { router: router?.id ?? '', limit: 1 }, undefined, { enabled: isNeeded });
  return isNeeded && (data?.data.length ?? 0) > 0 ? t('reasons.router_gateway_in_use') : undefined;
}

/** The way out of a router: through which network, by which address, and for whom. */
export function GatewayFields<O>({ form, item: router }: { form: SchemaForm<RouterDraft, O>; item?: Router }) {
  const { t } = useTranslation('routers');
  const bound = useBound(router);
  const chosen = useWatch({ control: form.fields.control, name: 'external_gateway_info' });
  const now = router?.external_gateway_info?.network_id;
  return (
    <>
      <ExternalNetworkField
        form={form}
        name="external_gateway_info"
        label={t('field.external')}
        none={{ name: t('gateway.none'), obstacle: bound }}
        obstacleOf={({ id }) => (id === now ? undefined : bound)}
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
