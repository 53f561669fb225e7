import type { Network } from '@gantry/contract/nouns/networks/entity';
import type { Subnet, SubnetAddresses } from '@gantry/contract/nouns/networks/subnets';
import { Title } from '@patternfly/react-core/dist/esm/components/Title';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { useCommand, useItem } from '../../app/api/hooks.ts';
import { useRefresh } from '../../app/api/use-refresh.ts';
import { useNounText } from '../../app/resource/noun-text.ts';
import { useNounFailure, useNounReason } from '../../app/resource/reason-text.ts';
import { HeadButton, SubTable } from '../../app/resource/sub-list.tsx';
import { useOpenOver } from '../../app/resource/use-open-over.ts';
import { useResourceActions } from '../../app/resource/use-resource-actions.ts';
import type { Action } from '../../ui/action/action.ts';
import { numberFormat } from '../../ui/format.ts';
import { useUiText } from '../../ui/text.ts';
import { EDIT_SUBNET } from './section.ts';
import { isOwn } from './deletion.ts';

const AddSubnet = lazy(() => import('./add-subnet-dialog.tsx').then(({ AddSubnetDialog }) => ({ default: AddSubnetDialog })));

/** A subnet goes by its network address. */
type Row = Subnet & { name: string };

/** The subnets of a network, and what can be done to them where the network is the caller's. */
export function Subnets({ network }: { network: Network }) {
  const { t, i18n } = useTranslation('networks');
  const text = useNounText('networks');
  const may = useMay();
  const [adding, setAdding] = useState(false);
  const rows = network.subnets.map((subnet): Row => ({ ...subnet, name: subnet.cidr }));
  const actions = useSubnetActions(network, rows);
  const counts = useAddresses(network);
  const countOf = (id: string, member: 'used' | 'free') => counts.get(id)?.[member] ?? null;
  const counted = (['used', 'free'] as const).map((member) => ({
    key: member,
    sort: member,
    label: t(`field.${member}`),
    kind: 'number' as const,
    value: ({ id }: Row) => countOf(id, member),
    render: ({ id }: Row) => numberFormat(i18n.language).format(countOf(id, member) ?? 0),
  }));
  // How hosts get their addresses.
  const assignmentOf = ({ ip_version: version, enable_dhcp: dhcp, ipv6_address_mode: mode }: Row) =>
    version === 6 ? t(`mode.${mode ?? 'none'}`) : text(dhcp ? 'yes' : 'no');
  const poolsOf = ({ allocation_pools: pools }: Row) => pools.map(({ start, end }) => `${start} – ${end}`).join(', ');
  const code = (text: string | null) => <bdi dir="ltr">{text}</bdi>;
  return (
    <section className="gantry-tab" aria-label={t('subnet.list')}>
      <Title headingLevel="h2" size="lg">
        {t('subnet.list')}
      </Title>
      {isOwn(network) && may(api.networks.createSubnet) && <HeadButton label={t('subnet.add')} onClick={() => setAdding(true)} />}
      <SubTable
        name="subnets"
        empty={t('subnet.none')}
        label={t('subnet.list')}
        items={rows}
        nameOf={(row) => row.cidr}
        actions={actions}
        idOf={({ id }) => id}
        columns={[
          { key: 'cidr', kind: 'name', sort: 'cidr', label: t('field.cidr'), value: ({ cidr }) => cidr, render: ({ cidr }) => code(cidr) },
          {
            key: 'gateway',
            kind: 'address',
            sort: 'gateway',
            label: t('field.gateway'),
            value: ({ gateway_ip: gateway }) => gateway,
            render: ({ gateway_ip: gateway }) => code(gateway),
          },
          { key: 'dhcp', label: t('field.dhcp'), value: assignmentOf },
          {
            key: 'dns',
            kind: 'address',
            sort: 'dns',
            label: t('field.dns'),
            value: ({ dns_nameservers: servers }) => servers.join(', '),
            render: ({ dns_nameservers: servers }) => code(servers.join(', ')),
          },
          { key: 'pools', label: t('field.pools'), value: poolsOf, render: (subnet) => code(poolsOf(subnet)) },
          ...(counts.size === 0 ? [] : counted),
        ]}
      />
      {actions.dialog}
      {adding && (
        <Suspense fallback={null}>
          <AddSubnet network={network} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </section>
  );
}

/** Milliseconds between two counts: what takes an address is no change of its network. */
const COUNT_MS = 30_000;

/** How many addresses of each subnet are in use and free, by its id; of none where the cloud does not say. */
function useAddresses({ id: networkId, subnets }: Network): ReadonlyMap<string, SubnetAddresses> {
  const may = useMay();
  const enabled = subnets.length > 0 && may(api.networks.addresses);
  const { data } = useItem(api.networks.addresses, { networkId }, { enabled, refetchInterval: COUNT_MS });
  return new Map((data?.data ?? []).map((one) => [one.subnet_id, one]));
}

function useSubnetActions(network: Network, items: readonly Row[]) {
  const { t } = useTranslation('networks');
  const text = useNounText('networks');
  const { t: ui } = useUiText();
  const may = useMay();
  const openOver = useOpenOver();
  const refresh = useRefresh('network');
  const remove = useCommand(api.networks.deleteSubnet);
  const offered = (call: Parameters<typeof may>[0]) => isOwn(network) && may(call);
  const actions: Action<Row>[] = [
    {
      id: 'networks.updateSubnet',
      label: text('edit.action'),
      offered: offered(api.networks.updateSubnet),
      rule: () => true,
      run: ({ id, ip_version: version }) => openOver(EDIT_SUBNET[version], { networkId: network.id, subnetId: id }),
    },
    {
      id: 'networks.deleteSubnet',
      label: ui('actions.delete'),
      offered: offered(api.networks.deleteSubnet),
      rule: () => true,
      danger: true,
      confirm: ({ cidr }) => ({
        title: text('confirm.delete-title', { name: cidr }),
        body: t('subnet.delete-body'),
        confirm: ui('actions.delete'),
      }),
      run: ({ id }) => remove.mutateAsync({ params: { subnetId: id } }).then(refresh),
    },
  ];
  return useResourceActions<Row>({
    kind: 'network',
    reasonText: useNounReason('networks'),
    describe: useNounFailure('networks'),
    actions,
    items,
  });
}
