import type { FloatingIp } from '@gantry/contract/nouns/floating-ips/entity';
import type { RowInput } from '../../../port/store/rows.ts';
import type { Writer } from '../../../port/store/writer.ts';
import { describedAs } from '../../../engines/openstack/commands/task-marks.ts';
import { listedStrategy } from '../../../engines/openstack/mirror/listed.ts';
import { ofProjects } from '../../../engines/openstack/mirror/mapping.ts';
import { atEnd, members, one, text } from '../../../engines/openstack/mirror/notice.ts';
import { instant } from '../../../engines/openstack/mirror/strategy.ts';
import type { CloudNoun } from '../../../engines/openstack/noun.ts';
import { floatingIps as collection, type NeutronFloatingIp } from './client.ts';
import { floatingIpCommands, OF_BALANCER } from './commands.ts';

const KIND = 'floating_ip';

/** Octavia calls the balancer's port after it: `lb-` and its id. */
const attachedTo = (device: string, owner: string): string => (owner === OF_BALANCER ? device.replace(/^lb-/, '') : device);

const rowOf = ofProjects<NeutronFloatingIp>(KIND, ({ project_id: id }) => id, {
  name: 'floating_ip_address',
  description: ({ description }) => describedAs(description),
  status: ({ status }) => status ?? 'DOWN',
  floating_ip_address: 'floating_ip_address',
  fixed_ip_address: 'fixed_ip_address',
  port_id: 'port_id',
  router_id: 'router_id',
  router_name: () => null,
  attachment: ({ port_details: port }) =>
    port?.device_id
      ? { object_name: null, object_id: attachedTo(port.device_id, port.device_owner ?? ''), device_owner: port.device_owner ?? '' }
      : null,
  floating_network_id: 'floating_network_id',
  floating_network_name: () => null,
  created_at: ({ created_at: at }) => instant(at),
});

/** Lets load balancers show the floating IPs that lead to them, as soon as those are known. One that leads there no more leaves them when they are read. */
async function followBalancers(writer: Writer, engine: string, rows: readonly RowInput[]): Promise<void> {
  const led = rows.flatMap(({ document }) => {
    const { attachment, floating_ip_address: address } = document as Pick<FloatingIp, 'attachment' | 'floating_ip_address'>;
    return attachment?.device_owner === OF_BALANCER ? [[attachment.object_id, address] as const] : [];
  });
  const balancers = await writer.getMany(
    engine,
    'load_balancer',
    led.map(([id]) => id),
  );
  const shown = led.flatMap(([id, floating_ip_address]) => {
    const balancer = balancers.get(id);
    return balancer ? [{ ...balancer, document: { ...balancer.document, floating_ip_address } }] : [];
  });
  await writer.putMany(shown);
}

/** Floating IPs; what they lead to stands in the port's details. */
export const floatingIps: CloudNoun = {
  strategy: ({ networks: every }) =>
    listedStrategy({ kind: KIND, service: 'network', every, from: collection, rowOf, follow: followBalancers }),
  notices: {
    floatingip: atEnd(({ body }) => one(KIND, text(members(body['floatingip'])['id']) ?? text(body['floatingip_id']))),
  },
  commands: floatingIpCommands,
};
