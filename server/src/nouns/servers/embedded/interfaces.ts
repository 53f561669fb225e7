import type { DetachInterface } from '@gantry/contract/nouns/servers/bodies';
import type { InterfaceWanted, UpdateInterface } from '@gantry/contract/nouns/servers/interfaces';
import { isInterfaceAttachable, isInterfaceEditable } from '@gantry/contract/nouns/servers/rules';
import type { Writer } from '../../../port/store/writer.ts';
import type { Command, CommandContext } from '../../../port/engine.ts';
import type { ServerDocument } from '../../../engines/embedded/platform/documents.ts';
import type { Port } from './documents.ts';
import { noteEntry } from './journal.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import { changePort, releasePort, takePort } from './ports.ts';
import { putServer } from '../../../engines/embedded/platform/rows.ts';
import { doneAtOnce } from '../../../engines/embedded/platform/accept.ts';
import { leaveFloating } from '../../floating-ips/embedded/assign.ts';
import { assertDirect } from '../../networks/embedded/policies.ts';
import { groupsReferenced, invalid, referenced } from '../../../engines/embedded/platform/references.ts';
import { documentFor } from '../../../engines/embedded/platform/lifecycle.ts';

const entry = (action: 'attach_interface' | 'detach_interface', { requestId, actor }: CommandContext) => ({
  action,
  request_id: requestId,
  user_id: actor.userId,
  message: null,
});

const nicOf = (port: Port): ServerDocument['networks'][number] => ({ ...port, name: null, ipam_enabled: null });
const dataOf = ({ mac_addr, ips }: Port): ServerDocument['network_data'][number] => ({ mac_addr, fixed_ips: ips });

/** The server with other interfaces. */
const put = (platform: Platform, writer: Writer, server: ServerDocument, nics: Pick<ServerDocument, 'networks' | 'network_data'>) =>
  putServer(platform, writer, { ...server, ...nics, updated: platform.now() });

/** `server.attachInterface`: with what is requested, or the next free address. Throws validation_failed at the field that cannot be had. */
export const attachInterface = (platform: Platform): Command<InterfaceWanted> =>
  doneAtOnce(platform, async (writer, { context, id, body }) => {
    const server = await documentFor({ platform, writer }, 'server', id, isInterfaceAttachable);
    const { actor } = context;
    const [network] = await referenced(platform, 'network', [body.network_id], actor, 'network_id');
    if (!network) throw invalid('network_id', { code: 'unknown_id' });
    assertDirect(network, actor, 'network_id');
    const projectId = server.project_id;
    await groupsReferenced(platform, body.security_group_ids, { actor, projectId }, 'security_group_ids');
    const port = await takePort(platform, writer, network, { wanted: body, projectId, at: '' });
    await noteEntry(platform, writer.records, server.id, entry('attach_interface', context));
    await put(platform, writer, server, {
      networks: [...server.networks, nicOf(port)],
      network_data: [...server.network_data, dataOf(port)],
    });
    return server.id;
  });

/** `server.updateInterface`: addresses, security groups, protection. Throws validation_failed at the field that cannot be had. */
export const updateInterface = (platform: Platform): Command<UpdateInterface> =>
  doneAtOnce(platform, async (writer, { context, id, body }) => {
    const found = await documentFor({ platform, writer }, 'server', id, (one) => isInterfaceEditable(one, body));
    const projectId = found.project_id;
    await groupsReferenced(platform, body.security_group_ids, { actor: context.actor, projectId }, 'security_group_ids');
    const own = body.mac_addr.toLowerCase();
    const { fixed_ips: wanted } = body;
    const isLost = (port: { mac: string; fixed: string }) => port.mac === own && wanted?.includes(port.fixed) === false;
    const server = await leaveFloating(platform, writer, found, isLost);
    const place = server.networks.findIndex(({ mac_addr: mac }) => mac === own);
    const shown = server.networks[place];
    const fixed = server.network_data.find(({ mac_addr: mac }) => mac === own)?.fixed_ips ?? [];
    const floating = (shown?.ips ?? []).filter((ip) => !fixed.includes(ip));
    const before = shown && { ...shown, ips: fixed };
    const network = before?.network_id ? await platform.document(writer, 'network', before.network_id) : undefined;
    if (!before || !network) throw invalid('mac_addr', { code: 'unknown_id' });
    const port = await changePort(platform, writer, network, before, { body, projectId });
    await put(platform, writer, server, {
      networks: server.networks.with(place, nicOf({ ...port, ips: [...port.ips, ...floating] })),
      network_data: server.network_data.map((data) => (data.mac_addr === port.mac_addr ? dataOf(port) : data)),
    });
    return server.id;
  });

/** `server.detachInterface`: its addresses are free again. */
export const detachInterface = (platform: Platform): Command<DetachInterface> =>
  doneAtOnce(platform, async (writer, { context, id, body }) => {
    const found = await documentFor({ platform, writer }, 'server', id, (one) => isInterfaceEditable(one, body));
    const mac = body.mac_addr.toLowerCase();
    const server = await leaveFloating(platform, writer, found, (port) => port.mac === mac);
    const isOther = (one: { mac_addr: string }): boolean => one.mac_addr !== mac;
    const port = server.networks.find((one) => !isOther(one));
    const network = port?.network_id ? await platform.document(writer, 'network', port.network_id) : undefined;
    if (port && network) await releasePort(platform, writer, network, port);
    await noteEntry(platform, writer.records, server.id, entry('detach_interface', context));
    await put(platform, writer, server, {
      networks: server.networks.filter(isOther),
      network_data: server.network_data.filter(isOther),
    });
    return server.id;
  });
