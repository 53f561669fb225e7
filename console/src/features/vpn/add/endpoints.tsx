import type { Router } from '@gantry/contract/nouns/routers/entity';
import { isIPv6 } from '@gantry/contract/nouns/vpn-connections/versions';
import { folded } from '@gantry/contract/wire/folded';
import { useId, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { api } from '../../../app/api/calls.ts';
import { useList } from '../../../app/api/hooks.ts';
import { useFailure } from '../../../app/errors/failure.ts';
import { ResourceField } from '../../../app/form/resource-field.tsx';
import { useOptions } from '../../../app/list/use-options.ts';
import { FieldShell } from '../../../ui/form/field-shell.tsx';
import { partErrorsAt, partErrorsOf, type PartErrors } from '../../../ui/form/field-errors.ts';
import { PickField } from '../../../ui/form/pick-field.tsx';
import { TextRows } from '../../../ui/form/text-rows.tsx';
import { useControlled } from '../../../ui/form/use-controlled.ts';
import type { VpnForm } from './types.ts';

/** Most networks that a router is connected to. */
const MOST = 1000;

/** What is connected: the router, subnets behind it, and ranges on the other side. `isThere`: the router of a connection stays. */
export function EndpointFields<O>({ form, isThere = false }: { form: VpnForm<O>; isThere?: boolean }) {
  const routerId = useWatch({ control: form.fields.control, name: 'router_id' });
  return (
    <>
      {!isThere && <RouterField form={form} />}
      {routerId !== undefined && <LocalField key={routerId} form={form} routerId={routerId} />}
      <RemoteField form={form} />
    </>
  );
}

function RouterField<O>({ form }: { form: VpnForm<O> }) {
  const { t } = useTranslation('vpn');
  const options = useOptions(api.routers.list, 'name:asc');
  const addressOf = ({ external_gateway_info: gateway }: Router) => gateway?.external_fixed_ips.map(({ ip_address: ip }) => ip) ?? [];
  const pick = (router: Router | undefined) => {
    const [address = ''] = router ? addressOf(router).toSorted((a, b) => Number(isIPv6(a)) - Number(isIPv6(b))) : [];
    form.fields.setValue('local_subnet_ids', []);
    form.fields.setValue('known', { ...form.fields.getValues('known'), address, cidrs: {} });
  };
  return (
    <ResourceField
      form={form}
      name="router_id"
      label={t('field.router')}
      helper={t('endpoints.router-helper')}
      options={options}
      cells={[{ label: t('field.local-address'), of: (router) => <bdi dir="ltr">{addressOf(router).join(', ')}</bdi> }]}
      obstacleOf={({ external_gateway_info: gateway }) => (gateway ? undefined : t('fields.vpn_router_gateway'))}
      onPick={pick}
    />
  );
}

/** The subnets that a router is connected to; none where it is not seen. */
function useSubnets(routerId: string) {
  const describe = useFailure();
  const routers = useList(api.routers.list, { id: routerId, limit: 1 });
  const networks = useList(api.networks.list, { limit: MOST, sort: 'name:asc' });
  const interfaces = routers.data?.data.flatMap(({ interfaces_info: own }) => own);
  const ids = new Set(interfaces?.flatMap(({ fixed_ips: fixed }) => fixed.map(({ subnet_id: id }) => id)));
  const error = routers.error ?? networks.error;
  return {
    subnets:
      interfaces &&
      networks.data?.data.flatMap(({ id, name, subnets }) =>
        subnets.flatMap((subnet) => (ids.has(subnet.id) ? [{ id: subnet.id, cidr: subnet.cidr, network: name || id }] : [])),
      ),
    failure: error ? describe(error) : undefined,
    onRetry: () => void Promise.all([routers.refetch(), networks.refetch()]),
  };
}

function LocalField<O>({ form, routerId }: { form: VpnForm<O>; routerId: string }) {
  const { t } = useTranslation('vpn');
  const { subnets, ...state } = useSubnets(routerId);
  const [search, onSearch] = useState('');
  const found = subnets?.filter(({ network, cidr }) => folded(`${network} ${cidr}`).includes(folded(search)));
  const pick = () => {
    const cidrs = Object.fromEntries((subnets ?? []).map(({ id, cidr }) => [id, cidr]));
    form.fields.setValue('known', { ...form.fields.getValues('known'), cidrs });
  };
  return (
    <PickField
      {...state}
      form={form}
      name="local_subnet_ids"
      label={t('field.local')}
      required
      several
      more={false}
      search={search}
      onSearch={onSearch}
      headers={[t('field.network'), t('field.subnet')]}
      options={found?.map(({ id, cidr, network }) => ({
        id,
        name: network,
        cells: [
          <bdi key="cidr" dir="ltr">
            {cidr}
          </bdi>,
        ],
      }))}
      onPick={pick}
    />
  );
}

/** What is wrong with each row. What is sent leaves out rows without text: marks count those that were sent. */
function errorsOf(rows: readonly string[], marks: PartErrors): (string | undefined)[] {
  const sent = rows.flatMap((text, row) => (text.trim() === '' ? [] : [row]));
  return rows.map((_, row) => Object.values(partErrorsAt(marks, sent.indexOf(row)))[0]);
}

function RemoteField<O>({ form }: { form: VpnForm<O> }) {
  const { t } = useTranslation('vpn');
  const id = useId();
  const { field, fieldState } = useControlled({ form, name: 'peer_cidrs' });
  const marks = partErrorsOf(fieldState.error);
  const errors = errorsOf(field.value, marks);
  return (
    <FieldShell id={id} label={t('field.remote')} required helper={t('endpoints.remote-helper')} error={marks['']} groupRole="group">
      <TextRows
        what={t('endpoints.range')}
        add={t('endpoints.add-range')}
        values={field.value}
        placeholder="10.200.0.0/16"
        isDisabled={false}
        errors={errors}
        onChange={field.onChange}
        onBlur={() => field.value.some((text) => text.trim() !== '') && field.onBlur()}
      />
    </FieldShell>
  );
}
