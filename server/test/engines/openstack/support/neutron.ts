/** A network service that keeps security groups, routers and floating IPs, on the recorded cloud. */
import { Collection, type Item } from '../../../../../fakes/openstack/collection.ts';
import { serve } from './collections.ts';
import type { AsRecorded } from '../../../../../fakes/openstack/as-recorded.ts';
import type { Asked, Told } from '../../../../../fakes/openstack/listener.ts';

/** As the service refuses. */
export const neutronError = (status: number, type: string, message: string): Told => ({
  status,
  answer: { NeutronError: { type, message, detail: '' } },
});

const listed = (cloud: AsRecorded, place: string, many: string): Item[] =>
  cloud.recorded<Record<string, Item[]>>('GET', new RegExp(`^/network/v2\\.0/${place}\\?`))[many]!;

export interface Routing {
  groups: Collection;
  routers: Collection;
  floatingIps: Collection;
  ports: Collection;
  /** What the next changes are refused with, the next one last; undefined: that one is carried out. */
  refuse: (Told | undefined)[];
}

/** From now on the cloud keeps security groups, routers and floating IPs, and connects routers to the subnets and ports that are named. */
export function keepRouting(cloud: AsRecorded): Routing {
  const dated = { created_at: '2026-11-23T12:00:00Z' };
  const groups = new Collection({
    members: ['security_groups', 'security_group'],
    items: listed(cloud, 'security-groups', 'security_groups'),
    make: () => ({ ...dated, tags: [], security_group_rules: [] }),
  });
  const rules = new Collection({
    members: ['security_group_rules', 'security_group_rule'],
    items: [],
    make: () => ({ protocol: null, remote_group_id: null }),
  });
  const routers = new Collection({
    members: ['routers', 'router'],
    items: [],
    make: () => ({ ...dated, status: 'ACTIVE', external_gateway_info: null, routes: [] }),
  });
  const floatingIps = new Collection({
    members: ['floatingips', 'floatingip'],
    items: [],
    make: () => ({ ...dated, status: 'DOWN', tags: [], floating_ip_address: '203.0.113.9', port_id: null, port_details: null }),
  });
  const ports = new Collection({
    members: ['ports', 'port'],
    items: [],
    make: () => ({ mac_address: '', device_id: '', status: 'ACTIVE' }),
  });
  const refuse: Routing['refuse'] = [];
  const gone = neutronError(404, 'NotFound', 'It could not be found.');
  const at = (place: string): string => `/network/v2\\.0/${place}`;
  const isChange = ({ method }: Asked): boolean => method !== 'GET';
  for (const [place, kept] of [
    ['security-groups', groups],
    ['security-group-rules', rules],
    ['routers', routers],
    ['floatingips', floatingIps],
  ] as const)
    serve(cloud, at(place), { kept, gone, refuse: (asked) => (isChange(asked) ? refuse.pop() : undefined) });
  // Groups show their rules.
  const shown = (id: string): Told => {
    const group = groups.items.get(id);
    const own = rules.list(new URLSearchParams({ security_group_id: id }));
    return group ? { answer: { security_group: { ...group, security_group_rules: own } } } : gone;
  };
  cloud.on('GET', new RegExp(`^${at('security-groups')}/`), ({ path }) => shown(path.split('/').at(-1)!));
  cloud.on('GET', new RegExp(`^${at('security-groups')}\\?(description|.*tags)=`), ({ query }) => ({
    answer: {
      security_groups: groups.list(new URLSearchParams()).filter((group) => {
        const [description, tag] = [query.get('description'), query.get('tags')];
        return group['description'] === description || (tag !== null && (group['tags'] as string[]).includes(tag));
      }),
    },
  }));
  for (const [place, kept] of [
    ['security-groups', groups],
    ['floatingips', floatingIps],
  ] as const)
    cloud.on('PUT', new RegExp(`^${at(place)}/[^/]+/tags/`), ({ path }) => {
      const [id = '', , tag = ''] = path.split('/').slice(-3);
      kept.change(id, { tags: [decodeURIComponent(tag)] });
      return { status: 201, answer: null };
    });
  cloud.on('GET', new RegExp(`^${at('floatingips')}\\?.*tags=`), ({ query }) => ({
    answer: {
      floatingips: floatingIps.list(new URLSearchParams()).filter((one) => (one['tags'] as string[]).includes(query.get('tags')!)),
    },
  }));
  const recorded = cloud.recorded<{ ports: Item[] }>('GET', new RegExp(`^${at('ports')}\\?.*device_id`)).ports;
  const portNow = (id: string): Item | undefined => ports.items.get(id) ?? recorded.find((port) => port.id === id);
  cloud.on('PUT', new RegExp(`^${at('floatingips')}/[^/]+$`), ({ path, sent }) => {
    const refusal = refuse.pop();
    if (refusal) return refusal;
    const { floatingip } = sent as { floatingip: { port_id?: string | null } };
    const port = floatingip.port_id ? portNow(floatingip.port_id) : undefined;
    const details = port ? { device_id: port['device_id'], device_owner: port['device_owner'] ?? 'compute:nova' } : null;
    const changed = 'port_id' in floatingip ? { ...floatingip, port_details: details } : floatingip;
    return { answer: { floatingip: floatingIps.change(path.split('/').at(-1)!, changed) } };
  });
  cloud.on('POST', new RegExp(`^${at('ports')}$`), ({ sent }) => ({
    status: 201,
    answer: { port: ports.create((sent as { port: Item }).port) },
  }));
  cloud.on('GET', new RegExp(`^${at('ports')}\\?device_id=`), ({ query }) => ({
    answer: {
      ports: [...ports.list(query), ...recorded.filter(({ device_id: device }) => query.getAll('device_id').includes(String(device)))],
    },
  }));
  cloud.on('GET', new RegExp(`^${at('ports')}\\?description=`), ({ query }) => ({ answer: { ports: ports.list(query) } }));
  const inside = 'network:router_interface';
  cloud.on('PUT', new RegExp(`^${at('routers')}/[^/]+/add_router_interface$`), ({ path, sent }) => {
    const refusal = refuse.pop();
    if (refusal) return refusal;
    const { subnet_id, port_id } = sent as { subnet_id?: string; port_id?: string };
    const device = { device_id: path.split('/').at(-2)!, device_owner: inside };
    const subnet = listed(cloud, 'subnets', 'subnets').find(({ id }) => id === subnet_id);
    if (port_id !== undefined) ports.change(port_id, device);
    else ports.create({ ...device, network_id: subnet?.['network_id'], fixed_ips: [{ subnet_id, ip_address: subnet?.['gateway_ip'] }] });
    return { answer: {} };
  });
  cloud.on('PUT', new RegExp(`^${at('routers')}/[^/]+/remove_router_interface$`), ({ sent }) => {
    ports.remove((sent as { port_id: string }).port_id);
    return { answer: {} };
  });
  return { groups, routers, floatingIps, ports, refuse };
}
