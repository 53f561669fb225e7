import type { Server } from '@gantry/contract/nouns/servers/entity';
import type { MemberDraft } from './pool-draft.ts';

/** What is typed of members: the list that is sent, and the servers in it as they are chosen. */
export interface MembersDraft {
  members: MemberDraft[];
  servers: string[];
}

export const membersDraftOf = (members: readonly MemberDraft[]): MembersDraft => ({
  members: [...members],
  servers: [...new Set(members.map(({ server_id: id }) => id))],
});

/** An address of a server, and the network that it is in. */
export interface Place {
  ip: string;
  network: string;
}

/** The addresses that interfaces of a server have; those in a network first. Where the cloud tells of no fixed ones, all that it has. */
export function placesOf(
  { networks, network_data: data }: Pick<Server, 'networks' | 'network_data'>,
  networkId: string | null | undefined,
): Place[] {
  const fixed = new Map(data.map(({ mac_addr: mac, fixed_ips: ips }) => [mac, ips]));
  return networks
    .toSorted((a, b) => Number(b.network_id === networkId) - Number(a.network_id === networkId))
    .flatMap(({ mac_addr: mac, ips, name, network_id: id }) =>
      (data.length === 0 ? ips : (fixed.get(mac) ?? [])).map((ip) => ({ ip, network: name ?? id ?? '' })),
    );
}

/** A server as it is chosen: the first of its addresses, as much as the others, and at once. */
export const memberOf = (server: Server, networkId: string | null | undefined): MemberDraft => {
  const [place] = placesOf(server, networkId);
  return { server_id: server.id, ...(place && { address: place.ip }), weight: 1, enabled: true };
};
