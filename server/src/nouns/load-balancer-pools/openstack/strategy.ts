import type { RowInput } from '../../../port/store/rows.ts';
import type { Writer } from '../../../port/store/writer.ts';
import { isPoolInProgress } from '@gantry/contract/nouns/load-balancer-pools/statuses';
import { takeTurn } from '../../../turns/turns.ts';
import type { Api } from '../../../engines/openstack/client/api.ts';
import type { Items, Wrong } from '../../../engines/openstack/client/items.ts';
import { pagesOf } from '../../../engines/openstack/client/pages.ts';
import { ignoreNotFound } from '../../../engines/openstack/client/errors.ts';
import type { MirrorContext, Strategy } from '../../../engines/openstack/mirror/strategy.ts';
import { listeners, membersIn, monitors, policiesIn, pools, readPieces, type OctaviaPool, type Pieces } from './client.ts';
import { KIND, rowOf } from './rows.ts';
import { followPools } from './follow.ts';

/** Pools whose members are asked for at the same time. */
const WIDTH = 4;

/** All of a listing, by id, and what of it could not be read. */
async function all<T extends { id: string }>(
  { api, pageSize }: MirrorContext,
  { list }: { list(api: Api, limit: number, marker: string | undefined): Promise<Items<T>> },
): Promise<{ found: Map<string, T>; wrong: Wrong[] }> {
  const found = new Map<string, T>();
  const wrong: Wrong[] = [];
  for await (const page of pagesOf(pageSize, (limit, marker) => list(api, limit, marker))) {
    for (const one of page.items) found.set(one.id, one);
    wrong.push(...page.wrong);
  }
  return { found, wrong };
}

/** A pool whose monitor is at hand, with the pieces that are listed apart. It may be deleted while it is looked at. */
async function withPieces({ api }: MirrorContext, one: Omit<Pieces, 'members' | 'policies'>): Promise<Pieces> {
  const [members = [], policies = []] = await Promise.all([
    one.pool && ignoreNotFound(membersIn(api, one.pool)),
    one.listener && ignoreNotFound(policiesIn(api, one.listener)),
  ]);
  return { ...one, members, policies };
}

/** Rows of some pools whose other pieces are at hand. */
async function rowsOf(context: MirrorContext, pieces: readonly Omit<Pieces, 'members' | 'policies'>[]): Promise<RowInput[]> {
  const rows: RowInput[] = [];
  for (let start = 0; start < pieces.length; start += WIDTH) {
    await takeTurn();
    const some = pieces.slice(start, start + WIDTH);
    rows.push(...(await Promise.all(some.map(async (one) => rowOf(context, await withPieces(context, one))))));
  }
  return rows;
}

/** Pools: each listener with what it hands over to, and pools to which none hands over by default. */
export const poolStrategy = (every: number): Strategy => ({
  kind: KIND,
  service: 'load_balancer',
  // Their members are shown with their servers, and their own place is found by their balancer.
  after: ['server', 'network', 'load_balancer'],
  every,
  async *pages(context) {
    const known = await all(context, pools);
    const { found: watching } = await all(context, monitors);
    const handedTo = new Set<string>();
    const monitorOf = (pool: OctaviaPool | undefined) => watching.get(pool?.healthmonitor_id ?? '');
    for await (const page of pagesOf(context.pageSize, (limit, marker) => listeners.list(context.api, limit, marker))) {
      const pieces = page.items.map((listener) => {
        const pool = known.found.get(listener.default_pool_id ?? '');
        if (pool) handedTo.add(pool.id);
        return { listener, pool, monitor: monitorOf(pool) };
      });
      yield { rows: await rowsOf(context, pieces), wrong: page.wrong };
    }
    const alone = [...known.found.values()].filter(({ id }) => !handedTo.has(id));
    const pieces = alone.map((pool) => ({ listener: undefined, pool, monitor: monitorOf(pool) }));
    yield { rows: await rowsOf(context, pieces), wrong: known.wrong };
  },
  read: async (context, id) => rowOf(context, await readPieces(context.api, id)),
  confirm: ({ api }, id) => readPieces(api, id),
  inTransition: ({ status }) => isPoolInProgress(String(status)),
  companions: ({ loadbalancer_id: id }) => [{ kind: 'load_balancer', id: String(id) }],
  follow: (writer: Writer, engine: string, rows: readonly RowInput[]) => followPools(writer, engine, rows),
});
