import type { Network } from '@gantry/contract/nouns/networks/entity';
import { Title } from '@patternfly/react-core/dist/esm/components/Title';
import { useTranslation } from 'react-i18next';
import { useCapabilities } from '../../app/abilities/use-ability.ts';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { useList } from '../../app/api/hooks.ts';
import { linkColumn, SubList } from '../../app/resource/sub-list.tsx';
import { useNounText } from '../../app/resource/noun-text.ts';
import { Alone } from './alone.tsx';

/** So many of each kind are shown. */
const SHOWN = 50;

interface Row {
  kind: 'router' | 'server' | 'load_balancer';
  id: string;
  name: string;
  addresses: readonly string[];
}

/** What is connected to a network, of what the caller sees: routers, virtual machines, load balancers. */
export function Connected({ network }: { network: Network }) {
  const { t } = useTranslation('networks');
  const text = useNounText('networks');
  const may = useMay();
  const query = { network: network.id, sort: 'name:asc', limit: SHOWN };
  const can = useCapabilities();
  const [mayRouters, mayServers] = [may(api.routers.list), may(api.servers.list)];
  const mayBalancers = may(api.loadBalancers.list) && can.has('load_balancer.create');
  const routers = useList(api.routers.list, query, undefined, { enabled: mayRouters });
  const servers = useList(api.servers.list, query, undefined, { enabled: mayServers });
  const balancers = useList(api.loadBalancers.list, query, undefined, { enabled: mayBalancers });
  const rows: Row[] = [
    ...(routers.data?.data ?? []).map(({ id, name, interfaces_info: interfaces }) => ({
      kind: 'router' as const,
      id,
      name,
      addresses: interfaces.filter((one) => one.network_id === network.id).flatMap((one) => one.fixed_ips.map((ip) => ip.ip_address)),
    })),
    ...(servers.data?.data ?? []).map(({ id, name, networks }) => ({
      kind: 'server' as const,
      id,
      name,
      addresses: networks.filter((one) => one.network_id === network.id).flatMap(({ ips }) => ips),
    })),
    ...(balancers.data?.data ?? []).map(({ id, name, address }) => ({
      kind: 'load_balancer' as const,
      id,
      name,
      addresses: address === null ? [] : [address],
    })),
  ];
  if (!mayRouters && !mayServers) return null;
  const asked = [...(mayRouters ? [routers] : []), ...(mayServers ? [servers] : []), ...(mayBalancers ? [balancers] : [])];
  const isKnown = asked.every(({ data }) => data !== undefined);
  return (
    <section className="gantry-tab" aria-label={t('connected.title')}>
      <Title headingLevel="h2" size="lg">
        {t('connected.title')}
      </Title>
      {mayRouters && isKnown && !rows.some(({ kind }) => kind === 'router') && !network.router_external && network.subnets.length > 0 && (
        <Alone network={network} />
      )}
      <SubList
        name="connected"
        label={t('connected.title')}
        query={{
          data: isKnown ? { data: rows, marker: asked.find(({ data }) => data?.marker !== undefined)?.data?.marker } : undefined,
          error: asked.find(({ error }) => error)?.error ?? null,
          refetch: () => Promise.all(asked.map((one) => one.refetch())),
        }}
        empty={t('connected.none')}
        more={() => t('connected.more', { count: SHOWN })}
        idOf={({ id }) => id}
        nameOf={({ id, name }) => name || id}
        columns={[
          linkColumn(text('field.name'), ({ kind }: Row) => kind),
          {
            key: 'type',
            sort: 'type',
            label: text('field.type'),
            value: ({ kind }) => t(`connected.${kind}`),
          },
          {
            key: 'addresses',
            kind: 'address',
            sort: 'addresses',
            label: t('connected.addresses'),
            value: ({ addresses }) => addresses.join(', '),
            render: ({ addresses }) => <bdi dir="ltr">{addresses.join(', ')}</bdi>,
          },
        ]}
      />
    </section>
  );
}
