import type { ServiceName } from './errors.ts';

interface Waiting {
  service: ServiceName;
  begin: () => void;
}

/**
 * Requests that the mirror may have under way at the same time, of all kinds together, so that a new kind does not load the cloud more. One
 * service has at most half of the places: where it answers slowly, the others' kinds go on.
 */
export class RequestBudget {
  readonly #places: number;
  readonly #perService: number;
  readonly #running = new Map<ServiceName, number>();
  /** In the order they came. */
  readonly #waiting: Waiting[] = [];
  #taken = 0;

  /** `places`: 1 or more. */
  constructor(places: number) {
    this.#places = places;
    this.#perService = Math.ceil(places / 2);
  }

  /** Does the work when it has a place. A work must not wait for another one of the same budget. */
  async run<T>(service: ServiceName, work: () => Promise<T>): Promise<T> {
    if (this.#isFree(service)) this.#take(service);
    else await new Promise<void>((begin) => this.#waiting.push({ service, begin }));
    try {
      return await work();
    } finally {
      this.#taken -= 1;
      this.#running.set(service, this.#of(service) - 1);
      this.#next();
    }
  }

  #of(service: ServiceName): number {
    return this.#running.get(service) ?? 0;
  }

  #isFree(service: ServiceName): boolean {
    return this.#taken < this.#places && this.#of(service) < this.#perService;
  }

  #take(service: ServiceName): void {
    this.#taken += 1;
    this.#running.set(service, this.#of(service) + 1);
  }

  #next(): void {
    const place = this.#waiting.findIndex(({ service }) => this.#isFree(service));
    const [next] = place < 0 ? [] : this.#waiting.splice(place, 1);
    if (!next) return;
    this.#take(next.service);
    next.begin();
  }
}
