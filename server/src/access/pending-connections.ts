import { networkOf } from './address.ts';

export interface PendingLimits {
  /** Visitors of one network at most. */
  perNetwork: number;
  /** Visitors in all. */
  inAll: number;
}

/**
 * Those who have not shown yet who they are. There is room for so many of one network and so many in all; whoever comes beyond that takes the
 * place of the one that waits longest, of the same network or of all. So those who only wait keep nobody out: who has something to show does
 * so within a moment.
 */
export class PendingConnections<T> {
  readonly #limits: PendingLimits;
  readonly #dismiss: (visitor: T) => void;
  /** Visitors and their networks, those who wait longest first. */
  readonly #visitors = new Map<T, string>();
  readonly #byNetwork = new Map<string, Set<T>>();

  constructor(limits: PendingLimits, dismiss: (visitor: T) => void) {
    this.#limits = limits;
    this.#dismiss = dismiss;
  }

  get size(): number {
    return this.#visitors.size;
  }

  enter(visitor: T, address: string): void {
    const network = networkOf(address);
    const neighbours = this.#byNetwork.get(network);
    if (neighbours && neighbours.size >= this.#limits.perNetwork) this.#cut(neighbours);
    else if (this.#visitors.size >= this.#limits.inAll) this.#cut(this.#visitors.keys());
    this.#visitors.set(visitor, network);
    const others = this.#byNetwork.get(network);
    if (others) others.add(visitor);
    else this.#byNetwork.set(network, new Set([visitor]));
  }

  /** Has shown who it is, or gone; who is not here is fine. */
  leave(visitor: T): void {
    const network = this.#visitors.get(visitor);
    if (network === undefined) return;
    this.#visitors.delete(visitor);
    const neighbours = this.#byNetwork.get(network);
    neighbours?.delete(visitor);
    if (neighbours?.size === 0) this.#byNetwork.delete(network);
  }

  #cut(visitors: Iterable<T>): void {
    const [longest] = visitors;
    if (longest === undefined) return;
    this.leave(longest);
    this.#dismiss(longest);
  }
}
