/** What happened in the cloud that somebody may wait for. */
export interface ReplayEvent {
  seq: number;
  /** Milliseconds since the epoch. */
  at: number;
  /** `accepted`: the last byte of an answer that accepted a change has left; `fault`: a fault has struck. */
  what: 'accepted' | 'fault';
  service: string;
  method: string;
  path: string;
  /** Of what was accepted: `create`, `delete`, `stop`; null for faults before anything was done. */
  action: string | null;
  serverId: string | null;
  /** The creator's mark in the server's metadata, where it has one. */
  mark: string | null;
}

/** Events kept for those who come late. */
const KEPT = 100_000;

/** Events in order, for those who ask what came after a number. */
export class Events {
  readonly #events: ReplayEvent[] = [];
  readonly #waiting = new Set<() => void>();
  #seq = 0;

  add(event: Omit<ReplayEvent, 'seq' | 'at'>): void {
    this.#events.push({ ...event, seq: ++this.#seq, at: Date.now() });
    if (this.#events.length > KEPT) this.#events.splice(0, KEPT / 10);
    for (const wake of this.#waiting) wake();
  }

  /** Events after a number; waits up to `ms` for the first one. */
  async after(seq: number, ms: number): Promise<ReplayEvent[]> {
    if (this.#seq <= seq && ms > 0)
      await new Promise<void>((resolve) => {
        const done = () => {
          clearTimeout(timer);
          this.#waiting.delete(done);
          resolve();
        };
        const timer = setTimeout(done, ms);
        this.#waiting.add(done);
      });
    return this.#events.filter((event) => event.seq > seq);
  }
}
