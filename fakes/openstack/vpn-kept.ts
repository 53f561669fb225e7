/** VPN as the cloud keeps it: policies, services of routers, endpoint groups and connections. Nobody has any at first. */
import { Collection, type Item } from './collection.ts';
import type { Json } from './recorded.ts';

const kept = (many: string, one: string, make: (wanted: Json) => Json = () => ({})): Collection =>
  new Collection({ members: [many, one], items: [], make: (wanted) => ({ description: '', ...make(wanted) }) });

/** What the cloud has of it. */
export class Vpn {
  readonly ike = kept('ikepolicies', 'ikepolicy', () => ({ phase1_negotiation_mode: 'main' }));
  readonly ipsec = kept('ipsecpolicies', 'ipsecpolicy', () => ({ encapsulation_mode: 'tunnel', transform_protocol: 'esp' }));
  readonly services = kept('vpnservices', 'vpnservice', () => ({ status: 'ACTIVE', admin_state_up: true, subnet_id: null }));
  readonly groups = kept('endpoint_groups', 'endpoint_group');
  /** DOWN: nobody is on the other side. */
  readonly connections = kept('ipsec_site_connections', 'ipsec_site_connection', () => ({
    status: 'DOWN',
    admin_state_up: true,
    auth_mode: 'psk',
    route_mode: 'static',
    peer_cidrs: [],
  }));

  /** Connections that name something. */
  usedBy = (member: string, id: string): readonly Item[] => [...this.connections.items.values()].filter((one) => one[member] === id);
}
