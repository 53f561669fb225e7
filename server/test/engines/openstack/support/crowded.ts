/** A service of few processes and a queue, on a clock of its own: it answers everyone, in the order in which they came, when it gets to it. */
import { setImmediate as turn } from 'node:timers/promises';
import { unreachable, type ServiceName } from '../../../../src/engines/openstack/client/errors.ts';

interface Waiting {
  /** Milliseconds of one process. */
  cost: number;
  startedAt?: number;
  answer: () => void;
  fail: (error: Error) => void;
}

const SERVICE = 'compute';
const STEP_MS = 100;

export class Crowded {
  now = 0;
  hangs = false;
  refuses = false;
  /** Milliseconds of the slowest answer so far, and how many were given. */
  slowest = 0;
  answers = 0;
  readonly #processes: number;
  #queue: Waiting[] = [];

  constructor(processes: number) {
    this.#processes = processes;
  }

  /** Answers with the milliseconds it took. */
  ask(cost: number, signal?: AbortSignal): Promise<number> {
    const requestedAt = this.now;
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        cost,
        fail: reject,
        answer: () => {
          const took = this.now - requestedAt;
          this.slowest = Math.max(this.slowest, took);
          this.answers++;
          resolve(took);
        },
      };
      // Who gives up leaves the work behind.
      signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
      this.#queue.push(waiting);
    });
  }

  /** As the API's: other services are not there. */
  probe = async (service: ServiceName, signal: AbortSignal): Promise<boolean> => {
    if (service !== SERVICE) return false;
    if (this.refuses) throw unreachable(service, new Error('no answer', { cause: REFUSED }));
    await this.ask(50, signal);
    return true;
  };

  /** Lets so much time go by; `look` is called after each step of it, and ends it when it answers false. */
  async pass(ms: number, look: () => boolean | void): Promise<void> {
    for (const until = this.now + ms; this.now < until;) {
      this.now += STEP_MS;
      if (!this.hangs) this.#work();
      await turn();
      if (look() === false) return;
      await turn();
    }
  }

  /** The connections of all who wait end without an answer. */
  breakOff(): void {
    for (const { fail } of this.#queue.splice(0)) fail(unreachable(SERVICE, new Error('no answer', { cause: RESET })));
  }

  /** The process is killed. */
  dies(): void {
    this.refuses = true;
    this.breakOff();
  }

  #work(): void {
    const isDone = ({ startedAt, cost }: Waiting) => startedAt !== undefined && this.now - startedAt >= cost;
    const done = this.#queue.filter(isDone);
    this.#queue = this.#queue.filter((waiting) => !isDone(waiting));
    for (const { answer } of done) answer();
    for (const waiting of this.#queue.slice(0, this.#processes)) waiting.startedAt ??= this.now;
  }
}

const REFUSED = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
const RESET = Object.assign(new Error('read'), { code: 'ECONNRESET' });

/** Asks again and again until the end of the test, as a client that lists does; one whose connection breaks asks anew. */
export async function listAlways(service: Crowded, cost: number): Promise<never> {
  for (;;) await service.ask(cost).catch(() => turn());
}
