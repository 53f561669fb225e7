import type { Network } from '@gantry/contract/nouns/networks/entity';
import { Title } from '@patternfly/react-core/dist/esm/components/Title';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { useList } from '../../app/api/hooks.ts';
import { ItemLink } from '../../app/resource/item-link.tsx';
import { useNounText } from '../../app/resource/noun-text.ts';
import { DataTable } from '../../ui/show/data-table.tsx';

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
  const routers = useList(api.routers.list, query, undefined, { enabled: may(api.routers.list) });
  const servers = useList(api.servers.list, query, undefined, { enabled: may(api.servers.list) });
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
  const isKnown = routers.data !== undefined || servers.data !== undefined;
  const hasMore = routers.data?.marker !== undefined || servers.data?.marker !== undefined;
  return (
    <section className="gantry-tab" aria-label={t('connected.title')}>
      <Title headingLevel="h2" size="lg">
        {t('connected.title')}
      </Title>
      {rows.length === 0 && isKnown && <p>{t('connected.none')}</p>}
      {rows.length > 0 && (
        <DataTable
          label={t('connected.title')}
          items={rows}
          keyOf={({ id }) => id}
          columns={[
            {
              label: text('field.name'),
              render: ({ kind, id, name }) => (
                <ItemLink kind={kind} id={id}>
                  {name || id}
                </ItemLink>
              ),
            },
            { label: text('field.type'), render: ({ kind }) => t(`connected.${kind}`) },
            { label: t('connected.addresses'), render: ({ addresses }) => <bdi dir="ltr">{addresses.join(', ')}</bdi> },
          ]}
        />
      )}
      {hasMore && <p className="gantry-subtle">{t('connected.more', { count: SHOWN })}</p>}
    </section>
  );
}
