import { nouns } from '@gantry/contract';
import { serverKind, type Server } from '@gantry/contract/nouns/servers/entity';
import { authorised, type CallRequest } from '../../calls/call-request.ts';
import type { CallOptions } from '../../calls/port.ts';
import { read } from '../../calls/reads.ts';
import { handle, type Handler } from '../../calls/handler.ts';

const { calls } = nouns.servers;

export function serverHandlers(options: Pick<CallOptions, 'store' | 'platform'>): Handler[] {
  return [
    // From the store: the server's document holds its interfaces, and the mirror keeps them in step.
    handle(calls.interfaces, async (request) => {
      const known = authorised(request as CallRequest);
      const server = (await read(known, { by: 'read', kind: serverKind, id: 'serverId' }, options)) as Server;
      const fixed = new Map(server.network_data.map(({ mac_addr, fixed_ips }) => [mac_addr, fixed_ips]));
      return {
        data: server.networks.map(({ name, security_group_ids: own, security_group_names: names, ...item }) => ({
          ...item,
          network_name: name,
          fixed_ips: fixed.get(item.mac_addr) ?? [],
          security_groups: own.map((id, index) => ({ id, name: names?.[index] ?? null })),
        })),
      };
    }),
  ];
}
