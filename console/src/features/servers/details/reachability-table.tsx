import type { Gap } from '@gantry/contract/nouns/servers/reachability';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ItemLink } from '../../../app/resource/item-link.tsx';
import { ShortList } from '../../../ui/list/short-list.tsx';
import { useOpenWords } from './use-open-words.ts';
import type { WayIn } from './use-reachability.ts';

/** The external network that the machine is reached through; undefined where there is none. */
function outsideOf({ network, way: { isDirect, router } }: WayIn): { id: string; name: string } | undefined {
  if (isDirect && network) return network;
  const gateway = router?.external_gateway_info;
  return gateway ? { id: gateway.network_id, name: gateway.network_name ?? gateway.network_id } : undefined;
}

/** What is missing on the way to an interface, in words. */
function useMissing(): (way: WayIn) => string[] {
  const { t } = useTranslation('servers');
  const { t: shared } = useTranslation('resource');
  return (one) => {
    const router = one.way.router?.name ?? '';
    const words: Record<Gap, () => string> = {
      ipv4: () => shared('reach.ipv4'),
      floating: () => t('reachability.no-floating'),
      router: () => t('reachability.no-router'),
      gateway: () => t('reachability.no-gateway'),
      elsewhere: () => shared('reach.elsewhere', { router, network: outsideOf(one)?.name }),
      closed: () => t('reachability.closed'),
    };
    return one.way.gaps.map((gap) => words[gap]());
  };
}

/** What the picture shows, an interface a row. */
export function ReachabilityTable({ ways }: { ways: readonly WayIn[] }) {
  const { t } = useTranslation('servers');
  const openWords = useOpenWords();
  const missingOf = useMissing();
  const interfaceOf = ({ nic, way }: WayIn): string => way.ip ?? nic.id;
  const portsOf = ({ way: { openings } }: WayIn): string[] => (openings === null ? [t('reachability.everything')] : openWords(openings));
  const joined = (texts: readonly string[]): string | null => texts.join(', ') || null;
  const lines = (texts: readonly string[]) => texts.map((text) => <div key={text}>{text}</div>);
  const link = (kind: string, id: string | null | undefined, name: ReactNode) => (
    <ItemLink kind={kind} id={id ?? null}>
      {name}
    </ItemLink>
  );
  return (
    <div className="gantry-way-table">
      <ShortList
        label={t('reachability.title')}
        items={ways}
        idOf={({ nic }) => nic.id}
        nameOf={interfaceOf}
        columns={[
          {
            key: 'interface',
            kind: 'name',
            label: t('reachability.interface'),
            value: interfaceOf,
            render: (one) => <bdi dir="ltr">{interfaceOf(one)}</bdi>,
          },
          {
            key: 'floating',
            kind: 'address',
            label: t('networks.floating'),
            value: ({ way }) => way.floating?.floating_ip_address ?? null,
            render: ({ way }) => link('floating_ip', way.floating?.id, <bdi dir="ltr">{way.floating?.floating_ip_address}</bdi>),
          },
          {
            key: 'external',
            label: t('reachability.external'),
            value: (one) => outsideOf(one)?.name ?? null,
            render: (one) => link('network', outsideOf(one)?.id, outsideOf(one)?.name),
          },
          {
            key: 'router',
            label: t('reachability.router'),
            value: ({ way: { router } }) => router && (router.name || router.id),
            render: ({ way: { router } }) => link('router', router?.id, router && (router.name || router.id)),
          },
          {
            key: 'network',
            label: t('field.network'),
            value: ({ nic }) => nic.name,
            render: ({ nic }) => link('network', nic.networkId, nic.name),
          },
          { key: 'ports', label: t('reachability.ports'), value: (one) => joined(portsOf(one)), render: (one) => lines(portsOf(one)) },
          {
            key: 'missing',
            label: t('reachability.missing'),
            value: (one) => joined(missingOf(one)),
            render: (one) => lines(missingOf(one)),
          },
        ]}
      />
    </div>
  );
}
