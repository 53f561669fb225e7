/** Subnets: made, changed and deleted on their own, and with their network. What is marked with a task has it in its description. */
import { z } from 'zod';
import type { Network } from '@gantry/contract/nouns/networks/entity';
import { poolsBeside, subnetProblems } from '@gantry/contract/nouns/networks/subnet-rules';
import { newProblems } from '@gantry/contract/validation/new-problems';
import {
  keptNameservers,
  keptPools,
  type Subnet,
  type SubnetCreate,
  type SubnetUpdate,
  type SubnetWanted,
} from '@gantry/contract/nouns/networks/subnets';
import { GantryError, type CodedText } from '@gantry/contract/wire/errors';
import type { Document, Row } from '../../../port/store/rows.ts';
import type { Command, CommandContext } from '../../../port/engine.ts';
import { ignoreNotFound } from '../../../engines/openstack/client/errors.ts';
import { describedBy } from '../../../engines/openstack/commands/task-marks.ts';
import { askToChange, required, sendChange, refreshNow, type Parts } from '../../../engines/openstack/commands/parts.ts';
import type { Owned } from './access.ts';
import { listSubnets } from './client.ts';
import { overlap, without } from './ranges.ts';
import { attachedTo, meaningOf } from './refusals.ts';

const KIND = 'network';

/** Members that both a new subnet and a change have, as the service takes them. */
const membersOf = ({ dns_nameservers: nameservers, allocation_pools: pools, ...members }: SubnetUpdate) => ({
  ...members,
  ...(nameservers && { dns_nameservers: keptNameservers(nameservers) }),
  ...(pools && { allocation_pools: keptPools(pools) }),
});

const subnetsOf = ({ document }: Row): readonly Subnet[] => (document as Document & Pick<Network, 'subnets'>).subnets;

/** Where each of several subnets stands in the body, and which one overlaps an earlier one, or one that is there. Throws validation_failed. */
export function assertApart(wanted: readonly { cidr: string; at: string }[], present: readonly string[] = []): void {
  const fields: Record<string, CodedText[]> = {};
  const taken = [...present];
  for (const { cidr, at } of wanted) {
    const other = taken.find((one) => overlap(one, cidr));
    if (other !== undefined) fields[`${at}cidr`] = [{ code: 'subnet_overlaps', params: { cidr: other } }];
    taken.push(cidr);
  }
  if (Object.keys(fields).length > 0) throw new GantryError('validation_failed', { fields });
}

/** Makes a subnet of a network. Throws validation_failed at the field that is refused, and what else the service refuses. */
export async function makeSubnet(
  parts: Parts,
  context: CommandContext,
  { id, projectId }: Owned,
  { at, ...wanted }: SubnetWanted & { at: string },
): Promise<string | undefined> {
  const { cidr } = wanted;
  const subnet = {
    ...membersOf(wanted),
    cidr,
    network_id: id,
    ip_version: cidr.includes(':') ? 6 : 4,
    description: describedBy(context),
    ...(projectId !== null && { project_id: projectId }),
  };
  const change = { service: 'network', method: 'POST', path: '/subnets', body: { subnet } } as const;
  return askToChange(parts, context, projectId, change).catch(meaningOf({ at, cidr }));
}

/** The network as it is now. Throws not_found. */
async function networkNow(parts: Parts, context: CommandContext, target: Row | null): Promise<Row> {
  const { id } = required(target);
  await refreshNow(parts, context, id, KIND);
  const row = await context.store.read.get({ engine: parts.engine, kind: KIND, id });
  if (!row) throw new GantryError('not_found');
  return row;
}

export const createSubnet = (parts: Parts): Command<SubnetCreate> => ({
  async accept(context, target, { network_id: _network, ...wanted }) {
    const network = await networkNow(parts, context, target);
    const present = subnetsOf(network).map(({ cidr }) => cidr);
    assertApart([{ cidr: wanted.cidr, at: '' }], present);
    const requestId = await makeSubnet(parts, context, network, { ...wanted, at: '' });
    await refreshNow(parts, context, network.id, KIND);
    return { id: network.id, requestId };
  },
  async recover(context, target) {
    const id = required(target);
    const made = (await listSubnets(parts.api, [id])).some(({ description }) => description === describedBy(context));
    return made ? { id } : undefined;
  },
});

/** Of one subnet: its id is in the path, and so a member of what the command gets. */
type OfSubnet<B> = B & { subnetId: string };

const pathOf = (id: string): string => `/subnets/${encodeURIComponent(id)}`;

export const updateSubnet = (parts: Parts): Command<OfSubnet<SubnetUpdate>> => ({
  async accept(context, target, { subnetId, ...change }) {
    const network = await networkNow(parts, context, target);
    const subnet = subnetsOf(network).find(({ id }) => id === subnetId);
    if (!subnet) throw new GantryError('not_found');
    const body = { subnet: changeOf(subnet, change) };
    const request = { service: 'network', method: 'PUT', path: pathOf(subnetId), body } as const;
    const requestId = await askToChange(parts, context, network.projectId, request).catch(meaningOf({ at: '', cidr: subnet.cidr }));
    await refreshNow(parts, context, network.id, KIND);
    return { id: network.id, requestId };
  },
});

/**
 * What is sent: a new gateway is taken out of the pools, as the service refuses one that it might hand out. Throws validation_failed where
 * the subnet does not have room for it.
 */
function changeOf(subnet: Subnet, change: SubnetUpdate) {
  const { gateway_ip: gateway = subnet.gateway_ip } = change;
  const isMoved = typeof change.gateway_ip === 'string' && change.allocation_pools === undefined;
  const named = change.allocation_pools && keptPools(change.allocation_pools);
  // None at all: the service would hand out nothing. What was meant is what a new subnet has where none are named.
  const pools = isMoved
    ? without(subnet.allocation_pools, change.gateway_ip!)
    : named?.length === 0
      ? poolsBeside(subnet.cidr, gateway)
      : named;
  const { cidr, gateway_ip, allocation_pools } = subnet;
  const now = { cidr, gateway_ip: gateway, allocation_pools: pools ?? allocation_pools };
  const problems = newProblems(subnetProblems, now, { cidr, gateway_ip, allocation_pools });
  if (problems.length > 0) {
    const fields = Object.groupBy(problems, ({ path }) => path.join('.'));
    throw new GantryError('validation_failed', { fields: fields as Record<string, CodedText[]> });
  }
  return membersOf({ ...change, ...(pools && { allocation_pools: pools }) });
}

export const deleteSubnet = (parts: Parts): Command<OfSubnet<object>> => ({
  async accept(context, target, { subnetId }) {
    const { id, projectId } = required(target);
    const change = { service: 'network', method: 'DELETE', path: pathOf(subnetId), answer: z.unknown() } as const;
    const answer = await ignoreNotFound(sendChange(parts, context, projectId, change)).catch(
      attachedTo(parts, { fixed_ips: `subnet_id=${subnetId}` }),
    );
    await refreshNow(parts, context, id, KIND);
    return { id, requestId: answer?.requestId };
  },
  async recover(_context, target, { subnetId }) {
    const id = required(target);
    const there = (await listSubnets(parts.api, [id])).some((subnet) => subnet.id === subnetId);
    return there ? undefined : { id };
  },
});
