/** Load balancers show the pools that they have: as soon as one is known. Those that are gone leave them when they are read the next time. */
import type { Document, RowInput } from '../../../port/store/rows.ts';
import type { Writer } from '../../../port/store/writer.ts';

/** What a balancer shows of its pools, by their rows. */
export function poolsShown(rows: readonly { id: string; document: Document }[]): Pick<Document, 'pools' | 'members_count'> {
  const ids = rows.map(({ id }) => id).toSorted();
  const members = rows.map(({ document }) => (Array.isArray(document['members']) ? document['members'].length : 0));
  return { pools: ids.map((id) => ({ id, name: null })), members_count: members.reduce((sum, count) => sum + count, 0) };
}

/** Lets balancers show pools that were just written. */
export async function followPools(writer: Writer, engine: string, rows: readonly RowInput[]): Promise<void> {
  const byBalancer = Map.groupBy(rows, ({ document }) => String(document['loadbalancer_id']));
  const balancers = await writer.getMany(engine, 'load_balancer', [...byBalancer.keys()]);
  const followed: RowInput[] = [];
  for (const [id, balancer] of balancers) {
    const ids = new Set([...balancer.document.pools, ...(byBalancer.get(id) ?? [])].map((pool) => pool.id));
    const pools = await writer.getMany(engine, 'load_balancer_pool', [...ids]);
    followed.push({ ...balancer, document: { ...balancer.document, ...poolsShown([...pools.values()]) } });
  }
  await writer.putMany(followed);
}
