/** What the network service does with routers. */
import { z } from 'zod';
import type {
  AddRouterInterface,
  GatewayWanted,
  RemoveRouterInterface,
  RouterCreate,
  RouterUpdate,
} from '@gantry/contract/nouns/routers/bodies';
import { GantryError } from '@gantry/contract/wire/errors';
import { no } from '@gantry/contract/wire/verdict';
import type { Command, CommandContext, Engine } from '../../../engine.ts';
import { visibilityOfActor } from '../../../../store/visibility/visibility.ts';
import { createAtOnce, deleteAtOnce, updateAtOnce } from '../../commands/at-once.ts';
import { describedBy, findMarked } from '../../commands/marks.ts';
import { meaningOf, type Meaning } from '../../commands/meanings.ts';
import { askToChange, refreshNow, required, scopeProject, sendChange, type Parts } from '../../commands/parts.ts';
import { listPorts } from '../servers/port-list.ts';
import { routers } from './client.ts';
import { isInternal } from './strategy.ts';

const KIND = 'router';
const GATEWAY = 'external_gateway_info';

const pathOf = (id: string): string => `/routers/${encodeURIComponent(id)}`;

const is = (code: string) => (): { code: string } => ({ code });

const MEANINGS: readonly Meaning[] = [
  { words: /is not (an|a valid) external network/i, field: `${GATEWAY}.network_id`, problem: is('network_not_external') },
  { words: /nexthop is not connected with router/i, field: 'routes', problem: is('nexthop_unreachable') },
  { words: /gateway to external network .* is required by/i, reason: no('router_gateway_in_use') },
  { words: /interface .* cannot be deleted, as it is required by .* floating/i, reason: no('router_interface_in_use') },
  { words: /interface .* cannot be deleted, as it is required by .* route/i, reason: no('router_interface_routed') },
  { words: /Router .* still has ports/i, reason: no('router_has_interfaces') },
  { words: /already has a port on subnet/i, field: 'network_id', problem: is('router_has_subnet') },
  {
    words: /overlaps with cidr (\S+) of subnet/i,
    field: 'network_id',
    problem: ([, cidr = '']) => ({ code: 'router_subnet_overlaps', params: { cidr } }),
  },
  { words: /must have a gateway IP/i, field: 'ip_address', problem: is('required') },
];

/** Of the addresses that are asked for: outside, and of a new interface. */
const addresses = (field: string): readonly Meaning[] => [
  { words: /address \S+ (is in use|already allocated)/i, field, problem: is('address_taken') },
  { words: /is not a valid IP for/i, field, problem: is('address_outside') },
];
const OUTSIDE = [...MEANINGS, ...addresses(`${GATEWAY}.external_fixed_ips`)];
const INSIDE = [...MEANINGS, ...addresses('ip_address')];

const told =
  (meanings: readonly Meaning[]) =>
  (error: unknown): never => {
    throw meaningOf(meanings, error);
  };

const gatewayOf = (wanted: GatewayWanted | null | undefined) => (wanted === undefined ? {} : { [GATEWAY]: wanted });

const create = (parts: Parts): Command<RouterCreate> =>
  createAtOnce(parts, {
    kind: KIND,
    ask({ name, external_gateway_info: gateway }, context) {
      const project_id = scopeProject(context);
      if (project_id === null) throw new GantryError('project_scope_required');
      const router = { name, project_id, description: describedBy(context), ...gatewayOf(gateway) };
      return { service: 'network', path: '/routers', body: { router } };
    },
    refusalOf: (error) => {
      const meaning = meaningOf(OUTSIDE, error);
      return meaning instanceof GantryError ? meaning : undefined;
    },
    answer: z.object({ router: z.object({ id: z.string() }) }),
    idOf: (_context, _body, { router: { id } }) => id,
    find: (context) => findMarked(parts, context, routers, ['description']),
  });

/** The subnet that is meant. Throws validation_failed. */
async function chosenSubnet(context: CommandContext, { network_id: id, subnet_id: wanted }: AddRouterInterface): Promise<string> {
  if (wanted !== undefined) return wanted;
  const network = await context.store.read.find('network', id, visibilityOfActor(context.actor));
  const [first] = (network?.document['subnets'] ?? []) as readonly { id: string }[];
  if (!first) throw new GantryError('validation_failed', { fields: { network_id: [{ code: 'subnet_missing' }] } });
  return first.id;
}

