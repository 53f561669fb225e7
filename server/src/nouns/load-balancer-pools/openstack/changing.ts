/** Pools as they are changed: only what is other than it was is sent, piece by piece. */
import { z } from 'zod';
import type { PoolUpdate } from '@gantry/contract/nouns/load-balancer-pools/bodies';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Command, CommandContext } from '../../../port/engine.ts';
import type { DocumentOf, Row } from '../../../port/store/rows.ts';
import { isLoadBalancerEditable } from '@gantry/contract/nouns/load-balancers/rules';
import { assertAllowed } from '@gantry/contract/wire/assert-allowed';
import { ignoreNotFound } from '../../../engines/openstack/client/errors.ts';
import { refreshNow, required, scopeProject, type Parts } from '../../../engines/openstack/commands/parts.ts';
import { loadBalancers } from '../../load-balancers/openstack/client.ts';
import { assertDone, assertFree, change, stepByStep } from '../../load-balancers/openstack/work.ts';
import { assertFits } from '../shared/fits.ts';
import { keptOfMonitor, monitorKept } from './bodies.ts';
import { listeners, readPieces, refsOf, type Pieces } from './client.ts';
import { keptTls } from './making.ts';
import { markOfPool } from './tags.ts';
import { chosenMembers, reachedFrom, type ChosenMember } from './members.ts';
import { changesOf, type Changing } from './plan.ts';
import { KIND } from './rows.ts';
import { allRefs, dropReferred, dropSecrets, findKept, tlsRefs } from './secrets.ts';

type Pool = DocumentOf<'load_balancer_pool'> & { asks_certificates?: boolean };

const chosen = z.object({
  serverId: z.string().nullable(),
  address: z.string(),
  subnetId: z.string().nullable(),
  weight: z.number(),
  enabled: z.boolean(),
});

/** What is kept with the task: all that was found out before it began. */
const memoShape = z.object({
  balancerId: z.string(),
  projectId: z.string(),
  members: z.array(chosen).optional(),
  /** Ids of members that are no server's: nobody can name them, and they stay. */
  foreign: z.array(z.string()),
  tls: tlsRefs.optional(),
  /** Those that are used no longer then. */
  before: tlsRefs.optional(),
  /** Of the monitor that makes room for one of another type. */
  monitor: monitorKept.optional(),
  port: z.number().nullable(),
  backend: z.string().nullable(),
});
type Memo = z.infer<typeof memoShape>;

/** The balancer of a pool. Throws not_found. */
async function balancerOf({ engine }: Parts, { store }: CommandContext, pool: Pool): Promise<DocumentOf<'load_balancer'>> {
  const row = await store.read.get({ engine, kind: 'load_balancer', id: pool.loadbalancer_id });
  if (!row) throw new GantryError('not_found');
  return row.document;
}

/** Throws validation_failed where the pool as it would be does not fit together. */
function assertFitting(pool: Pool, body: PoolUpdate, address: string | null): void {
  const headers = body.insert_headers ?? pool.insert_headers;
  const asksCertificates = body.tls ? typeof body.tls.client_ca === 'string' : pool.asks_certificates === true;
  assertFits(
    {
      ...pool,
      sticky_session: body.sticky_session ?? pool.sticky_session,
      insert_headers: headers,
      healthmonitor: body.healthmonitor === undefined ? pool.healthmonitor : body.healthmonitor,
      allowed_cidrs: body.allowed_cidrs ?? pool.allowed_cidrs,
      hasTls: pool.tls_enabled || body.tls !== undefined,
      hasClientCa: asksCertificates,
    },
    address,
    { before: { ...pool, hasTls: pool.tls_enabled, hasClientCa: pool.asks_certificates === true } },
  );
}

async function membersWanted(
  context: CommandContext,
  pool: Pool,
  balancer: DocumentOf<'load_balancer'>,
  body: PoolUpdate,
): Promise<ChosenMember[] | undefined> {
  if (!body.members) return undefined;
  const reached = await reachedFrom(context, balancer);
  return chosenMembers(context, { list: body.members, before: pool.members, projectId: pool.project_id, reached, at: 'members.' });
}

const changingOf = (context: CommandContext, body: PoolUpdate, { members, foreign, tls, monitor, port, backend }: Memo): Changing => ({
  body,
  members,
  foreign: new Set(foreign),
  tls,
  monitor: monitor ?? {},
  port,
  backend,
  mark: markOfPool(context, 0),
});

