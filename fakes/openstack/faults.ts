/** Ways in which answers go wrong, as real clouds' answers do. */

/** What happens to requests that fit; `times` counts down, absent: for ever. */
export interface Fault {
  /** `identity`, `compute`, `image`, `network`, `volume`; absent: any. */
  service?: string;
  method?: string;
  /** A regular expression for the path below the service, without query. */
  path?: string;
  /**
   * - `cut`: the connection breaks without an answer;
   * - `hang`: no answer ever comes;
   * - `hold`: the answer comes when the fault is taken away;
   * - `half`: the answer breaks off in its middle;
   * - `empty`: every list of the answer is empty;
   * - `status`: the service answers with `status`;
   * - `delay`: the answer comes after `ms` milliseconds.
   */
  effect: 'cut' | 'hang' | 'hold' | 'half' | 'empty' | 'status' | 'delay';
  status?: number;
  ms?: number;
  /** Whether the cloud has done what was requested when it goes wrong: accepted, and nobody was told. Absent: it has not. */
  done?: boolean;
  times?: number;
}

const EFFECTS: readonly unknown[] = ['cut', 'hang', 'hold', 'half', 'empty', 'status', 'delay'] satisfies Fault['effect'][];

/** Whether JSON from outside is a fault. */
export const isFault = (value: unknown): value is Fault =>
  typeof value === 'object' && value !== null && 'effect' in value && EFFECTS.includes(value.effect);

/** A fault that is in force. */
export type Struck = Fault & { id: number };

/** The faults in force. The youngest that fits counts. */
export class Faults {
  readonly #faults = new Map<number, Struck & { left: number }>();
  readonly #held = new Map<number, PromiseWithResolvers<void>>();
  #made = 0;

  add(fault: Fault): number {
    const id = ++this.#made;
    this.#faults.set(id, { ...fault, id, left: fault.times ?? Infinity });
    return id;
  }

  /** One of them, or all. */
  remove(id?: number): void {
    for (const known of id === undefined ? [...this.#faults.keys(), ...this.#held.keys()] : [id]) {
      this.#faults.delete(known);
      this.#held.get(known)?.resolve();
      this.#held.delete(known);
    }
  }

  /** Ends when a fault that has struck is taken away. */
  gone({ id }: Struck): Promise<void> {
    const held = this.#held.get(id) ?? Promise.withResolvers<void>();
    this.#held.set(id, held);
    return held.promise;
  }

  /** What goes wrong with a request; it counts as having struck. */
  strike(service: string, method: string, path: string): Struck | undefined {
    for (const [id, fault] of [...this.#faults].toReversed()) {
      if (fault.service !== undefined && fault.service !== service) continue;
      if (fault.method !== undefined && fault.method !== method) continue;
      if (fault.path !== undefined && !new RegExp(fault.path).test(path)) continue;
      if (--fault.left <= 0) this.#faults.delete(id);
      return fault;
    }
    return undefined;
  }
}

/** The answer with every list of it emptied. */
export const emptied = (body: unknown): unknown =>
  typeof body === 'object' && body !== null
    ? Object.fromEntries(Object.entries(body).map(([key, value]) => [key, Array.isArray(value) ? [] : (value as unknown)]))
    : body;
