import { serverKind } from '@gantry/contract/nouns/servers/entity';
import type { RowInput } from '../../../../store/port/rows.ts';
import { EVERYTHING } from '../../../../store/visibility/visibility.ts';
import type { MirrorContext } from '../../mirror/strategy.ts';

/** Rows looked up at once. */
const PAGE = 500;

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
    let marker: string | undefined;
    do {
      const page = await store.read.list({
        kind: serverKind,
        visibility: EVERYTHING,
        filters: { host: { operator: 'is', values: [host] } },
        sort: { key: 'name', descending: false },
        limit: PAGE,
        marker,
      });
      for (const row of page.rows) if (row.engine === engine) this.#want('server', row.id);
      marker = page.marker;
    } while (marker !== undefined);
  }
}
