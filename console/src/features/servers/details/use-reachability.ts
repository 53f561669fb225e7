import { reachabilityOf } from '@gantry/contract/nouns/servers/reachability';
import type { Server } from '@gantry/contract/nouns/servers/entity';
import { useMay } from '../../../app/abilities/use-may.ts';
import { api } from '../../../app/api/calls.ts';
import { useList } from '../../../app/api/hooks.ts';
import type { Nic } from '../attachments/nics.ts';

/** As many as a page of a list has; of groups as many as an interface may have. */
const [MOST, GROUPS] = [1000, 200];

const inside = (ids: readonly string[]) => `in:${ids.join(',')}`;
const distinct = (ids: readonly string[]) => [...new Set(ids)].toSorted();

/** How each interface of a server is reached from outside, with what is named on the way; `ways` is undefined until all is known. */
export function useReachability(server: Server, nics: readonly Nic[]) {
  const may = useMay();
  const calls = [api.networks.list, api.routers.list, api.floatingIps.list, api.securityGroups.list];
  const isOffered = nics.length > 0 && calls.every((call) => may(call));
  const networkIds = distinct(nics.flatMap(({ networkId }) => networkId ?? []));
  const groupIds = [...new Set(nics.flatMap(({ groups }) => groups.map(({ id }) => id)))];
  const networks = useList(api.networks.list, { id: inside(networkIds), limit: MOST }, undefined, {
    enabled: isOffered && networkIds.length > 0,
  });
  const routers = useList(api.routers.list, { network: inside(networkIds), limit: MOST }, undefined, {
    enabled: isOffered && networkIds.length > 0,
  });
  const floatingIps = useList(api.floatingIps.list, { server: inside([server.id]), limit: MOST }, undefined, { enabled: isOffered });
  const groups = useList(api.securityGroups.list, { id: inside(groupIds), limit: GROUPS }, undefined, {
    enabled: isOffered && groupIds.length > 0,
  });
  const queries = [networks, routers, floatingIps, groups];
  const isKnown = isOffered && queries.every(({ data, isEnabled }) => data !== undefined || !isEnabled);
  const rows = { networks: networks.data?.data ?? [], routers: routers.data?.data ?? [], groups: groups.data?.data ?? [] };
  const ways = nics.map((nic) => {
    const network = rows.networks.find(({ id }) => id === nic.networkId);
    const own = rows.groups.filter(({ id }) => nic.groups.some((group) => group.id === id));
    const way = reachabilityOf({
      serverId: server.id,
      ips: nic.fixed.filter((ip) => !ip.includes(':')),
      isProtected: nic.isProtected !== false,
      network,
      routers: rows.routers,
      floatingIps: floatingIps.data?.data ?? [],
      groups: own,
    });
    return { nic, network, groups: own, way };
  });
  return {
    isOffered,
    ways: isKnown ? ways : undefined,
    error: queries.find(({ data, error }) => error && !data)?.error,
    refetch: () => void Promise.all(queries.filter(({ error }) => error).map((query) => query.refetch())),
  };
}

/** An interface with how it is reached. */
export type WayIn = NonNullable<ReturnType<typeof useReachability>['ways']>[number];
