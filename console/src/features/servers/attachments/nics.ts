import type { Server } from '@gantry/contract/nouns/servers/entity';

/** A network card of a server; named by its hardware address. */
export interface Nic {
  id: string;
  /** Of its network. */
  name: string;
  networkId: string | null;
  ips: readonly string[];
  /** Those of its network's subnets, and the others. */
  fixed: readonly string[];
  floating: readonly string[];
  /** Named by their ids where the reader does not see them. */
  groups: readonly { id: string; name: string }[];
  /** Null where the cloud does not tell. */
  isProtected: boolean | null;
  server: Server;
}

export function nicsOf(server: Server): Nic[] {
  const data = new Map(server.network_data.map(({ mac_addr: mac, fixed_ips: fixed }) => [mac, fixed]));
  return server.networks.map(({ mac_addr: id, name, network_id: networkId, ips, ...nic }) => {
    const fixed = data.get(id) ?? ips;
    return {
      id,
      name: name ?? networkId ?? id,
      networkId,
      ips,
      fixed,
      floating: ips.filter((ip) => !fixed.includes(ip)),
      groups: nic.security_group_ids.map((group, index) => ({ id: group, name: nic.security_group_names?.[index] ?? group })),
      isProtected: nic.spoofing_protection,
      server,
    };
  });
}
