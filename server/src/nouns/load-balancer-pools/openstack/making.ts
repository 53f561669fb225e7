/** Pools as they are made: judged before anything is asked of the cloud, then piece by piece, and all of it taken away where a piece is refused. */
import type { PoolWanted } from '@gantry/contract/nouns/load-balancer-pools/bodies';
import { poolKind } from '@gantry/contract/nouns/load-balancer-pools/entity';
import { GantryError } from '@gantry/contract/wire/errors';
import { EVERYTHING } from '../../../store/visibility/visibility.ts';
import type { Document, Row } from '../../../port/store/rows.ts';
import type { CommandContext } from '../../../port/engine.ts';
import { ignoreNotFound } from '../../../engines/openstack/client/errors.ts';
import { pagesOf } from '../../../engines/openstack/client/pages.ts';
import { refreshNow, type Parts } from '../../../engines/openstack/commands/parts.ts';
import { assertDone, stepByStep, type Owned } from '../../load-balancers/openstack/work.ts';
import { assertFits } from '../shared/fits.ts';
import { judgedTls } from '../shared/tls.ts';
import { noteFacts } from './certificates.ts';
import { listeners, piecesOf, pools, type OctaviaListener, type Pieces } from './client.ts';
import { chosenMembers, reachedFrom } from './members.ts';
import { missingPieces, removals, type Making } from './plan.ts';
import { KIND } from './rows.ts';
import { dropSecrets, keepSecrets, type TlsRefs } from './secrets.ts';

/** Most pools of one balancer that are looked at. */
const MOST = 200;

/** Rows of the pools of a balancer. */
export async function poolsOf({ store }: CommandContext, engine: string, balancerId: string): Promise<Row<'load_balancer_pool'>[]> {
  const { rows } = await store.read.list({
    kind: poolKind,
    visibility: EVERYTHING,
    filters: { load_balancer: { operator: 'is', values: [balancerId] } },
    sort: { key: 'name', descending: false },
    limit: MOST,
  });
  return rows.filter((row) => row.engine === engine);
}

/** The balancer that pools are made for: its place and address. */
export interface Balancer extends Owned {
  projectId: string;
  place: Pick<Document, 'network_id' | 'subnet_id' | 'address'>;
}

/** What of a pool is asked for, with its members chosen. Throws validation_failed at its fields; `at`: where it stands in the body. */
export async function judgedPool(
  context: CommandContext,
  balancer: Balancer,
  body: PoolWanted,
  at: string,
): Promise<Omit<Making, 'tls' | 'mark'>> {
  const { id: balancerId, projectId, place } = balancer;
  const shape = { ...body, hasTls: body.tls !== undefined, hasClientCa: typeof body.tls?.client_ca === 'string' };
  const address = typeof place['address'] === 'string' ? place['address'] : null;
  assertFits({ ...shape, allowed_cidrs: body.allowed_cidrs ?? [] }, address, { place: at });
  const reached = (body.members ?? []).length > 0 ? await reachedFrom(context, place) : [];
  const members = await chosenMembers(context, { list: body.members ?? [], before: [], projectId, reached, at: `${at}members.` });
  return { balancerId, body, members, at };
}

/** Certificates of a pool, judged and kept by the cloud under the mark; undefined where it has none. */
export async function keptTls(
  parts: Parts,
  context: CommandContext,
  projectId: string,
  { body, at, mark }: { body: Pick<PoolWanted, 'tls'>; at: string; mark: string },
): Promise<TlsRefs | undefined> {
  if (!body.tls) return undefined;
  if (!(await parts.api.has('key_manager'))) throw new GantryError('not_supported', { detail: 'the cloud has no service that keeps keys' });
  const { material, ...facts } = await judgedTls(body.tls, at);
  const refs = await keepSecrets(parts, context, projectId, material, mark);
  noteFacts(parts.api, refs, facts);
  return refs;
}

/** What a task has made of its pool, by the mark of its listener. */
export async function findListener({ api }: Parts, mark: string): Promise<OctaviaListener | undefined> {
  const further = { tags: mark };
  for await (const { items } of pagesOf(500, (limit, marker) => listeners.list(api, limit, marker, further))) {
    const found = items.find(({ tags }) => tags?.includes(mark) === true);
    if (found) return found;
  }
  return undefined;
}

/** The pieces of a pool by the mark of its listener. */
async function markedPieces(parts: Parts, mark: string): Promise<Pieces> {
  const listener = await findListener(parts, mark);
  const poolId = listener?.default_pool_id;
  return piecesOf(parts.api, listener, poolId ? await ignoreNotFound(pools.get(parts.api, poolId)) : undefined);
}

/** Takes away all that a task has made of its pool, its secrets too. */
export async function takeDownPool(
  parts: Parts,
  context: CommandContext,
  { id, projectId }: Owned,
  mark: string,
  tls: boolean,
): Promise<void> {
  const first = await markedPieces(parts, mark);
  const poolId = first.pool?.id;
  const next = async () => {
    const { listener } = await markedPieces(parts, mark);
    return removals({ listener, pool: poolId === undefined ? undefined : await ignoreNotFound(pools.get(parts.api, poolId)) });
  };
  // A balancer that is gone has taken all of it.
  if (first.listener) assertDone(await stepByStep(parts, context, { id, projectId }, next));
  if (tls) await dropSecrets(parts, context, projectId, mark);
  if (first.listener) await refreshNow(parts, context, first.listener.id, KIND);
}

/** Makes all that is missing of a pool, one piece after the other. Throws what one is refused with; what is there stays. */
export async function makePool(parts: Parts, context: CommandContext, owner: Owned, making: Making): Promise<void> {
  const next = async () => missingPieces(await markedPieces(parts, making.mark), making);
  assertDone(await stepByStep(parts, context, owner, next));
  const listener = await findListener(parts, making.mark);
  if (listener) await refreshNow(parts, context, listener.id, KIND);
}
