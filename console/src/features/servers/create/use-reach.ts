import { useMemo } from 'react';
import { isPlan, planReach, SSH_GROUP, type ReachObstacle, type ReachPlan } from '@gantry/contract/nouns/servers/reach';
import type { Network } from '@gantry/contract/nouns/networks/entity';
import { useTranslation } from 'react-i18next';
import { useCapabilities } from '../../../app/abilities/use-ability.ts';
import { useMay } from '../../../app/abilities/use-may.ts';
import { api } from '../../../app/api/calls.ts';
import { useList } from '../../../app/api/hooks.ts';
import { interfaceOf } from '../../../parts/networks/nic-draft.ts';
import { nicsOf, type Draft } from './draft.ts';

/** As many as a page of a list has. */
const MOST = 1000;

/** The networks that servers can be reached from as soon as they run; none where the cloud or the user's rights do not allow that. */
export function useOutside(): readonly Network[] {
  const can = useCapabilities();
  const may = useMay();
  const needed = [api.networks.createPrivate, api.routers.create, api.securityGroups.create, api.floatingIps.create];
  const offered = can.has('server.create:reachable_from') && needed.every((call) => may(call));
  const { data } = useList(api.networks.list, { limit: MOST, sort: 'name:asc' }, undefined, { enabled: offered });
  return (offered ? data?.data.filter(({ router_external: isExternal }) => isExternal) : undefined) ?? [];
}

/** What is made so that the server of a draft is reached, one thing a sentence, or why that cannot be; undefined as long as that is not known. */
export function useReach(draft: Draft): { made: readonly string[] } | { obstacle: ReachObstacle } | undefined {
  const { t } = useTranslation('servers');
  const outside = draft.reachable_from;
  const options = { enabled: outside !== undefined };
  const networks = useList(api.networks.list, { limit: MOST, sort: 'name:asc' }, undefined, options).data?.data;
  const routers = useList(api.routers.list, { limit: MOST }, undefined, options).data?.data;
  const groups = useList(api.securityGroups.list, { limit: MOST }, undefined, options).data?.data;
  const floatingIps = useList(api.floatingIps.list, { limit: MOST }, undefined, options).data?.data;
  return useMemo(() => {
    if (outside === undefined || !networks || !routers || !groups || !floatingIps) return undefined;
    const [nic] = nicsOf(draft).map(interfaceOf);
    const planned = planReach({
      outside,
      network: nic && networks.find(({ id }) => id === nic.network_id),
      groupIds: nic?.security_group_ids,
      isProtected: nic?.spoofing_protection !== false,
      networks,
      routers,
      groups,
      floatingIps,
    });
    if (!isPlan(planned)) return { obstacle: planned };
    const named = (id: string) => routers.find((one) => one.id === id)?.name ?? id;
    const { network, groups: all, floating } = planned;
    const way = wayText(planned.way, named);
    return {
      made: [
        ...(network ? [t('reach.network', { cidr: network.cidr })] : []),
        ...(way ? [t(`reach.${way.key}`, { router: way.router })] : []),
        ...(all ? [t('reach.group', { name: SSH_GROUP })] : []),
        floating ? t('reach.floating-free', { address: floating.address }) : t('reach.floating'),
      ],
    };
  }, [outside, networks, routers, groups, floatingIps, draft, t]);
}

function wayText(way: ReachPlan['way'], named: (id: string) => string) {
  if (way === null) return undefined;
  if ('gateway' in way) return { key: 'gateway', router: named(way.gateway) } as const;
  return 'connect' in way ? ({ key: 'connection', router: named(way.connect) } as const) : ({ key: 'router', router: '' } as const);
}
