import type { FloatingIp } from '@gantry/contract/nouns/floating-ips/entity';
import { missingFor } from '@gantry/contract/nouns/floating-ips/reach';
import type { LoadBalancer } from '@gantry/contract/nouns/load-balancers/entity';
import type { Server } from '@gantry/contract/nouns/servers/entity';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { useList } from '../../app/api/hooks.ts';

/** As many as a page of a list has. */
const MOST = 1000;

/** An address of an interface that a floating IP may lead to. */
export interface Spot {
  /** Or a load balancer; an empty id: what is still to be made. */
  server: Pick<Server, 'id' | 'name'>;
  /** Of its network. */
  networkId: string | null;
  networkName: string | null;
  mac: string;
  /** IPv4; undefined: the interface has none. */
  ip: string | undefined;
}

/** The addresses of servers that floating IPs may lead to; an interface without one is told of, too. */
export function spotsOf(servers: readonly Server[]): Spot[] {
  return servers.flatMap((server) => {
    const fixed = new Map(server.network_data.map(({ mac_addr: mac, fixed_ips: ips }) => [mac, ips]));
    return server.networks.flatMap(({ mac_addr: mac, network_id: networkId, name: networkName }) => {
      const ips = (fixed.get(mac) ?? []).filter((ip) => !ip.includes(':'));
      return (ips.length > 0 ? ips : [undefined]).map((ip) => ({ server, networkId, networkName, mac, ip }));
    });
  });
}

/** Where the address of a load balancer is. */
export const balancerSpot = ({ id, name, address, network_id: networkId, network_name: networkName }: LoadBalancer): Spot => ({
  server: { id, name },
  networkId,
  networkName,
  mac: '',
  ip: address === null || address.includes(':') ? undefined : address,
});

/** What leads to what is still to be made. */
const NONE: readonly FloatingIp[] = [];

const inside = (ids: readonly string[]) => `in:${ids.join(',')}`;

/**
 * What stands between addresses and external networks, and what is missing for a floating IP to lead there: why, in words; undefined where
 * nothing is missing.
 */
export function useSurroundings(spots: readonly Spot[]) {
  const { t } = useTranslation('resource');
  const may = useMay();
  const ids = [...new Set(spots.flatMap(({ networkId }) => networkId ?? []))].toSorted();
  const enabled = ids.length > 0;
  const networks = useList(api.networks.list, { id: inside(ids), limit: MOST }, undefined, { enabled: enabled && may(api.networks.list) });
  const routers = useList(api.routers.list, { network: inside(ids), limit: MOST }, undefined, {
    enabled: enabled && may(api.routers.list),
  });
  const servers = [...new Set(spots.flatMap(({ server }) => server.id || []))].toSorted();
  const others = useList(api.floatingIps.list, { server: inside(servers), limit: MOST }, undefined, { enabled: servers.length > 0 });
  const [networkRows, routerRows, floatingIpRows] = [
    networks.data?.data,
    routers.data?.data,
    servers.length === 0 ? NONE : others.data?.data,
  ];
  return {
    /** @param outside id of an external network. @param own the floating IP, where there is one already */
    missing: useCallback(
      ({ server, networkId, ip }: Spot, outside: string, own?: Pick<FloatingIp, 'id'>): string | undefined => {
        if (ip === undefined) return t('reach.ipv4');
        // What is not known yet forbids nothing: the server has the last word.
        if (!networkRows || !routerRows || !floatingIpRows) return undefined;
        const network = networkRows.find(({ id }) => id === networkId);
        const lack = missingFor({ serverId: server.id, ip, network, routers: routerRows, others: floatingIpRows }, outside, own?.id);
        if (!lack) return undefined;
        const { address = '', router = '', network: through = '' } = lack.params;
        return t(`reach.${lack.what}`, { address, router, network: through });
      },
      [networkRows, routerRows, floatingIpRows, t],
    ),
  };
}
