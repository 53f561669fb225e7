/** Pools as they are changed: only what is other than it was is sent, piece by piece. */
import { z } from 'zod';
import type { PoolUpdate } from '@gantry/contract/nouns/load-balancer-pools/bodies';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Command, CommandContext } from '../../../port/engine.ts';
import type { DocumentOf, Row } from '../../../port/store/rows.ts';
import { isLoadBalancerEditable } from '@gantry/contract/nouns/load-balancers/rules';
import { assertAllowed } from '@gantry/contract/wire/assert-allowed';
import { refreshNow, required, type Parts } from '../../../engines/openstack/commands/parts.ts';
import { change, stepByStep } from '../../load-balancers/openstack/work.ts';
import { assertFits } from '../shared/fits.ts';
import { readPieces, refsOf } from './client.ts';
import { keptTls } from './making.ts';
import { markOfPool } from './tags.ts';
import { chosenMembers, reachedFrom, type ChosenMember } from './members.ts';
import { nextChange, type Changing } from './plan.ts';
import { KIND } from './rows.ts';
import { dropReferred, dropSecrets, tlsRefs } from './secrets.ts';

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
  port: z.number().nullable(),
  backend: z.string().nullable(),
});
type Memo = z.infer<typeof memoShape>;

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
    '',
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

const changingOf = (context: CommandContext, body: PoolUpdate, { members, tls, port, backend }: Memo): Changing => ({
  body,
  members,
  tls,
  port,
  backend,
  mark: markOfPool(context, 0),
});

export const updatePool = (parts: Parts): Command<PoolUpdate> => ({
  async accept(context, target, body) {
    const row = required(target) as Row<'load_balancer_pool'>;
    const pool: Pool = row.document;
    const { loadbalancer_id: balancerId, project_id: projectId } = pool;
    const balancer = await context.store.read.get({ engine: parts.engine, kind: 'load_balancer', id: balancerId });
    if (!balancer) throw new GantryError('not_found');
    assertAllowed(isLoadBalancerEditable(balancer.document));
    assertFitting(pool, body, balancer.document.address);
    const members = await membersWanted(context, pool, balancer.document, body);
    const mark = markOfPool(context, 0);
    const tls = await keptTls(parts, context, projectId, { body, at: '', mark });
    const foreign = pool.members.filter(({ server_id: id }) => id === null).map(({ id }) => id);
    const memo: Memo = {
      balancerId,
      projectId,
      members,
      foreign,
      ...(tls && { tls }),
      port: pool.backend_protocol_port,
      backend: pool.backend_protocol,
    };
    const pieces = await readPieces(parts.api, row.id);
    const used = tls && pieces.listener && refsOf(pieces.listener);
    const first = nextChange(pieces, changingOf(context, body, memo), new Set(foreign));
    try {
      const sent = first && (await change(parts, context, projectId, first));
      await refreshNow(parts, context, balancerId, 'load_balancer');
      await refreshNow(parts, context, row.id, KIND);
      return { id: row.id, requestId: sent?.requestId, memo: { ...memo, ...(used && { before: used }) } };
    } catch (error) {
      if (tls) await dropSecrets(parts, context, projectId, mark);
      throw error;
    }
  },
  async settle(context, { id, memo }, body) {
    const known = memoShape.parse(memo);
    const changing = changingOf(context, body, known);
    const foreign = new Set(known.foreign);
    await stepByStep(parts, context, { id: known.balancerId, projectId: known.projectId }, async () =>
      nextChange(await readPieces(parts.api, id), changing, foreign),
    );
    if (known.before) await dropReferred(parts, context, known.projectId, known.before);
    await refreshNow(parts, context, id, KIND);
  },
});
