/**
 * Looks at the members of pools. Nobody looks as long as nothing changes: what happens to servers and security groups is read from the change
 * log, and the pools that it may concern are looked at; what is seen is believed after as many looks as the pool asks for.
 */
import { poolKind } from '@gantry/contract/nouns/load-balancer-pools/entity';
import { serverKind } from '@gantry/contract/nouns/servers/entity';
import type { Kind } from '@gantry/contract/wire/kind';
import type { PoolDocument } from '../../../engines/embedded/platform/documents.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import type { PoolCheck } from '../../../engines/embedded/platform/records.ts';
import { putOwned } from '../../../engines/embedded/platform/rows.ts';
import type { Work } from '../../../engines/embedded/platform/work.ts';
import { instantOf } from '../../../port/clock.ts';
import type { LogEntry } from '../../../port/store/changes.ts';
import type { Writer } from '../../../port/store/writer.ts';
import { EVERYTHING } from '../../../store/visibility/visibility.ts';
import { believedAfter, healthOf, isGone, type Surroundings } from './health.ts';

/** Entries of the change log, and rows, that are read together. */
const TOGETHER = 500;
/** Name of the record that says how far the change log has been read. */
const POSITION = 'pools';

/** Lets the members of a pool be looked at. */
export const checkSoon = (platform: Platform, writer: Writer, poolId: string): Promise<void> =>
  platform.buckets.poolChecks.put(writer.records, poolId, { seen: {} }, platform.now());

/** What surrounds the members of a pool. */
async function surroundingsOf(platform: Platform, writer: Writer, pool: PoolDocument): Promise<Map<string, Surroundings>> {
  const balancer = await platform.document(writer, 'load_balancer', pool.loadbalancer_id);
  const found = new Map<string, Surroundings>();
  for (const { id, server_id: serverId } of pool.members) {
    const server = serverId === null ? undefined : await platform.document(writer, 'server', serverId);
    const ids = new Set(server?.networks.flatMap(({ security_group_ids: groups }) => groups));
    const groups = new Map<string, NonNullable<Awaited<ReturnType<typeof group>>>>();
    for (const one of ids) {
      const document = await group(one);
      if (document) groups.set(one, document);
    }
    found.set(id, { from: balancer?.address ?? null, server, groups });
  }
  return found;
  function group(id: string) {
    return platform.document(writer, 'security_group', id);
  }
}

/** One look at a pool, unless another process has had it. */
async function check(platform: Platform, poolId: string, due: string): Promise<void> {
  await platform.change(async (writer) => {
    const { poolChecks } = platform.buckets;
    const record = await poolChecks.get(writer.records, poolId);
    const pool = record && (await platform.document(writer, 'load_balancer_pool', poolId));
    if (!record || !pool) return poolChecks.remove(writer.records, poolId);
    const surroundings = await surroundingsOf(platform, writer, pool);
    const seen: Record<string, PoolCheck['seen'][string]> = {};
    const members = pool.members.map((member) => {
      const around = surroundings.get(member.id)!;
      const health = healthOf(member, pool.healthmonitor, around);
      const gone = isGone(member, around);
      if (health === member.health) return gone === member.gone ? member : { ...member, gone };
      const before = record.seen[member.id];
      const since = before?.health === health ? before.since : due;
      const believed = instantOf(Date.parse(since) + believedAfter(health, pool.healthmonitor));
      if (believed <= platform.now()) return { ...member, health, gone };
      seen[member.id] = { health, since, believed };
      return member;
    });
    if (members.some((member, index) => member !== pool.members[index]))
      await putOwned(platform, writer, 'load_balancer_pool', { ...pool, members });
    const [next] = Object.values(seen)
      .map(({ believed }) => believed)
      .toSorted();
    if (next === undefined) return poolChecks.remove(writer.records, poolId);
    return poolChecks.put(writer.records, poolId, { seen }, next);
  });
}

/** What is due of that, for the driver. */
export const checksOf = (platform: Platform): Work => ({
  due: async (now, limit) => {
    const due = await platform.buckets.poolChecks.due(platform.store.records, now, limit);
    return due.map(
      ({ key, due: at }) =>
        () =>
          check(platform, key, at),
    );
  },
  nextDue: () => platform.buckets.poolChecks.nextDue(platform.store.records),
});

/** Ids of the rows of a kind whose key names any of some things; of all rows where none are named. */
async function idsOf(platform: Platform, kind: Kind, filters: Readonly<Record<string, readonly string[]>>): Promise<string[]> {
  const ids: string[] = [];
  let marker: string | undefined;
  do {
    const page = await platform.store.read.list({
      kind,
      visibility: EVERYTHING,
      filters: Object.fromEntries(Object.entries(filters).map(([key, values]) => [key, { operator: 'in' as const, values: [...values] }])),
      sort: { key: 'name', descending: false },
      limit: TOGETHER,
      marker,
    });
    ids.push(...page.rows.filter(({ engine }) => engine === platform.id).map(({ id }) => id));
    marker = page.marker;
  } while (marker !== undefined);
  return ids;
}

/** The pools whose members something of this may concern. */
async function concerned(platform: Platform, entries: readonly LogEntry[]): Promise<string[]> {
  const of = (kind: string): string[] => [...new Set(entries.flatMap((entry) => (entry.kind === kind ? [entry.id] : [])))];
  const groups = of('security_group');
  const guarded = groups.length === 0 ? [] : await idsOf(platform, serverKind, { security_group: groups });
  const servers = [...new Set([...of('server'), ...guarded])];
  const pools: string[] = [];
  for (let from = 0; from < servers.length; from += TOGETHER)
    pools.push(...(await idsOf(platform, poolKind, { server: servers.slice(from, from + TOGETHER) })));
  return [...new Set(pools)];
}

/** Follows the change log, for the driver. */
export function followerOf(platform: Platform): Work {
  let position: number | undefined;
  const follow = async (from: number): Promise<void> => {
    const { entries, truncated } = await platform.store.changes.since(from, TOGETHER);
    const head = truncated ? await platform.store.changes.head() : (entries.at(-1)?.seq ?? from);
    const pools = truncated ? await idsOf(platform, poolKind, {}) : await concerned(platform, entries);
    // Where nothing is to be done, nothing is written: whoever begins here anew reads it once more.
    if (pools.length > 0)
      await platform.change(async (writer) => {
        for (const id of pools) await platform.buckets.poolChecks.put(writer.records, id, await checkAgain(writer, id), platform.now());
        await platform.buckets.followed.put(writer.records, POSITION, head);
      });
    position = head;
  };
  const checkAgain = async (writer: Writer, id: string): Promise<PoolCheck> =>
    (await platform.buckets.poolChecks.get(writer.records, id)) ?? { seen: {} };
  return {
    due: async () => {
      const head = await platform.store.changes.head();
      position ??= (await platform.buckets.followed.get(platform.store.records, POSITION)) ?? 0;
      const from = position;
      return head === from ? [] : [() => follow(from)];
    },
    // The driver looks often enough by itself.
    nextDue: () => Promise.resolve(undefined),
  };
}
