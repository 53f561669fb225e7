import type { RowInput } from '../../../port/store/rows.ts';
import { describedAs } from '../../../engines/openstack/commands/marks.ts';
import { listedStrategy } from '../../../engines/openstack/mirror/listed.ts';
import { atEnd, members, one, text } from '../../../engines/openstack/mirror/notice.ts';
import { instant, type MirrorContext } from '../../../engines/openstack/mirror/strategy.ts';
import type { CloudNoun } from '../../../engines/openstack/noun.ts';
import { floatingIps as collection, type NeutronFloatingIp } from './client.ts';
import { floatingIpCommands, OF_BALANCER } from './commands.ts';

const KIND = 'floating_ip';

/** Octavia calls the balancer's port after it: `lb-` and its id. */
const attachedTo = (device: string, owner: string): string => (owner === OF_BALANCER ? device.replace(/^lb-/, '') : device);

async function rowOf({ engine, directory }: MirrorContext, floating: NeutronFloatingIp): Promise<RowInput> {
  const { id, floating_ip_address: address, project_id: projectId, port_details: port } = floating;
  const domainId = await directory.domainOf(projectId);
  const document = {
    id,
    name: address,
    description: describedAs(floating.description),
    status: floating.status ?? 'DOWN',
    floating_ip_address: address,
    fixed_ip_address: floating.fixed_ip_address ?? null,
    port_id: floating.port_id ?? null,
    router_id: floating.router_id ?? null,
    router_name: null,
    attachment: port?.device_id
      ? { object_name: null, object_id: attachedTo(port.device_id, port.device_owner ?? ''), device_owner: port.device_owner ?? '' }
      : null,
    floating_network_id: floating.floating_network_id,
    floating_network_name: null,
    created_at: instant(floating.created_at),
    project_id: projectId,
    domain_id: domainId ?? '',
  };
  return { engine, kind: KIND, id, domainId, projectId, userId: null, document };
}

/** Floating IPs; what they lead to stands in the port's details. */
export const floatingIps: CloudNoun = {
  strategy: ({ networks: every }) => listedStrategy({ kind: KIND, service: 'network', every, from: collection, rowOf }),
  notices: {
    floatingip: atEnd(({ body }) => one(KIND, text(members(body['floatingip'])['id']) ?? text(body['floatingip_id']))),
  },
  commands: floatingIpCommands,
};
