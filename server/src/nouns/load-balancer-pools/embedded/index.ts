/** Pools of load balancers. While something is made of one, its balancer is being configured and is left alone. */
import { randomUUID } from 'node:crypto';
import type { PoolCreate, PoolUpdate, PoolWanted } from '@gantry/contract/nouns/load-balancer-pools/bodies';
import { isPoolDeletable, isPoolEditable } from '@gantry/contract/nouns/load-balancer-pools/rules';
import { isLoadBalancerDeletable, isLoadBalancerEditable } from '@gantry/contract/nouns/load-balancers/rules';
import { GantryError } from '@gantry/contract/wire/errors';
import { assertAllowed } from '@gantry/contract/wire/assert-allowed';
import { acceptAnew, afterPreparing, doneAtOnce } from '../../../engines/embedded/platform/accept.ts';
import { beginChange, asyncOperation, type AsyncOperation } from '../../../engines/embedded/platform/changes.ts';
import type { LoadBalancerDocument, PoolDocument } from '../../../engines/embedded/platform/documents.ts';
import { documentFor, documentIn, type NounParts } from '../../../engines/embedded/platform/lifecycle.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import { putOwned } from '../../../engines/embedded/platform/rows.ts';
import { settled } from '../../../engines/embedded/platform/settle.ts';
import type { Command, CommandContext } from '../../../port/engine.ts';
import type { Writer } from '../../../port/store/writer.ts';
import { checksOf, checkSoon, followerOf } from './checks.ts';
import { membersOf, reachedFrom } from './members.ts';
import { assertFits } from '../shared/fits.ts';
import { judgedBody, type Judged } from '../shared/tls.ts';
import { assertRoom } from '../shared/room.ts';

/** What a pool is of which nobody said anything else. */
const PLAIN = {
  enabled: true,
  lb_algorithm: 'ROUND_ROBIN',
  sticky_session: false,
  connection_limit: -1,
  allowed_cidrs: [] as string[],
  insert_headers: {},
  proxy_protocol_enabled: false,
  healthmonitor: null,
} as const;

/** What a body says of a pool: what it leaves out is as it was. Its members are not among that. */
function toldOf(body: Judged<PoolUpdate>): Partial<PoolDocument> {
  const { tls, members: _members, description, healthmonitor: monitor, insert_headers: headers, ...plain } = body;
  const asksByPath = monitor?.type === 'HTTP' || monitor?.type === 'HTTPS';
  return {
    ...(Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined)) as Partial<PoolDocument>),
    ...(description !== undefined && { description: description || null }),
    ...(monitor !== undefined && { healthmonitor: monitor && { ...monitor, url_path: asksByPath ? (monitor.url_path ?? '/') : null } }),
    ...(headers && { insert_headers: headers as PoolDocument['insert_headers'] }),
    ...(tls && { tls_enabled: true, certificate: tls.certificate, client_ca: tls.client_ca }),
  };
}

/** As the rule of what fits together sees it. */
const judged = (pool: PoolDocument) => ({ ...pool, hasTls: pool.tls_enabled, hasClientCa: pool.client_ca !== null });

/** The pools of a balancer. */
async function poolsOf(platform: Platform, writer: Writer, { pools }: Pick<LoadBalancerDocument, 'pools'>): Promise<PoolDocument[]> {
  const found = await Promise.all(pools.map(({ id }) => platform.document(writer, 'load_balancer_pool', id)));
  return found.filter((pool) => pool !== undefined);
}

/** A balancer with these pools. */
const withPools = (platform: Platform, balancer: LoadBalancerDocument, pools: readonly PoolDocument[]): LoadBalancerDocument => ({
  ...balancer,
  pools: pools.map(({ id }) => ({ id, name: null })),
  members_count: pools.reduce((sum, { members }) => sum + members.length, 0),
  updated_at: platform.now(),
});

/** How a balancer is with which nothing goes on. */
export const rested = ({ enabled }: Pick<LoadBalancerDocument, 'enabled'>): 'ACTIVE' | 'DISABLED' => (enabled ? 'ACTIVE' : 'DISABLED');

interface Making {
  context: CommandContext;
  balancer: LoadBalancerDocument;
  body: Judged<PoolWanted>;
  place: string;
  accepted: string | null;
}

/** Begins to make a pool, and returns its balancer with it; that is not written yet. Throws validation_failed. */
export async function beginPool(
  platform: Platform,
  writer: Writer,
  { context, balancer, body, place, accepted }: Making,
): Promise<LoadBalancerDocument> {
  const others = await poolsOf(platform, writer, balancer);
  assertRoom(others, body, place);
  const { protocol, protocol_port, backend_protocol, backend_protocol_port, name } = body;
  const asyncOperation = { protocol, protocol_port, backend_protocol, backend_protocol_port };
  const members = await membersOf(platform, writer, context, {
    list: body.members ?? [],
    before: [],
    port: backend_protocol_port,
    projectId: balancer.project_id,
    reached: await reachedFrom(platform, writer, balancer),
    at: `${place}members.`,
  });
  const { project_id, domain_id } = balancer;
  const pool: PoolDocument = {
    ...PLAIN,
    description: null,
    tls_enabled: false,
    certificate: null,
    client_ca: null,
    ...toldOf(body),
    ...asyncOperation,
    id: randomUUID(),
    name,
    status: 'CREATING',
    loadbalancer_id: balancer.id,
    loadbalancer_name: null,
    members,
    read_only: null,
    pieces: [],
    created_at: platform.now(),
    updated_at: null,
    project_id,
    domain_id,
  };
  assertFits(judged(pool), balancer.address, { place });
  await beginChange(platform, writer, making, { document: pool, accepted, details: {} });
  return withPools(platform, balancer, [...others, pool]);
}

