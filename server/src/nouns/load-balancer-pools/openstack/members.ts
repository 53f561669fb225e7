/** Members of pools as they are asked for: addresses of servers that the project has and the balancer reaches. */
import type { MemberWanted } from '@gantry/contract/nouns/load-balancer-pools/bodies';
import type { PoolMember } from '@gantry/contract/nouns/load-balancer-pools/entity';
import { routerKind } from '@gantry/contract/nouns/routers/entity';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Filter } from '@gantry/contract/wire/query';
import type { CommandContext } from '../../../port/engine.ts';
import { visibilityOfActor } from '../../../store/visibility/visibility.ts';
import type { Document } from '../../../port/store/rows.ts';
import { placeOf, type Reached } from '../shared/reach.ts';

/** Most routers of one subnet that are looked at. */
const MOST = 100;

/** A member with its address. */
export interface ChosenMember {
  /** Null: an address that is no server's, which was there before. */
  serverId: string | null;
  address: string;
  subnetId: string | null;
  weight: number;
  enabled: boolean;
}

/** The subnets that a balancer reaches for who asks: those of its network, and those that a router connects to its own. */
export async function reachedFrom({ store, actor }: CommandContext, { network_id: id, subnet_id: own }: Document): Promise<Reached> {
  const visibility = visibilityOfActor(actor);
  const network = typeof id === 'string' ? await store.read.find('network', id, visibility) : undefined;
  if (!network) return [];
  const near = network.document.subnets.toSorted((a, b) => Number(b.id === own) - Number(a.id === own));
  const reached = near.map((subnet) => ({ networkId: network.id, subnet }));
  if (typeof own !== 'string') return reached;
  const filters = { subnet: { operator: 'is', values: [own] } } as const satisfies Readonly<Record<string, Filter>>;
  const { rows } = await store.read.list({ kind: routerKind, visibility, filters, sort: { key: 'name', descending: false }, limit: MOST });
  const others = rows.flatMap(({ document }) => document.interfaces_info).filter(({ network_id: other }) => other !== network.id);
  for (const { network_id: other, fixed_ips: fixed } of others) {
    const far = await store.read.find('network', other, visibility);
    const subnets = (far?.document.subnets ?? []).filter((subnet) => fixed.some(({ subnet_id: one }) => one === subnet.id));
    reached.push(...subnets.map((subnet) => ({ networkId: other, subnet })));
  }
  return reached;
}

interface Wanted {
  list: readonly MemberWanted[];
  /** Those that it had before: one whose server is gone stays as it is. */
  before: readonly PoolMember[];
  projectId: string;
  reached: Reached;
  /** Where the list stands in the body: `members.`, `pools.0.members.`. */
  at: string;
}

/** Members with their addresses. Throws validation_failed at the field of one that is not reached, or there twice. One that is gone makes room for who has its address. */
export async function chosenMembers(
  { store, actor }: CommandContext,
  { list, before, projectId, reached, at }: Wanted,
): Promise<ChosenMember[]> {
  const members: ChosenMember[] = [];
  const gone: ChosenMember[] = [];
  const isAt = (address: string) => (one: ChosenMember) => one.address === address;
  for (const [index, { server_id: serverId, address: asked, weight, enabled }] of list.entries()) {
    const place = `${at}${index}.`;
    const wrong = (member: string, code: string) => new GantryError('validation_failed', { fields: { [`${place}${member}`]: [{ code }] } });
    const known = before.find((one) => one.server_id === serverId && one.address === asked);
    if (known?.gone) {
      gone.push({ serverId, address: known.address, subnetId: null, weight, enabled });
      continue;
    }
    const server = await store.read.find('server', serverId, visibilityOfActor(actor));
    if (server?.projectId !== projectId) throw wrong('server_id', 'unknown_id');
    const { address, subnetId } = placeOf(server.document, reached, asked, place);
    if (members.some(isAt(address))) throw wrong('address', 'duplicates');
    members.push({ serverId, address, subnetId, weight, enabled });
  }
  return [...members, ...gone.filter(({ address }) => !members.some(isAt(address)))];
}
