import type { Network } from '@gantry/contract/nouns/networks/entity';
import { Title } from '@patternfly/react-core/dist/esm/components/Title';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { useList } from '../../app/api/hooks.ts';
import { linkColumn, SubList } from '../../app/resource/sub-list.tsx';
import { useNounText } from '../../app/resource/noun-text.ts';
import { Alone } from './alone.tsx';

/** So many of each kind are shown. */
const SHOWN = 50;

interface Row {
  kind: 'router' | 'server';
  id: string;
  name: string;
  addresses: readonly string[];
}

/** What is connected to a network, of what the caller sees: routers, then virtual machines. */
export function Connected({ network }: { network: Network }) {
  const { t } = useTranslation('networks');
  const text = useNounText('networks');
  const may = useMay();
  const query = { network: network.id, sort: 'name:asc', limit: SHOWN };
  const [mayRouters, mayServers] = [may(api.routers.list), may(api.servers.list)];
  const routers = useList(api.routers.list, query, undefined, { enabled: mayRouters });
  const servers = useList(api.servers.list, query, undefined, { enabled: mayServers });
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
  ];
  if (!mayRouters && !mayServers) return null;
  const isKnown = (!mayRouters || routers.data !== undefined) && (!mayServers || servers.data !== undefined);
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
          data: isKnown ? { data: rows, marker: routers.data?.marker ?? servers.data?.marker } : undefined,
          error: routers.error ?? servers.error,
          refetch: () => Promise.all([...(mayRouters ? [routers.refetch()] : []), ...(mayServers ? [servers.refetch()] : [])]),
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