/** A balancer that is written as it is while something is made of a pool of its. */
const configure = (platform: Platform, writer: Writer, balancer: LoadBalancerDocument): Promise<unknown> =>
  putOwned(platform, writer, 'load_balancer', { ...balancer, status: 'CONFIGURING' });

/** Lets a balancer rest, unless more goes on with it. */
async function rest(platform: Platform, writer: Writer, id: string): Promise<void> {
  const balancer = await platform.document(writer, 'load_balancer', id);
  if (balancer?.status === 'CONFIGURING') await putOwned(platform, writer, 'load_balancer', { ...balancer, status: rested(balancer) });
}

const doing = (does: 'create' | 'update', status: string): AsyncOperation<'load_balancer_pool'> => ({
  kind: 'load_balancer_pool',
  does: `load_balancer_pool.${does}`,
  timing: 'balancer',
  through: () => [status],
  end: async (platform, writer, pool) => {
    await checkSoon(platform, writer, pool.id);
    await rest(platform, writer, pool.loadbalancer_id);
    return { document: { ...pool, status: 'ACTIVE' }, failure: null };
  },
});
const making = doing('create', 'CREATING');
const changing = doing('update', 'CONFIGURING');

/** Takes a pool away, and what is remembered of it. */
export async function removePool(platform: Platform, writer: Writer, id: string): Promise<void> {
  await platform.buckets.poolChecks.remove(writer.records, id);
  await writer.remove(platform.key('load_balancer_pool', id));
}

/** The balancer of a pool, allowed to be changed. Throws not_found, state_conflict. */
const balancerOf = (platform: Platform, writer: Writer, id: string): Promise<LoadBalancerDocument> =>
  documentFor({ platform, writer }, 'load_balancer', id, isLoadBalancerEditable);

/** What is done with pools; balancers make some of their own. */
export function loadBalancerPools(platform: Platform): NounParts {
  const settle: Command['settle'] = (context, acceptance) => settled(platform, context, acceptance);
  const create = acceptAnew<Judged<PoolCreate>>(platform, async (writer, { context, body }, accepted) => {
    const { loadbalancer_id: id, ...wanted } = body;
    const balancer = await documentIn({ platform, writer }, 'load_balancer', ['loadbalancer_id', id], isLoadBalancerEditable);
    const changed = await beginPool(platform, writer, { context, balancer, body: wanted, place: '', accepted });
    await configure(platform, writer, changed);
    return { id: changed.pools.at(-1)!.id, done: false };
  });
  const update = acceptAnew<Judged<PoolUpdate>>(platform, async (writer, { context, id, body }, accepted) => {
    const pool = await documentFor({ platform, writer }, 'load_balancer_pool', id, isPoolEditable);
    const balancer = await balancerOf(platform, writer, pool.loadbalancer_id);
    const members =
      body.members &&
      (await membersOf(platform, writer, context, {
        list: body.members,
        before: pool.members,
        port: pool.backend_protocol_port!,
        projectId: pool.project_id,
        reached: await reachedFrom(platform, writer, balancer),
        at: 'members.',
      }));
    const changed = { ...pool, ...toldOf(body), ...(members && { members }), updated_at: platform.now() };
    assertFits(judged(changed), balancer.address, { before: judged(pool) });
    await beginChange(platform, writer, changing, { document: changed, accepted, details: {} });
    const pools = (await poolsOf(platform, writer, balancer)).map((one) => (one.id === pool.id ? changed : one));
    await configure(platform, writer, withPools(platform, balancer, pools));
    return { id: pool.id, done: false };
  });
  // At once, so that several of one balancer can be deleted together.
  const remove = doneAtOnce(platform, async (writer, { id, again }) => {
    const pool = id === null ? undefined : await platform.document(writer, 'load_balancer_pool', id);
    // One that is gone when a crash has been survived is what the task was for.
    if (!pool && again && id !== null) return id;
    if (!pool) throw new GantryError('not_found');
    assertAllowed(isPoolDeletable(pool));
    const balancer = await documentFor({ platform, writer }, 'load_balancer', pool.loadbalancer_id, isLoadBalancerDeletable);
    await removePool(platform, writer, pool.id);
    const left = (await poolsOf(platform, writer, balancer)).filter((one) => one.id !== pool.id);
    await putOwned(platform, writer, 'load_balancer', withPools(platform, balancer, left));
    return pool.id;
  });
  return {
    commands: {
      'load_balancer_pool.create': { ...afterPreparing(create, (body: PoolCreate) => judgedBody(body)), settle },
      'load_balancer_pool.update': { ...afterPreparing(update, (body: PoolUpdate) => judgedBody(body)), settle },
      'load_balancer_pool.delete': remove,
    },
    asyncOperations: [asyncOperation(making), asyncOperation(changing)],
    works: [checksOf(platform), followerOf(platform)],
  };
}
