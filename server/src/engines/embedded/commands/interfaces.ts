import type { AttachInterface, DetachInterface } from '@gantry/contract/nouns/servers/bodies';
import { isInterfaceAttachable, isInterfaceDetachable } from '@gantry/contract/nouns/servers/rules';
import type { Command, CommandContext } from '../../engine.ts';
import { releasePort, takePort } from '../addresses.ts';
import type { ServerDocument } from '../documents.ts';
import { noteEntry } from '../journal.ts';
import type { Platform } from '../platform.ts';
import { putServer } from '../rows.ts';
import { doneAtOnce } from './accept.ts';
import { serverNow } from './actions.ts';
import { invalid, seen } from './seen.ts';

const entry = (action: 'attach_interface' | 'detach_interface', { requestId, actor }: CommandContext) => ({
  action,
  request_id: requestId,
  user_id: actor.userId,
  message: null,
});

type Nics = Pick<ServerDocument, 'networks' | 'network_data'>;

/** `server.attachInterface`: with the address that is asked for, or the next free one. Throws validation_failed at `network_id` or `ip`. */
export const attachInterface = (platform: Platform): Command<AttachInterface> =>
  doneAtOnce(platform, async (writer, { context, id, body }) => {
    const server = await serverNow(platform, writer, id, isInterfaceAttachable);
    const [network] = await seen(platform, 'network', [body.network_id], context.actor, 'network_id');
    if (!network) throw invalid('network_id', { code: 'unknown_id' });
    const port = await takePort(platform, writer, network, body.ip === undefined ? undefined : { ip: body.ip, field: 'ip' });
    const nics: Nics = {
      networks: [...server.networks, { ...port, name: null, ipam_enabled: null }],
      network_data: [...server.network_data, { mac_addr: port.mac_addr, fixed_ips: port.ips }],
    };
    await noteEntry(platform, writer.records, server.id, entry('attach_interface', context));
    await putServer(platform, writer, { ...server, ...nics, updated: platform.now() });
    return server.id;
  });

/** `server.detachInterface`: its addresses are free again. */
export const detachInterface = (platform: Platform): Command<DetachInterface> =>
  doneAtOnce(platform, async (writer, { context, id, body }) => {
    const server = await serverNow(platform, writer, id, (one) => isInterfaceDetachable(one, body));
    const mac = body.mac_addr.toLowerCase();
    const isOther = (one: { mac_addr: string }): boolean => one.mac_addr !== mac;
    const port = server.networks.find((one) => !isOther(one));
    const network = port?.network_id ? await platform.document(writer, 'network', port.network_id) : undefined;
    if (port && network) await releasePort(platform, writer, network, port.ips);
    const nics: Nics = { networks: server.networks.filter(isOther), network_data: server.network_data.filter(isOther) };
    await noteEntry(platform, writer.records, server.id, entry('detach_interface', context));
    await putServer(platform, writer, { ...server, ...nics, updated: platform.now() });
    return server.id;
  });
