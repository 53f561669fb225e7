import type { Server } from '@gantry/contract/nouns/servers/entity';

/** All addresses of a server, in the order of its networks. */
export const addressesOf = (server: Pick<Server, 'networks'>): string[] => server.networks.flatMap(({ ips }) => ips);