/** What is found out of a pool before anything of it is changed. */
function memoOf(pool: Pool, { listener, monitor }: Pieces, body: PoolUpdate): Memo {
  const type = body.healthmonitor?.type;
  const before = body.tls && listener && refsOf(listener);
  return {
    balancerId: pool.loadbalancer_id,
    projectId: pool.project_id,
    foreign: pool.members.filter(({ server_id: id }) => id === null).map(({ id }) => id),
    ...(before && { before }),
    ...(monitor && type !== undefined && type !== monitor.type && { monitor: keptOfMonitor(monitor, type) }),
    port: pool.backend_protocol_port,
    backend: pool.backend_protocol,
  };
}

/** Takes those certificates of before and now away that the listener does not use. */
async function dropUnused(parts: Parts, context: CommandContext, id: string, { projectId, tls, before }: Memo): Promise<void> {
  if (!tls) return;
  const listener = await ignoreNotFound(listeners.get(parts.api, id));
  const used = new Set(allRefs([listener && refsOf(listener)]));
  const refs = allRefs([tls, before]).filter((ref) => !used.has(ref));
  await dropReferred(parts, context, projectId, refs);
}

/** The same after a failure: not while the service may still be at it, nor where this process only ends. */
async function dropUnusedAtRest(parts: Parts, context: CommandContext, id: string, memo: Memo): Promise<void> {
  if (context.signal.aborted) return;
  try {
    const balancer = await ignoreNotFound(loadBalancers.get(parts.api, memo.balancerId));
    if (!balancer?.provisioning_status.startsWith('PENDING_')) await dropUnused(parts, context, id, memo);
  } catch (err) {
    context.log.warn({ err, id }, 'certificates that a pool does not use could not be taken away');
  }
}

export const updatePool = (parts: Parts): Command<PoolUpdate> => ({
  async accept(context, target, body) {
    const row = required(target) as Row<'load_balancer_pool'>;
    const pool: Pool = row.document;
    const { loadbalancer_id: balancerId, project_id: projectId } = pool;
    const balancer = await balancerOf(parts, context, pool);
    assertAllowed(isLoadBalancerEditable(balancer));
    assertFitting(pool, body, balancer.address);
    const members = await membersWanted(context, pool, balancer, body);
    const pieces = await readPieces(parts.api, row.id);
    const found: Memo = { ...memoOf(pool, pieces, body), members };
    // What takes the place of something is sent only when the task knows what that was: nobody could tell after a crash.
    const isLater = body.tls !== undefined || found.monitor !== undefined;
    if (isLater) await assertFree(parts, balancerId);
    const tls = await keptTls(parts, context, projectId, { body, at: '', mark: markOfPool(context, 0) });
    const memo: Memo = { ...found, tls };
    const [first] = changesOf(pieces, changingOf(context, body, memo));
    const sent = isLater || !first ? undefined : await change(parts, context, projectId, first);
    await refreshNow(parts, context, balancerId, 'load_balancer');
    await refreshNow(parts, context, row.id, KIND);
    return { id: row.id, requestId: sent?.requestId, memo };
  },
  async settle(context, { id, memo }, body) {
    const known = memoShape.parse(memo);
    const changing = changingOf(context, body, known);
    const { balancerId, projectId } = known;
    const next = async () => changesOf(await readPieces(parts.api, id), changing);
    try {
      const left = await stepByStep(parts, context, { id: balancerId, projectId }, next);
      // What is changed may be kept in other words.
      assertDone(left.filter(({ method }) => method !== 'PUT'));
    } catch (error) {
      await dropUnusedAtRest(parts, context, id, known);
      throw error;
    }
    await dropUnused(parts, context, id, known);
    await refreshNow(parts, context, id, KIND);
  },
  async recover(context, target, body) {
    const id = required(target);
    const { requested } = context;
    const row = await context.store.read.get({ engine: parts.engine, kind: KIND, id });
    if (!row) throw new GantryError('not_found');
    const pool: Pool = row.document;
    const mark = markOfPool(context, 0);
    const sought = { name: mark, clientCa: typeof body.tls?.client_ca === 'string' };
    const tls = body.tls && (await findKept(parts, context, pool.project_id, sought));
    // Certificates come before all else. Without them nothing needs to be found: it is asked for again, unless that was just refused.
    if (body.tls ? !tls : !requested) return undefined;
    const pieces = await readPieces(parts.api, id);
    const members = await membersWanted(context, pool, await balancerOf(parts, context, pool), body);
    const memo: Memo = { ...memoOf(pool, pieces, body), members, tls };
    const isOther = requested !== undefined && requested.revision !== row.revision;
    if (isOther && changesOf(pieces, changingOf(context, body, memo)).length > 0) {
      if (tls) await dropSecrets(parts, context, pool.project_id, mark);
      throw new GantryError('overtaken');
    }
    return { id, memo };
  },
  async abandon(context, { tls }) {
    if (tls) await dropSecrets(parts, context, scopeProject(context), markOfPool(context, 0));
  },
});