const port = z.object({ port: z.object({ id: z.string() }) });

/** What is connected: the subnet by its gateway's address, or a port of its own, marked with the task, for another address. */
async function newInterface(parts: Parts, context: CommandContext, projectId: string | null, body: AddRouterInterface) {
  const subnet_id = await chosenSubnet(context, body);
  const { network_id, ip_address } = body;
  if (ip_address === undefined) return { subnet_id };
  const wanted = {
    network_id,
    fixed_ips: [{ subnet_id, ip_address }],
    description: describedBy(context),
    ...(projectId !== null && { project_id: projectId }),
  };
  const change = { service: 'network', method: 'POST', path: '/ports', body: { port: wanted }, answer: port } as const;
  return { port_id: (await sendChange(parts, context, projectId, change)).body.port.id };
}

const addInterface = (parts: Parts): Command<AddRouterInterface> => ({
  async accept(context, target, body) {
    const { id, projectId } = required(target);
    const made = await newInterface(parts, context, projectId, body).catch(told(INSIDE));
    const change = { service: 'network', method: 'PUT', path: `${pathOf(id)}/add_router_interface`, body: made } as const;
    try {
      const requestId = await askToChange(parts, context, projectId, change);
      await refreshNow(parts, context, id, KIND);
      return { id, requestId };
    } catch (error) {
      if (made.port_id !== undefined) await drop(parts, context, { id: made.port_id, projectId });
      throw meaningOf(INSIDE, error);
    }
  },
  async recover(context, target, body) {
    const id = required(target);
    const ports = await listPorts(parts.api, [id]);
    const subnet = await chosenSubnet(context, body);
    const isThere = ports.some((one) => isInternal(one) && one.fixed_ips.some(({ subnet_id: other }) => other === subnet));
    return isThere ? { id } : undefined;
  },
});

/** The refusal is what is to be told: a failure to take away what was made for it is only noted. */
async function drop(parts: Parts, context: CommandContext, { id, projectId }: { id: string; projectId: string | null }): Promise<void> {
  const change = { service: 'network', method: 'DELETE', path: `/ports/${encodeURIComponent(id)}` } as const;
  await askToChange(parts, context, projectId, change).catch((err: unknown) => {
    context.log.warn({ err, id }, 'the port of a refused interface could not be taken away');
  });
}

const removeInterface = (parts: Parts): Command<RemoveRouterInterface> => ({
  async accept(context, target, { network_id: network }) {
    const { id, projectId } = required(target);
    const ports = (await listPorts(parts.api, [id])).filter((one) => isInternal(one) && one.network_id === network);
    if (ports.length === 0) throw new GantryError('validation_failed', { fields: { network_id: [{ code: 'unknown_id' }] } });
    let requestId: string | undefined;
    for (const { id: port_id } of ports) {
      const change = { service: 'network', method: 'PUT', path: `${pathOf(id)}/remove_router_interface`, body: { port_id } } as const;
      requestId = await askToChange(parts, context, projectId, change).catch(told(INSIDE));
    }
    await refreshNow(parts, context, id, KIND);
    return { id, requestId };
  },
  async recover(_context, target, { network_id: network }) {
    const id = required(target);
    const ports = await listPorts(parts.api, [id]);
    return ports.some((one) => isInternal(one) && one.network_id === network) ? undefined : { id };
  },
});

/** What is done with routers, by the names of the contract's calls. */
export const routerCommands = (parts: Parts): Engine['commands'] => ({
  'router.create': create(parts),
  'router.update': updateAtOnce<RouterUpdate>(
    parts,
    KIND,
    ({ id }, { external_gateway_info: gateway, ...body }) => ({
      service: 'network',
      path: pathOf(id),
      body: { router: { ...body, ...gatewayOf(gateway) } },
    }),
    (error) => meaningOf(OUTSIDE, error),
  ),
  'router.delete': deleteAtOnce(parts, KIND, {
    ask: ({ id }) => ({ service: 'network', path: pathOf(id) }),
    refused: (_row, error) => Promise.reject(meaningOf(MEANINGS, error)),
  }),
  'router.addInterface': addInterface(parts),
  'router.removeInterface': removeInterface(parts),
});
