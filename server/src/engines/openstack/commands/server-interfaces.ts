import { z } from 'zod';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AttachInterface, DetachInterface } from '@gantry/contract/nouns/servers/bodies';
import { GantryError } from '@gantry/contract/wire/errors';
import { isHostIn } from '@gantry/contract/wire/ip';
import type { Document } from '../../../store/port.ts';
import type { Acceptance, Command, CommandContext } from '../../engine.ts';
import { ServiceError } from '../client/errors.ts';
import { listPorts } from '../client/neutron.ts';
import { settleAttachment } from './attachment-settle.ts';
import { askToChange, changingToken, required, showAtOnce, type Parts } from './parts.ts';
import { acceptedAction } from './recover.ts';

/** Milliseconds that the answer to an attachment is waited for: the compute service gives it only when its node has done it all. */
const PATIENCE_MS = 10_000;
/** Milliseconds until that request is given up for good. */
const LIMIT_MS = 120_000;

const interfaceAnswer = z.object({ interfaceAttachment: z.object({ mac_addr: z.string() }) });

/** What `settle` has to know: the hardware address, or those that the server had before. */
const memoShape = z.object({ mac: z.string().optional(), before: z.array(z.string()) });

const macsOf = (server: Document | undefined): string[] => {
  const networks = server?.['networks'];
  return Array.isArray(networks) ? networks.map(({ mac_addr }: { mac_addr: string }) => mac_addr.toLowerCase()) : [];
};

const wrong = (code: string) => new GantryError('validation_failed', { fields: { ip: [{ code }] } });

/** The compute service answers an address outside of the network as a fault of its own: it is looked at before. Throws validation_failed. */
async function assertInside(parts: Parts, context: CommandContext, { network_id: id, ip }: AttachInterface): Promise<void> {
  if (ip === undefined) return;
  const network = await context.store.read.get({ engine: parts.engine, kind: 'network', id });
  const subnets = z.object({ subnets: z.array(z.object({ cidr: z.string() })) }).safeParse(network?.document).data?.subnets ?? [];
  if (!subnets.some(({ cidr }) => isHostIn(cidr, ip))) throw wrong('address_outside');
}

/** Asks for an interface. Returns the service's words, or undefined where they take longer than anyone should wait for an answer. */
async function askForInterface(
  parts: Parts,
  context: CommandContext,
  target: { id: string; projectId: string | null },
  { network_id, ip }: AttachInterface,
) {
  const as = await changingToken(parts, context, target.projectId);
  const interfaceAttachment = { net_id: network_id, ...(ip !== undefined && { fixed_ips: [{ ip_address: ip }] }) };
  const asked = parts.api.ask('compute', {
    method: 'POST',
    path: `/servers/${encodeURIComponent(target.id)}/os-interface`,
    body: { interfaceAttachment },
    as,
    requestId: context.requestId,
    timeLimit: LIMIT_MS,
    answer: interfaceAnswer,
  });
  const done = new AbortController();
  try {
    return await Promise.race([asked, sleep(PATIENCE_MS, undefined, { signal: done.signal })]);
  } catch (error) {
    if (error instanceof ServiceError && /Fixed IP .* is already in use/i.test(error.detail ?? '')) throw wrong('address_taken');
    throw error;
  } finally {
    done.abort();
    asked.catch((err: unknown) => context.log.debug({ err, id: target.id }, 'an interface was refused'));
  }
}

export const attachInterface = (parts: Parts): Command<AttachInterface> => ({
  async accept(context, target, body) {
    const row = required(target);
    await assertInside(parts, context, body);
    const before = macsOf(row.document);
    const answer = await askForInterface(parts, context, row, body);
    await showAtOnce(parts, context, row.id);
    const mac = answer?.body.interfaceAttachment.mac_addr.toLowerCase();
    return { id: row.id, requestId: answer?.requestId, memo: { before, ...(mac !== undefined && { mac }) } };
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
});

export const detachInterface = (parts: Parts): Command<DetachInterface> => ({
  async accept(context, target, { mac_addr: mac }) {
    const { id, projectId } = required(target);
    const port = await portOf(parts, id, mac);
    if (!port) {
      await showAtOnce(parts, context, id);
      throw new GantryError('state_conflict', { reason: { code: 'interface_not_attached' } });
    }
    const path = `/servers/${encodeURIComponent(id)}/os-interface/${encodeURIComponent(port.id)}`;
    const requestId = await askToChange(parts, context, projectId, { method: 'DELETE', path });
    await showAtOnce(parts, context, id);
    return { id, requestId };
  },
  settle: (context, { id, requestId }, { mac_addr: mac }) =>
    settleAttachment(parts, context, { serverId: id, requestId, isDone: ({ server }) => !macsOf(server).includes(mac.toLowerCase()) }),
  async recover(context, target, { mac_addr: mac }) {
    const id = required(target);
    if (!(await portOf(parts, id, mac))) return { id };
    const accepted = await acceptedAction(parts, context, id, 'detach_interface');
    return accepted && { id, requestId: accepted.request_id };
  },
});

const portOf = async ({ api }: Parts, serverId: string, mac: string) =>
  (await listPorts(api, [serverId])).find(({ mac_address: address }) => address.toLowerCase() === mac.toLowerCase());
