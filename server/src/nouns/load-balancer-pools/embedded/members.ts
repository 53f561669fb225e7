/** Who gets what arrives: addresses of servers that the balancer reaches, in its own network or by a router. */
import { randomUUID } from 'node:crypto';
import type { PoolMember } from '@gantry/contract/nouns/load-balancer-pools/entity';
import type { MemberWanted } from '@gantry/contract/nouns/load-balancer-pools/bodies';
import type { LoadBalancerDocument } from '../../../engines/embedded/platform/documents.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import { invalid, referenced } from '../../../engines/embedded/platform/references.ts';
import type { CommandContext } from '../../../port/engine.ts';
import type { Writer } from '../../../port/store/writer.ts';
import { routersIn } from '../../networks/embedded/connected.ts';
import { placeOf, type Reached } from '../shared/reach.ts';

type Placed = Pick<LoadBalancerDocument, 'network_id' | 'subnet_id'>;

/** The subnets that a balancer reaches: all of its own network, and those that are connected to its own one by a router. */
export async function reachedFrom(platform: Platform, writer: Writer, { network_id: id, subnet_id: own }: Placed): Promise<Reached> {
  const network = id === null ? undefined : await platform.document(writer, 'network', id);
  if (!network) return [];
  const near = network.subnets.toSorted((a, b) => Number(b.id === own) - Number(a.id === own));
  const reached = near.map((subnet) => ({ networkId: network.id, subnet }));
  const routers = own === null ? [] : await routersIn(platform, 'subnet', own);
  const others = routers.flatMap(({ interfaces_info: interfaces }) => interfaces).filter(({ network_id: other }) => other !== network.id);
  for (const { network_id: other, fixed_ips: fixed } of others) {
    const far = await platform.document(writer, 'network', other);
    const subnets = (far?.subnets ?? []).filter((subnet) => fixed.some(({ subnet_id: one }) => one === subnet.id));
    reached.push(...subnets.map((subnet) => ({ networkId: other, subnet })));
  }
  return reached;
}

interface Wanted {
  list: readonly MemberWanted[];
  /** Those that it had before keep their ids and their health. */
  before: readonly PoolMember[];
  port: number;
  projectId: string;
  reached: Reached;
  /** Where the list stands in the body: `members.`, `pools.0.members.`. */
  at: string;
}

/** Members as they are asked for. Throws validation_failed at the field of one that is not reached. One that is gone makes room for who has its address. */
export async function membersOf(
  platform: Platform,
  writer: Writer,
  { actor }: CommandContext,
  { list, before, port, projectId, reached, at }: Wanted,
): Promise<PoolMember[]> {
  const members: PoolMember[] = [];
  for (const [index, { server_id: id, address: asked, weight, enabled }] of list.entries()) {
    const place = `${at}${index}.`;
    const known = before.find((one) => one.server_id === id && one.address === asked);
    if (known?.gone) {
      members.push({ ...known, weight, enabled });
      continue;
    }
    await referenced(platform, 'server', [id], actor, `${place}server_id`);
    const server = await platform.document(writer, 'server', id);
    if (server?.project_id !== projectId) throw invalid(`${place}server_id`, { code: 'unknown_id' });
    const { address } = placeOf(server, reached, asked, place);
    const same = (one: PoolMember): boolean => one.server_id === id && one.address === address;
    if (members.some(same)) throw invalid(`${place}address`, { code: 'duplicates' });
    const kept = before.find(same);
    const fresh = {
      id: randomUUID(),
      server_id: id,
      server_name: null,
      address,
      protocol_port: port,
      health: 'UNKNOWN',
      gone: false,
    } as const;
    members.push({ ...(kept ?? fresh), weight, enabled });
  }
  return members.filter((one) => !one.gone || !members.some((other) => other !== one && other.address === one.address));
}
