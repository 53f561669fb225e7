import type { Server } from '@gantry/contract/nouns/servers/entity';
import type { Gap } from '@gantry/contract/nouns/servers/reachability';
import { isHostIn } from '@gantry/contract/validation/cidr';
import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../app/abilities/use-may.ts';
import { api } from '../../../app/api/calls.ts';
import { ItemLink, useAddressOf } from '../../../app/resource/item-link.tsx';
import type { Actions } from '../../../ui/action/use-actions.tsx';
import { OfferButton } from '../../../ui/action/offer-button.tsx';
import { numberFormat } from '../../../ui/format.ts';
import type { Nic } from '../attachments/nics.ts';
import { ServerStatus } from '../server-status.tsx';
import { useOpenWords } from './use-open-words.ts';
import type { WayIn } from './use-reachability.ts';

/** One box on the way from the internet to a machine. */
export interface Hop {
  key: string;
  label: string;
  /** Nothing gets through here, or the thing is not there. */
  isMissing?: boolean;
  lines: readonly ReactNode[];
  /** What helps; absent where nothing is missing, or the user may not. */
  step?: ReactNode;
}

/** Openings that are named; of more, how many others there are. */
const NAMED = 6;

/** What stands between the internet and a server, box by box. */
export function useHops(server: Server, { nic, network, groups, way }: WayIn, actions: Actions<Nic>): Hop[] {
  const { t, i18n } = useTranslation('servers');
  const { t: shared } = useTranslation('resource');
  const may = useMay();
  const openWords = useOpenWords();
  const addressOf = useAddressOf();
  const { ip, isDirect, floating, router, isSeen, openings, gaps } = way;
  const lacks = (...some: readonly Gap[]) => some.some((gap) => gaps.includes(gap));
  const offered = (id: string) => {
    const offer = actions.offers(nic).find((one) => one.id === id);
    return offer && <OfferButton offer={offer} inText />;
  };
  const leadTo = (kind: string, id: string | null | undefined, text: string, isAllowed: boolean) => {
    const address = id && isAllowed ? addressOf(kind, id) : undefined;
    return address === undefined ? undefined : <Link to={address}>{text}</Link>;
  };
  const ltr = (text: string) => <bdi dir="ltr">{text}</bdi>;

  function floatingHop(): Hop {
    const label = t('networks.floating');
    if (floating)
      return {
        key: 'floating',
        label,
        lines: [
          <ItemLink key="address" kind="floating_ip" id={floating.id}>
            {floating.floating_ip_address}
          </ItemLink>,
        ],
      };
    if (ip === null) return { key: 'floating', label, isMissing: true, lines: [shared('reach.ipv4')] };
    // Without a way out there is nothing that an address could be assigned through.
    const step = lacks('router', 'gateway') ? undefined : offered('servers.assignFloating');
    return { key: 'floating', label, isMissing: true, lines: [t('reachability.no-floating')], step };
  }

  function routerHop(): Hop {
    const label = t('reachability.router');
    if (!isSeen) return { key: 'router', label, lines: [t('reachability.unseen')] };
    if (!router) {
      const step = leadTo('network', network?.id, t('reachability.connect'), may(api.routers.addInterface));
      return { key: 'router', label, isMissing: true, lines: [t('reachability.no-router')], step };
    }
    const name = (
      <ItemLink key="name" kind="router" id={router.id}>
        {router.name || router.id}
      </ItemLink>
    );
    const outside = router.external_gateway_info;
    const through = outside && t('reachability.through', { network: outside.network_name ?? outside.network_id });
    if (!lacks('gateway', 'elsewhere')) return { key: 'router', label, lines: [name, through] };
    const step = leadTo('router', router.id, t('reachability.set-gateway'), may(api.routers.update));
    return { key: 'router', label, isMissing: true, lines: [name, through ?? t('reachability.no-gateway')], step };
  }

  function networkHop(): Hop {
    const subnet = ip === null ? undefined : network?.subnets.find(({ cidr }) => isHostIn(cidr, ip));
    const name = (
      <ItemLink key="name" kind="network" id={nic.networkId}>
        {nic.name}
      </ItemLink>
    );
    const lines = [name, ...(subnet ? [ltr(subnet.cidr)] : []), ...(isDirect ? [t('reachability.external')] : [])];
    return { key: 'network', label: t('field.network'), lines };
  }

  function openLines(): ReactNode[] {
    if (openings === null) return [t('reachability.everything')];
    if (openings.length === 0) return [t('reachability.closed')];
    const texts = openWords(openings);
    const others = texts.length - NAMED;
    const named = [...texts.slice(0, NAMED), ...(others > 0 ? [`+${numberFormat(i18n.language).format(others)}`] : [])];
    return [
      t('reachability.open'),
      <ul key="open">
        {named.map((text) => (
          <li key={text}>
            <bdi>{text}</bdi>
          </li>
        ))}
      </ul>,
    ];
  }

  function interfaceHop(): Hop {
    const named = groups.map(({ id, name }, index) => (
      <Fragment key={id}>
        {index > 0 && ', '}
        <ItemLink kind="security_group" id={id}>
          {name}
        </ItemLink>
      </Fragment>
    ));
    const isClosed = lacks('closed');
    const toGroup = leadTo('security_group', groups[0]?.id, t('reachability.open-port'), may(api.securityGroups.addRules));
    return {
      key: 'interface',
      label: t('reachability.interface'),
      isMissing: isClosed,
      lines: [...(ip === null ? [] : [ltr(ip)]), ...(named.length > 0 ? [<div key="groups">{named}</div>] : []), ...openLines()],
      ...(isClosed && { step: toGroup ?? offered('servers.updateInterface') }),
    };
  }

  return [
    { key: 'internet', label: t('reachability.internet'), lines: [] },
    ...(isDirect ? [] : [floatingHop(), routerHop()]),
    networkHop(),
    interfaceHop(),
    {
      key: 'machine',
      label: t('reachability.machine'),
      lines: [<bdi key="name">{server.name || server.id}</bdi>, <ServerStatus key="status" server={server} />],
    },
  ];
}
