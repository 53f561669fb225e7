import type { Server } from '@gantry/contract/nouns/servers/entity';

/** All addresses of a server, those that it is reached by from outside first, in the order of its networks. */
export function addressesOf({ networks, network_data: data }: Pick<Server, 'networks' | 'network_data'>): string[] {
  const fixed = new Set(data.flatMap(({ fixed_ips: ips }) => ips));
  const all = networks.flatMap(({ ips }) => ips);
  // Where the cloud tells of no fixed ones, nobody can say which are floating.
  return fixed.size === 0 ? all : [...all.filter((ip) => !fixed.has(ip)), ...all.filter((ip) => fixed.has(ip))];
}
