import { flat, type Chance } from './chance.ts';
import type { Port } from './server.ts';
import type { Resources } from './resources.ts';

/** The first addresses of a network are the router's and the services'. */
const FIRST = 10;

/** The last two parts of an address as one number. */
function numberOf(address: string): number {
  const [, , high, low] = address.split('.').map(Number);
  return (high ?? 0) * 256 + (low ?? 0);
}

/** Which addresses are taken in each network; they come back with their servers. */
export class Addresses {
  readonly #wares: Resources;
  readonly #chance: Chance;
  readonly #used = new Map<string, number>();
  readonly #free = new Map<string, string[]>();
  /** Those that somebody has requested by themselves: `<network> <address>`. */
  readonly #chosen = new Set<string>();
  #ports = 0;

  constructor(wares: Resources, chance: Chance) {
    this.#wares = wares;
    this.#chance = chance;
  }

  /** A port in a network, or in the project's own; undefined where the project may not use it. `wanted`: an address that is not taken. */
  take(projectId: string, networkId?: string, wanted?: string): Port | undefined {
    const place = networkId === undefined ? this.#wares.networkOf(projectId) : this.#wares.placeFor(projectId, networkId);
    if (!place) return undefined;
    const { network, subnet } = place;
    const n = this.#ports++;
    const mac = this.#chance.hex('mac', n).slice(0, 6).replace(/../g, ':$&');
    const address = wanted ?? this.#free.get(network.id)?.pop() ?? this.#fresh(network.id, subnet.cidr);
    if (wanted !== undefined) this.choose(network.id, wanted);
    return { id: this.#chance.uuid('port', n), network, subnet, mac: flat(`fa:16:3e${mac}`), address };
  }

  /** Whether a server or the network itself has an address. */
  isTaken(networkId: string, address: string): boolean {
    if (this.#chosen.has(`${networkId} ${address}`)) return true;
    return numberOf(address) < (this.#used.get(networkId) ?? FIRST) && this.#free.get(networkId)?.includes(address) !== true;
  }

  /** All that a port has. */
  giveBack({ network, address, more = [] }: Port): void {
    for (const one of [address, ...more]) this.giveBackOne(network.id, one);
  }

  giveBackOne(networkId: string, address: string): void {
    // One that was chosen far above the others is found there again.
    if (this.#chosen.delete(`${networkId} ${address}`) && numberOf(address) >= (this.#used.get(networkId) ?? FIRST)) return;
    const free = this.#free.get(networkId);
    if (free) free.push(address);
    else this.#free.set(networkId, [address]);
  }

  #fresh(networkId: string, cidr: string): string {
    for (let n = this.#used.get(networkId) ?? FIRST; ; n++) {
      this.#used.set(networkId, n + 1);
      const address = flat(`${/^\d+\.\d+\./.exec(cidr)![0]}${n >> 8}.${n & 255}`);
      if (!this.#chosen.has(`${networkId} ${address}`)) return address;
    }
  }

  /** Takes one that is free. */
  choose(networkId: string, address: string): void {
    const free = this.#free.get(networkId) ?? [];
    const place = free.indexOf(address);
    if (place >= 0) free.splice(place, 1);
    this.#chosen.add(`${networkId} ${address}`);
  }
}
