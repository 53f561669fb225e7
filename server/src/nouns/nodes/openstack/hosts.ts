import type { RowInput } from '../../../port/store/rows.ts';
import type { MirrorContext } from '../../../engines/openstack/mirror/strategy.ts';
import { serversOn } from './servers-on.ts';

/**
 * Each server says how its node is, but counts as unchanged when that node falls or comes back, and nobody announces it. So when a node
 * changes its state, the servers on it are read again.
 */
export class Hosts {
  readonly #context: MirrorContext;
  readonly #want: (kind: string, id: string) => void;
  readonly #states = new Map<string, unknown>();

  constructor(context: MirrorContext, want: (kind: string, id: string) => void) {
    this.#context = context;
    this.#want = want;
  }

  /** The row of a node that was read. */
  note({ document: { host, state } }: RowInput): void {
    if (typeof host !== 'string') return;
    const before = this.#states.get(host);
    this.#states.set(host, state);
    if (before === undefined || before === state) return;
    this.#readAgain(host).catch((error: unknown) => this.#context.log.warn({ err: error, host }, 'servers of a node are not read again'));
  }

  async #readAgain(host: string): Promise<void> {
    const { store, engine } = this.#context;
    for (const { id } of await serversOn(store, engine, host)) this.#want('server', id);
  }
}
