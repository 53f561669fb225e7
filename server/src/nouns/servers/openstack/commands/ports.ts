/**
 * Ports that are made for interfaces of which more is asked than the compute service's own requests have words for: a hardware address,
 * security groups of one interface, no protection, several addresses. They carry the task in their name. The compute service leaves them
 * behind when it lets go of them: they are taken away by whoever lets it, or by the next one who comes by.
 */
import { z } from 'zod';
import type { InterfaceWanted } from '@gantry/contract/nouns/servers/interfaces';
import { isInProgress } from '@gantry/contract/nouns/servers/rules';
import { GantryError, type CodedText } from '@gantry/contract/wire/errors';
import type { Row } from '../../../../port/store/rows.ts';
import type { CommandContext } from '../../../../port/engine.ts';
import { ServiceError, ignoreNotFound } from '../../../../engines/openstack/client/errors.ts';
import { markOf, TASK_MARK } from '../../../../engines/openstack/client/mark.ts';
import { askToChange, sendChange, type Parts } from '../../../../engines/openstack/commands/parts.ts';

type Subnets = readonly { id: string; ip_version: 4 | 6 }[];
const subnetsOf = ({ document }: Row): Subnets => document['subnets'] as Subnets;

const versionOf = (ip: string): 4 | 6 => (ip.includes(':') ? 6 : 4);

/** One subnet of each IP version that has no address yet: there the next free one is taken. */
const openSubnets = (network: Row, fixed: readonly string[]): Subnets => {
  const others = subnetsOf(network).filter(({ ip_version: version }) => !fixed.some((ip) => versionOf(ip) === version));
  return [...new Map(others.toReversed().map((subnet) => [subnet.ip_version, subnet])).values()];
};

/** Whether a port may be made for an interface, in a network of which nothing is known. */
export const mayNeedPort = ({ network_id: _network, ...wanted }: InterfaceWanted): boolean => Object.keys(wanted).length > 0;

/** Whether the compute service's own request has no words for an interface: it knows network and one address. */
export function needsPort({ fixed_ips: fixed = [], ...wanted }: InterfaceWanted, network: Row): boolean {
  if (wanted.mac_addr !== undefined || wanted.spoofing_protection === false || wanted.security_group_ids !== undefined) return true;
  return fixed.length > 1 || (fixed.length === 1 && openSubnets(network, fixed).length > 0);
}

/** What a port is made of, whose it is, which of several it is, and where in the request's body it stands: `interfaces.0.`, or nothing. */
export interface PortRequest {
  wanted: InterfaceWanted;
  network: Row;
  projectId: string | null;
  place: number;
  at: string;
}

/** `<mark>/<place>` */
const nameOf = (context: CommandContext, place: number): string => `${markOf(context)}/${place}`;

const made = z.object({ port: z.object({ id: z.string(), mac_address: z.string() }) });
export type MadePort = z.output<typeof made>['port'];

/** Makes a port. Throws validation_failed at the field that cannot be had, and what the network service refuses. */
export async function makePort(parts: Parts, context: CommandContext, request: PortRequest): Promise<MadePort> {
  const { wanted, network, projectId, place, at } = request;
  const { fixed_ips: fixed = [], mac_addr: mac, spoofing_protection: isProtected, security_group_ids: groups } = wanted;
  const addresses = [...fixed.map((ip) => ({ ip_address: ip })), ...openSubnets(network, fixed).map(({ id }) => ({ subnet_id: id }))];
  const port = {
    network_id: network.id,
    name: nameOf(context, place),
    description: TASK_MARK,
    ...(projectId !== null && { project_id: projectId }),
    ...(mac !== undefined && { mac_address: mac }),
    // Without any it chooses by itself, one of each version.
    ...(fixed.length > 0 && { fixed_ips: addresses }),
    ...(isProtected === false && { port_security_enabled: false }),
    ...(groups !== undefined && { security_groups: groups }),
  };
  const change = { service: 'network', method: 'POST', path: '/ports', body: { port }, answer: made } as const;
  try {
    return (await sendChange(parts, context, projectId, change)).body.port;
  } catch (error) {
    throw refusalOf(error, wanted, at) ?? error;
  }
}

