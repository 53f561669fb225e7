/** What interfaces of a router are, and stand for: ports by which servers reach it. */
import { z } from 'zod';
import type { AddRouterInterface, RemoveRouterInterface } from '@gantry/contract/nouns/routers/bodies';
import { GantryError } from '@gantry/contract/wire/errors';
import { no } from '@gantry/contract/wire/rule-result';
import type { Command, CommandContext } from '../../../port/engine.ts';
import { visibilityOfActor } from '../../../store/visibility/visibility.ts';
import { describedBy } from '../../../engines/openstack/commands/task-marks.ts';
import { meaningOf } from '../../../engines/openstack/commands/meanings.ts';
import { askToChange, refreshNow, required, sendChange, type Parts } from '../../../engines/openstack/commands/parts.ts';
import { listPorts, type NeutronPort } from '../../servers/openstack/port-list.ts';
import { INSIDE } from './meanings.ts';
import { isInternal } from './strategy.ts';

const KIND = 'router';

/** Where the service has a router. */
export const pathOf = (id: string): string => `/routers/${encodeURIComponent(id)}`;

/** A router, and whose it is. */
interface Owned {
  id: string;
  projectId: string | null;
}

/** The ports by which servers reach a router. */
const internalOf = async ({ api }: Parts, id: string): Promise<NeutronPort[]> => (await listPorts(api, [id])).filter(isInternal);

/** The subnet that is meant; `at`: where the interface stands in the body. Throws validation_failed. */
async function chosenSubnet(
  context: CommandContext,
  { network_id: id, subnet_id: wanted }: AddRouterInterface,
  at: string,
): Promise<string> {
  if (wanted !== undefined) return wanted;
  const network = await context.store.read.find('network', id, visibilityOfActor(context.actor));
  const [first] = network?.document.subnets ?? [];
  if (!first) throw new GantryError('validation_failed', { fields: { [`${at}network_id`]: [{ code: 'subnet_missing' }] } });
  return first.id;
}

const port = z.object({ id: z.string(), network_id: z.string(), fixed_ips: z.array(z.object({ ip_address: z.string() })) });
type Port = z.infer<typeof port>;

/** Ports that this task has made already, before a crash. */
async function ownPorts(parts: Parts, context: CommandContext, projectId: string | null): Promise<Port[]> {
  const query = { description: describedBy(context) };
  const answer = z.object({ ports: z.array(port) });
  return (await sendChange(parts, context, projectId, { service: 'network', method: 'GET', path: '/ports', query, answer })).body.ports;
}

/** An interface that is to be made. */
interface Wanted {
  body: AddRouterInterface;
  subnet: string;
  /** Where it stands in the body. */
  at: string;
}

/** A port with an address of its own, marked with the task. */
async function newPort(parts: Parts, context: CommandContext, projectId: string | null, { body, subnet }: Wanted): Promise<Port> {
  const { network_id, ip_address } = body;
  const wanted = {
    network_id,
    fixed_ips: [{ subnet_id: subnet, ip_address }],
    description: describedBy(context),
    ...(projectId !== null && { project_id: projectId }),
  };
  const change = { service: 'network', method: 'POST', path: '/ports', body: { port: wanted }, answer: z.object({ port }) } as const;
  return (await sendChange(parts, context, projectId, change)).body.port;
}

/** The refusal is what is to be told: a failure to take away what was made for it is only noted. */
async function drop(parts: Parts, context: CommandContext, { id, projectId }: Owned): Promise<void> {
  const change = { service: 'network', method: 'DELETE', path: `/ports/${encodeURIComponent(id)}` } as const;
  await askToChange(parts, context, projectId, change).catch((err: unknown) => {
    context.log.warn({ err, id }, 'the port of a refused interface could not be taken away');
  });
}

/**
 * Connects a router: to the subnet by its gateway's address, or for another address by a port, one of `own` where that is there. Returns the
 * service's id of the request.
 */
