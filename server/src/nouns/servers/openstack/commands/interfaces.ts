import { z } from 'zod';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DetachInterface } from '@gantry/contract/nouns/servers/bodies';
import type { InterfaceWanted, UpdateInterface } from '@gantry/contract/nouns/servers/interfaces';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Document, Row } from '../../../../port/store/rows.ts';
import type { Store } from '../../../../port/store/store.ts';
import { visibilityOfActor } from '../../../../store/visibility/visibility.ts';
import type { Acceptance, Command, CommandContext } from '../../../../port/engine.ts';
import { isUnanswered } from '../../../../port/unanswered.ts';
import { TASK_MARK } from '../../../../engines/openstack/client/mark.ts';
import { listPorts, type NeutronPort } from '../port-list.ts';
import { settleAttachment } from './attachment-settle.ts';
import { defaultGroupOf, interfaceProblems, type Problems } from './interface-checks.ts';
import {
  askToChange,
  changingToken,
  required,
  scopeProject,
  refreshNow,
  type Parts,
} from '../../../../engines/openstack/commands/parts.ts';
import { drainMembersOf } from '../../../load-balancer-pools/openstack/draining.ts';
import { dropOwnPorts, makePort, mayNeedPort, needsPort, refusalOf, removeOwnPorts, tidyPorts, type MadePort } from './ports.ts';
import { acceptedAction } from './recover.ts';

/** Milliseconds that the answer to an attachment is waited for: the compute service gives it only when its node has done it all. */
const PATIENCE_MS = 10_000;
/** Milliseconds until that request is given up for good. */
const LIMIT_MS = 120_000;

const interfaceAnswer = z.object({ interfaceAttachment: z.object({ mac_addr: z.string() }) });

/** What `settle` has to know: the hardware address, or those that the server had before. */
const memoShape = z.object({ mac: z.string().optional(), before: z.array(z.string()) });

/** Whose port may be left behind by a detachment. After a crash nobody knows: then it is looked for. */
const leftShape = z.object({ projectId: z.string().nullable().optional(), leavesPort: z.boolean().default(true) });

const macsOf = (server: Document | undefined): string[] => {
  const networks = server?.['networks'];
  return Array.isArray(networks) ? networks.map(({ mac_addr }: { mac_addr: string }) => mac_addr.toLowerCase()) : [];
};

/** The network, once it is certain that the interface fits it. Throws validation_failed. */
async function fittingNetwork(context: CommandContext, wanted: InterfaceWanted, projectId: string | null): Promise<Row> {
  const { store } = context;
  const visibility = visibilityOfActor(context.actor);
  const network = await store.read.find('network', wanted.network_id, visibility);
  const fields: Problems = network
    ? await interfaceProblems(store, visibility, { wanted, network, projectId, at: '' })
    : { network_id: [{ code: 'unknown_id' }] };
  if (!network || Object.keys(fields).length > 0) throw new GantryError('validation_failed', { fields });
  return network;
}

interface Attachment {
  wanted: InterfaceWanted;
  /** What was made for it; absent: the compute service makes one. */
  port: MadePort | undefined;
}

/** Asks for an interface. Returns the service's words, or undefined where they take longer than anyone should wait for an answer. */
async function askForInterface(
  parts: Parts,
  context: CommandContext,
  target: { id: string; projectId: string | null },
  { wanted, port }: Attachment,
) {
  const as = await changingToken(parts, context, target.projectId);
  const { network_id, fixed_ips: [ip] = [] } = wanted;
  const made = { net_id: network_id, ...(ip !== undefined && { fixed_ips: [{ ip_address: ip }] }) };
  const request = parts.api.ask('compute', {
    method: 'POST',
    path: `/servers/${encodeURIComponent(target.id)}/os-interface`,
    body: { interfaceAttachment: port ? { port_id: port.id } : made },
    as,
    requestId: context.requestId,
    timeLimit: LIMIT_MS,
    answer: interfaceAnswer,
  });
  const done = new AbortController();
  try {
    return await Promise.race([request, sleep(PATIENCE_MS, undefined, { signal: done.signal })]);
  } catch (error) {
    throw refusalOf(error, wanted, '') ?? error;
  } finally {
    done.abort();
    request.catch((err: unknown) => context.log.debug({ err, id: target.id }, 'an interface was refused'));
  }
}

export const attachInterface = (parts: Parts): Command<InterfaceWanted> => ({
  async accept(context, target, wanted) {
    const row = required(target);
    const { projectId } = row;
    const network = await fittingNetwork(context, wanted, projectId);
    const before = macsOf(row.document);
    const isMade = needsPort(wanted, network);
    try {
      const port = isMade ? await makePort(parts, context, { wanted, network, projectId, place: 0, at: '' }) : undefined;
      const answer = await askForInterface(parts, context, row, { wanted, port });
      await refreshNow(parts, context, row.id);
      const mac = (port?.mac_address ?? answer?.body.interfaceAttachment.mac_addr)?.toLowerCase();
      return { id: row.id, requestId: answer?.requestId, memo: { before, ...(mac !== undefined && { mac }) } };
    } catch (error) {
      // What may be carried out all the same still needs the port.
      if (isMade && !isUnanswered(error)) await dropOwnPorts(parts, context, projectId);
      throw error;
    }
  },
  async settle(context, { id, requestId, memo }) {
    const { mac, before } = memoShape.parse(memo);
    await settleAttachment(parts, context, {
      serverId: id,
      requestId: requestId ?? (await acceptedAction(parts, context, id, 'attach_interface'))?.request_id,
      isDone: ({ server }) => macsOf(server).some((one) => (mac === undefined ? !before.includes(one) : one === mac)),
    });
  },
  async recover(context, target, { network_id: network }): Promise<Acceptance | undefined> {
    const id = required(target);
    const accepted = await acceptedAction(parts, context, id, 'attach_interface');
    if (!accepted) return undefined;
    const macs = (await listPorts(parts.api, [id])).filter(({ network_id }) => network_id !== network).map((port) => port.mac_address);
    return { id, requestId: accepted.request_id, memo: { before: macs.map((mac) => mac.toLowerCase()) } };
  },
  async abandon(context, wanted) {
    if (mayNeedPort(wanted)) await removeOwnPorts(parts, context, scopeProject(context));
  },
});