/** What the network service says of an address, as a refusal of its field; undefined where it speaks of something else. */
export function refusalOf(
  error: unknown,
  { fixed_ips: fixed = [], mac_addr: mac }: Pick<InterfaceWanted, 'fixed_ips' | 'mac_addr'>,
  at: string,
): GantryError | undefined {
  if (!(error instanceof ServiceError)) return undefined;
  const words = (error.detail ?? '').toLowerCase();
  const names = (text: string): boolean => words.split(/[\s,'"]/).some((word) => word.replace(/\.$/, '') === text.toLowerCase());
  const isTaken = /\bin use\b|already (in use|allocated)/.test(words);
  const wrong = (field: string, problem: CodedText) =>
    new GantryError('validation_failed', {
      fields: { [`${at}${field}`]: [problem] },
      ...(error.detail !== undefined && { detail: error.detail }),
      ...(error.requestId !== undefined && { requestId: error.requestId }),
      cause: error,
    });
  if (mac !== undefined && isTaken && names(mac)) return wrong('mac_addr', { code: 'mac_taken' });
  const place = fixed.findIndex(names);
  if (place < 0) return undefined;
  if (isTaken) return wrong(`fixed_ips.${place}`, { code: 'address_taken' });
  if (words.includes('cannot be directly assigned')) return wrong(`fixed_ips.${place}`, { code: 'address_automatic' });
  return /not a valid ip/.test(words) ? wrong(`fixed_ips.${place}`, { code: 'address_outside' }) : undefined;
}

/** Takes a port away; one that is gone is a success. */
const removePort = (parts: Parts, context: CommandContext, projectId: string | null, id: string): Promise<unknown> =>
  ignoreNotFound(
    askToChange(parts, context, projectId, { service: 'network', method: 'DELETE', path: `/ports/${encodeURIComponent(id)}` }),
  );

const found = z.object({ ports: z.array(z.object({ id: z.string(), name: z.string(), device_id: z.string() })) });

/** Ports of a project that were made for servers and that no server has. */
async function spare(parts: Parts, context: CommandContext, projectId: string | null) {
  const query = new URLSearchParams({ description: TASK_MARK, ...(projectId !== null && { project_id: projectId }) });
  for (const field of ['id', 'name', 'device_id']) query.append('fields', field);
  const change = { service: 'network', method: 'GET', path: '/ports', query, answer: found } as const;
  const { body } = await sendChange(parts, context, projectId, change);
  return body.ports.filter(({ device_id: server }) => server === '');
}

/** Takes away the ports that this task has made, as far as no server has them. */
export async function removeOwnPorts(parts: Parts, context: CommandContext, projectId: string | null): Promise<void> {
  const own = `${markOf(context)}/`;
  for (const { id, name } of await spare(parts, context, projectId))
    if (name.startsWith(own)) await removePort(parts, context, projectId, id);
}

/** The same after a refusal, which is what is reported: a failure is only noted, the ports are found by the next one who comes by. */
export const dropOwnPorts = (parts: Parts, context: CommandContext, projectId: string | null): Promise<void> =>
  removeOwnPorts(parts, context, projectId).catch((err: unknown) => context.log.warn({ err, projectId }, LEFT));

const LEFT = 'ports that no server has could not be taken away';

/** Whether a task may still give a port to a server: it goes on, or its server is still being made. */
async function isAwaited({ engine }: Parts, { store }: CommandContext, taskId: string): Promise<boolean> {
  const run = await store.tasks.get(taskId);
  if (!run) return false;
  if (run.phase !== 'ended') return true;
  const ids = run.targets.filter((id) => id !== null);
  const servers = await store.read.getMany(engine, 'server', ids);
  return [...servers.values()].some(({ document }) => isInProgress(document));
}

/**
 * Takes away the ports of a project that were made for servers and that nobody waits for any more, whoever has let go of them. What is left
 * over is found by the next one who does so; a failure is only noted.
 */
export async function tidyPorts(parts: Parts, context: CommandContext, projectId: string | null): Promise<void> {
  try {
    for (const { id, name } of await spare(parts, context, projectId)) {
      const [taskId = ''] = name.split(/[#/]/);
      if (!(await isAwaited(parts, context, taskId))) await removePort(parts, context, projectId, id);
    }
  } catch (err) {
    context.log.warn({ err, projectId }, LEFT);
  }
}
