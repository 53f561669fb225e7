import { z } from 'zod';
import { isGone, isUnreadable } from '../../../engines/openstack/client/errors.ts';
import { pagesOf } from '../../../engines/openstack/client/pages.ts';
import { getServer, listServers, novaClock } from './client.ts';
import { listedRows } from './rows.ts';
import { marked } from '../../../engines/openstack/mirror/marked.ts';
import type { Changes, MirrorContext, RowPage, RowWriter } from '../../../engines/openstack/mirror/strategy.ts';

/** Polls overlap by this much on the service's own clock (rule 13). */
const OVERLAP_MS = 5 * 60_000;
/** Milliseconds between two notes of the mark: after a restart polls go on from it, and a little too far back does no harm. */
const KEEP_MS = 60_000;
const BUCKET = 'changes';
const KEY = 'server';
const markShape = z.object({ since: z.number(), complete: z.boolean().default(false) });

/** Changed servers, ids of deleted ones, and the compute service's time when it began to list them, where it tells it. */
type ChangedPage = RowPage & { deleted: string[]; clock: number | undefined };

/** Servers that changed since an instant on the compute service's clock, and ids of those it has deleted since. */
async function* changedServers(context: MirrorContext, changesSince: string): AsyncGenerator<ChangedPage> {
  let clock: number | undefined;
  const fetch = async (limit: number, marker: string | undefined) => {
    const listed = await listServers(context.api, { limit, marker, changesSince });
    clock ??= listed.clock;
    return listed;
  };
  for await (const page of pagesOf(context.pageSize, fetch)) {
    const deleted = page.items.filter(({ status }) => status === 'DELETED').map(({ id }) => id);
    yield {
      rows: await listedRows(
        context,
        page.items.filter(({ status }) => status !== 'DELETED'),
      ),
      wrong: page.wrong,
      deleted,
      clock,
    };
  }
}

/** Servers that changed since the last poll. */
export class ServerChanges implements Changes {
  readonly #context: MirrorContext;
  readonly #rows: RowWriter;
  #mark: number | undefined;
  #keptAt = 0;
  /** Whether all servers were read once, also in an earlier life: until then polls cannot say that the rows are in step. */
  #isComplete = false;
  /** Whether the listing itself told the time: asking for it apart is dear, the answer lists every compute node. */
  #knowsTime = false;

  constructor(context: MirrorContext, rows: RowWriter) {
    this.#context = context;
    this.#rows = rows;
  }

  /** A sweep has read all servers. True the first time. */
  complete(): boolean {
    const isFirst = !this.#isComplete;
    this.#isComplete = true;
    if (isFirst) this.#keptAt = 0;
    return isFirst;
  }

  /**
   * One poll. Without a mark (the first one ever) there is nothing to go on from: it only sets the mark, the sweep brings the servers.
   * True where the rows are in step with the cloud by it.
   */
  async poll(signal: AbortSignal): Promise<boolean> {
    const { api, engine, unreadable } = this.#context;
    let clock = this.#knowsTime ? undefined : await novaClock(api);
    this.#knowsTime = false;
    this.#mark ??= await this.#stored();
    if (this.#mark !== undefined) {
      let requestedAt = performance.now();
      const since = new Date(this.#mark - OVERLAP_MS).toISOString();
      for await (const page of changedServers(this.#context, since)) {
        signal.throwIfAborted();
        clock ??= page.clock;
        this.#knowsTime ||= page.clock !== undefined;
        await this.#rows.write(marked(page), requestedAt);
        for (const wrong of page.wrong) unreadable.note('server', wrong);
        for (const id of page.deleted) await this.#remove(id);
        requestedAt = performance.now();
      }
    }
    // A service that tells no time is followed by our own clock; the overlap covers what it goes wrong.
    const next = clock ?? Date.now();
    if (Date.now() - this.#keptAt > KEEP_MS) {
      const mark = { since: next, complete: this.#isComplete };
      await this.#rows.change((writer) => writer.records.put(engine, BUCKET, KEY, mark));
      this.#keptAt = Date.now();
    }
    this.#mark = next;
    return this.#isComplete;
  }

  async #stored(): Promise<number | undefined> {
    const mark = markShape.safeParse(await this.#context.store.records.get(this.#context.engine, BUCKET, KEY));
    if (!mark.success) return undefined;
    this.#isComplete ||= mark.data.complete;
    return mark.data.since;
  }

  /** The service lists it as deleted; whether it is gone it must say again. */
  async #remove(id: string): Promise<void> {
    const { api, store, engine } = this.#context;
    // An answer from before may still be on its way, to write what nobody would take away again before the next poll.
    await this.#rows.outdate('server', id);
    if (!(await store.read.get({ engine, kind: 'server', id }))) return;
    const requestedAt = performance.now();
    try {
      await getServer(api, id);
    } catch (error) {
      if (isUnreadable(error)) return;
      if (!isGone(error)) throw error;
      await this.#rows.remove('server', id, requestedAt);
    }
  }
}