/** Neutron changes a port at once. Asked for again it becomes the same. */
export const updateInterface = (parts: Parts): Command<UpdateInterface> => ({
  async accept(context, target, { mac_addr: mac, ...wanted }) {
    const { id, projectId } = required(target);
    const { store } = context;
    const port = await portOf(parts, id, mac);
    if (!port) return notAttached(parts, context, id);
    const network = await store.read.get({ engine: parts.engine, kind: 'network', id: port.network_id });
    const fields = network ? await interfaceProblems(store, visibilityOfActor(context.actor), { wanted, network, projectId, at: '' }) : {};
    if (Object.keys(fields).length > 0) throw new GantryError('validation_failed', { fields });
    const change = {
      service: 'network',
      method: 'PUT',
      path: `/ports/${encodeURIComponent(port.id)}`,
      body: { port: await changeOf(store, port, wanted, projectId) },
    } as const;
    const requestId = await askToChange(parts, context, projectId, change).catch((error: unknown) => {
      throw refusalOf(error, { fixed_ips: wanted.fixed_ips }, '') ?? error;
    });
    await refreshNow(parts, context, id);
    return { id, requestId };
  },
  async settle(context, { id }, { fixed_ips: ips }) {
    if (ips) await drainMembersOf(parts, context, id);
  },
});

/** What a port becomes: groups go with the protection, and the default one comes with it. Throws validation_failed. */
async function changeOf(store: Store, port: NeutronPort, wanted: Omit<UpdateInterface, 'mac_addr'>, projectId: string | null) {
  const { fixed_ips: ips, spoofing_protection: isProtected = port.port_security_enabled ?? true } = wanted;
  const begins = isProtected && port.port_security_enabled === false;
  const usual = begins && projectId !== null ? await defaultGroupOf(store, projectId) : undefined;
  const groups = wanted.security_group_ids ?? (isProtected ? usual && [usual] : []);
  if (!isProtected && groups !== undefined && groups.length > 0)
    throw new GantryError('validation_failed', { fields: { security_group_ids: [{ code: 'groups_unprotected' }] } });
  return {
    ...(ips && { fixed_ips: ips.map((ip) => ({ ip_address: ip })) }),
    ...(wanted.spoofing_protection !== undefined && { port_security_enabled: isProtected }),
    ...(groups && (wanted.security_group_ids !== undefined || wanted.spoofing_protection !== undefined) && { security_groups: groups }),
  };
}

async function notAttached(parts: Parts, context: CommandContext, id: string): Promise<never> {
  await refreshNow(parts, context, id);
  throw new GantryError('state_conflict', { reason: { code: 'interface_not_attached' } });
}

export const detachInterface = (parts: Parts): Command<DetachInterface> => ({
  async accept(context, target, { mac_addr: mac }) {
    const { id, projectId } = required(target);
    const port = await portOf(parts, id, mac);
    if (!port) return notAttached(parts, context, id);
    const path = `/servers/${encodeURIComponent(id)}/os-interface/${encodeURIComponent(port.id)}`;
    const requestId = await askToChange(parts, context, projectId, { method: 'DELETE', path });
    await refreshNow(parts, context, id);
    return { id, requestId, memo: { projectId, leavesPort: port.description === TASK_MARK } };
  },
  async settle(context, { id, requestId, memo }, { mac_addr: mac }) {
    const isDone: Parameters<typeof settleAttachment>[2]['isDone'] = ({ server }) => !macsOf(server).includes(mac.toLowerCase());
    await settleAttachment(parts, context, { serverId: id, requestId, isDone });
    // The compute service lets go of a port that was made for it, and leaves it.
    const { projectId, leavesPort } = leftShape.parse(memo ?? {});
    if (leavesPort) await tidyPorts(parts, context, projectId ?? scopeProject(context));
    await drainMembersOf(parts, context, id);
  },
  async recover(context, target, { mac_addr: mac }) {
    const id = required(target);
    if (!(await portOf(parts, id, mac))) return { id };
    const accepted = await acceptedAction(parts, context, id, 'detach_interface');
    return accepted && { id, requestId: accepted.request_id };
  },
});

const portOf = async ({ api }: Parts, serverId: string, mac: string) =>
  (await listPorts(api, [serverId])).find(({ mac_address: address }) => address.toLowerCase() === mac.toLowerCase());