async function connect(
  parts: Parts,
  context: CommandContext,
  { id, projectId }: Owned,
  wanted: Wanted,
  own: readonly Port[] = [],
): Promise<string | undefined> {
  const rethrow = (error: unknown): never => {
    throw meaningOf(INSIDE, error, wanted.at);
  };
  const { ip_address: ip, network_id: network } = wanted.body;
  const isRequested = (one: Port): boolean => one.network_id === network && one.fixed_ips.some(({ ip_address: other }) => other === ip);
  const made = ip === undefined ? undefined : (own.find(isRequested) ?? (await newPort(parts, context, projectId, wanted).catch(rethrow)));
  const body = made ? { port_id: made.id } : { subnet_id: wanted.subnet };
  const change = { service: 'network', method: 'PUT', path: `${pathOf(id)}/add_router_interface`, body } as const;
  try {
    return await askToChange(parts, context, projectId, change);
  } catch (error) {
    if (made) await drop(parts, context, { id: made.id, projectId });
    return rethrow(error);
  }
}

const isIn =
  (subnet: string) =>
  ({ fixed_ips: fixed }: NeutronPort): boolean =>
    fixed.some(({ subnet_id: other }) => other === subnet);

/** Connects a new router to all that it is asked to be connected to, but what it is connected to already when this is done again. */
export async function connectAll(
  parts: Parts,
  context: CommandContext,
  router: Owned,
  wanted: readonly AddRouterInterface[],
): Promise<void> {
  if (wanted.length === 0) return;
  const before = await internalOf(parts, router.id);
  const own = wanted.some(({ ip_address: ip }) => ip !== undefined) ? await ownPorts(parts, context, router.projectId) : [];
  for (const [index, body] of wanted.entries()) {
    const at = `interfaces.${index}.`;
    const subnet = await chosenSubnet(context, body, at);
    if (!before.some(isIn(subnet))) await connect(parts, context, router, { body, subnet, at }, own);
  }
}

/** Takes interfaces of a router away. Returns the service's id of the last request. */
async function disconnect(
  parts: Parts,
  context: CommandContext,
  { id, projectId }: Owned,
  ports: readonly NeutronPort[],
): Promise<string | undefined> {
  let requestId: string | undefined;
  for (const { id: port_id } of ports) {
    const change = { service: 'network', method: 'PUT', path: `${pathOf(id)}/remove_router_interface`, body: { port_id } } as const;
    requestId = await askToChange(parts, context, projectId, change);
  }
  return requestId;
}

/** Takes a router away with all its interfaces. */
export async function takeDown(parts: Parts, context: CommandContext, router: Owned): Promise<void> {
  await disconnect(parts, context, router, await internalOf(parts, router.id));
  await askToChange(parts, context, router.projectId, { service: 'network', method: 'DELETE', path: pathOf(router.id) });
}

export const addInterface = (parts: Parts): Command<AddRouterInterface> => ({
  async accept(context, target, body) {
    const router = required(target);
    const subnet = await chosenSubnet(context, body, '');
    const requestId = await connect(parts, context, router, { body, subnet, at: '' });
    await refreshNow(parts, context, router.id, KIND);
    return { id: router.id, requestId };
  },
  async recover(context, target, body) {
    const id = required(target);
    const subnet = await chosenSubnet(context, body, '');
    return (await internalOf(parts, id)).some(isIn(subnet)) ? { id } : undefined;
  },
});

const inNetwork = async (parts: Parts, id: string, network: string): Promise<NeutronPort[]> =>
  (await internalOf(parts, id)).filter((one) => one.network_id === network);

export const removeInterface = (parts: Parts): Command<RemoveRouterInterface> => ({
  async accept(context, target, { network_id: network }) {
    const router = required(target);
    const ports = await inNetwork(parts, router.id, network);
    if (ports.length === 0) throw new GantryError('state_conflict', { reason: no('router_not_connected') });
    const requestId = await disconnect(parts, context, router, ports).catch((error: unknown) => {
      throw meaningOf(INSIDE, error);
    });
    await refreshNow(parts, context, router.id, KIND);
    return { id: router.id, requestId };
  },
  async recover(_context, target, { network_id: network }) {
    const id = required(target);
    return (await inNetwork(parts, id, network)).length > 0 ? undefined : { id };
  },
});
