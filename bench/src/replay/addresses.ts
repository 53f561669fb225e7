import { flat, type Chance } from './chance.ts';
import type { Port } from './server.ts';
import type { Network, Subnet, Wares } from './wares.ts';

/** The first addresses of a network are the router's and the services'. */
const FIRST = 10;

/** Which addresses are taken in each network; they come back with their servers. */
export class Addresses {
  readonly #wares: Wares;
  readonly #chance: Chance;
  readonly #used = new Map<string, number>();
  readonly #free = new Map<string, string[]>();
  #ports = 0;

  constructor(wares: Wares, chance: Chance) {
    this.#wares = wares;
    this.#chance = chance;
  }

  /** A port in a network, or in the project's own; undefined where the project may not use it. */
  take(projectId: string, networkId?: string): Port | undefined {
    const place = networkId === undefined ? this.#wares.networkOf(projectId) : this.#usable(projectId, networkId);
    if (!place) return undefined;
    const { network, subnet } = place;
    const n = this.#ports++;
    const mac = this.#chance.hex('mac', n).slice(0, 6).replace(/../g, ':$&');
    const address = this.#free.get(network.id)?.pop() ?? this.#fresh(network.id, subnet.cidr);
    return { id: this.#chance.uuid('port', n), network, subnet, mac: flat(`fa:16:3e${mac}`), address };
  }

  giveBack({ network, address }: Port): void {
    const free = this.#free.get(network.id);
    if (free) free.push(address);
    else this.#free.set(network.id, [address]);
  }

  #fresh(networkId: string, cidr: string): string {
    const n = this.#used.get(networkId) ?? FIRST;
    this.#used.set(networkId, n + 1);
    return flat(`${/^\d+\.\d+\./.exec(cidr)![0]}${n >> 8}.${n & 255}`);
  }

  #usable(projectId: string, networkId: string): { network: Network; subnet: Subnet } | undefined {
    const network = this.#wares.networks.find(({ id, shared, project_id: owner }) => id === networkId && (shared || owner === projectId));
    const subnet = network && this.#wares.subnets.find((item) => item.network_id === network.id);
    return network && subnet && { network, subnet };
  }
}
