import type { Network } from '@gantry/contract/nouns/networks/entity';
import { isSelfAddressed } from '@gantry/contract/nouns/networks/subnet-rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../app/abilities/use-may.ts';
import { api } from '../../../app/api/calls.ts';
import { useOptions } from '../../../app/list/use-options.ts';
import { FloatingField } from '../../../parts/networks/floating-field.tsx';
import { NetworkField } from '../../../parts/networks/network-field.tsx';
import { useSurroundings } from '../../../parts/networks/use-surroundings.ts';
import { TextField } from '../../../ui/form/fields.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import type { BalancerDraft, BalancerForm } from '../balancer-draft.ts';

interface FieldsProps {
  form: BalancerForm;
  draft: BalancerDraft;
}

/** Versions of IP that a network has subnets of, the usual one first. */
const versionsOf = ({ subnets }: Network): (4 | 6)[] =>
  ([4, 6] as const).filter((one) => subnets.some((subnet) => subnet.ip_version === one));

/** Where it takes what arrives: its network, and the address there. */
export function NetworkFields({ form, draft }: FieldsProps) {
  const { t } = useTranslation('load-balancers');
  const options = useOptions(api.networks.list, 'name:asc');
  const [picked, setPicked] = useState<Network>();
  const { network_id: id } = draft;
  const network = picked?.id === id ? picked : options.answer?.data.find((one) => one.id === id);
  const { setValue } = form.fields;
  const pick = (one: Network | undefined) => {
    setPicked(one);
    if (!one || one.id === id) return;
    setValue('ip_version', versionsOf(one)[0] ?? 4);
    setValue('subnet_id', undefined);
    setValue('floating_ip_id', undefined);
  };
  const obstacleOf = ({ ipam_enabled: isManaged, subnets }: Network) =>
    !isManaged || subnets.length === 0 ? t('fields.network_unmanaged') : undefined;
  return (
    <>
      <NetworkField form={form} name="network_id" label={t('field.network')} options={options} obstacleOf={obstacleOf} onPick={pick} />
      {network && <AddressFields form={form} draft={draft} network={network} />}
    </>
  );
}

function AddressFields({ form, draft, network }: FieldsProps & { network: Network }) {
  const { t } = useTranslation('load-balancers');
  const may = useMay();
  const versions = versionsOf(network);
  const { ip_version: version, subnet_id: chosen } = draft;
  const subnets = network.subnets.filter((subnet) => subnet.ip_version === version);
  const subnet = subnets.find(({ id }) => id === chosen) ?? subnets[0];
  return (
    <>
      {versions.length > 1 && (
        <SelectField
          form={form}
          name="ip_version"
          label={t('field.version')}
          options={versions.map((value) => ({ value, label: `IPv${value}` }))}
        />
      )}
      {subnets.length > 1 && (
        <SelectField
          form={form}
          name="subnet_id"
          label={t('field.subnet')}
          options={subnets.map(({ id, name, cidr }) => ({ value: id, label: name ? `${name} (${cidr})` : cidr }))}
        />
      )}
      {subnet && !isSelfAddressed(subnet) && (
        <TextField form={form} name="address" label={t('field.address')} helper={t('add.address-helper', { cidr: subnet.cidr })} />
      )}
      {subnet && isSelfAddressed(subnet) && <p className="gantry-subtle">{t('fields.address_self_made')}</p>}
      {version === 4 && !network.router_external && may(api.floatingIps.list) && (
        <OutsideField form={form} draft={draft} network={network} ip={draft.address || subnet?.allocation_pools[0]?.start} />
      )}
    </>
  );
}

/** The address outside by which it is reached. */
function OutsideField({ form, network, ip }: FieldsProps & { network: Network; ip: string | undefined }) {
  const { t } = useTranslation('load-balancers');
  const spot = { server: { id: '', name: '' }, networkId: network.id, networkName: network.name, mac: '', ip };
  const { missing } = useSurroundings([spot]);
  return (
    <FloatingField
      form={form}
      name="floating_ip_id"
      obstacleOf={(outside) => missing(spot, outside)}
      none={t('add.no-floating')}
      only="existing"
      helper={t('add.floating-helper')}
    />
  );
}
