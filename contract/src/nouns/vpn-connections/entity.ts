import { z } from 'zod';
import { defineNoun } from '../../wire/define-noun.ts';
import { dated } from '../../wire/kind.ts';
import { instant } from '../../wire/values.ts';
import { VPN_RIGHTS } from '../vpn-policies/entity.ts';
import { VPN_CONNECTION_QUOTA } from './quota.ts';
import { VPN_STATUSES } from './statuses.ts';
import { VPN_EVENTS } from './values.ts';

/** Connects networks behind a router with a site elsewhere, encrypted (S2 §3). */
export const { kind: vpnConnectionKind, calls } = defineNoun({
  ...VPN_RIGHTS,
  name: 'vpn_connection',
  path: '/api/v2/compute/vpn/ipsec-site-connections',
  plural: 'vpn_connections',
  param: 'vpnId',
  source: 'S2 §3',
  of: 'project',
  quota: VPN_CONNECTION_QUOTA,
  statuses: VPN_STATUSES,
  members: {
    description: z.string().nullable(),
    /** False: it does not connect until it is restarted. Absent: it does. */
    enabled: z.boolean().optional(),
    /** Where the other side is: an address or a name. */
    peer_address: z.string(),
    /** What the other side shows itself by. */
    peer_id: z.string(),
    /** What this side shows itself by; null: its address. */
    local_id: z.string().nullable(),
    initiator: z.string(),
    mtu: z.number().int(),
    /** Dead peer detection; seconds. */
    dpd: z.object({ action: z.string(), interval: z.number().int(), timeout: z.number().int() }),
    vpnservice_id: z.string(),
    /** The router that the service belongs to; null where that is not known. */
    router_id: z.string().nullable(),
    router_name: z.string().nullable(),
    /** Address of the router outside, which the other side connects to. */
    local_address: z.string().nullable(),
    ikepolicy_id: z.string(),
    ikepolicy_name: z.string().nullable(),
    ike_version: z.string().nullable(),
    ipsecpolicy_id: z.string(),
    ipsecpolicy_name: z.string().nullable(),
    /** Null of connections that were made elsewhere without such groups. */
    local_ep_group_id: z.string().nullable(),
    peer_ep_group_id: z.string().nullable(),
    /** What the groups hold: subnets and their ranges here, ranges on the other side. */
    local_subnet_ids: z.array(z.string()),
    local_cidrs: z.array(z.string()),
    peer_cidrs: z.array(z.string()),
    /** What IKE told of the last tries, the newest first; null where the cloud tells nothing. */
    log: z.array(z.object({ at: instant, event: z.enum(VPN_EVENTS) })).nullable(),
    created_at: instant.nullable(),
    updated_at: instant.nullable(),
  },
  addresses: ['peer_address'],
  fields: {
    router: { path: 'router_id', type: 'text', filter: ['is'] },
    peer_address: { path: 'peer_address', type: 'text', sort: true, filter: ['is', 'contains'] },
    service: { path: 'vpnservice_id', type: 'text', filter: ['is'] },
    ike_policy: { path: 'ikepolicy_id', type: 'text', filter: ['is'] },
    ipsec_policy: { path: 'ipsecpolicy_id', type: 'text', filter: ['is'] },
    local_group: { path: 'local_ep_group_id', type: 'text', filter: ['is'] },
    peer_group: { path: 'peer_ep_group_id', type: 'text', filter: ['is'] },
    local_subnet: { path: 'local_subnet_ids', type: 'text', many: true, filter: ['is'] },
    ...dated,
  },
  joins: [
    { kind: 'router', at: '', id: 'router_id', fields: { router_name: 'name' } },
    { kind: 'vpn_ike_policy', at: '', id: 'ikepolicy_id', fields: { ikepolicy_name: 'name', ike_version: 'ike_version' } },
    { kind: 'vpn_ipsec_policy', at: '', id: 'ipsecpolicy_id', fields: { ipsecpolicy_name: 'name' } },
  ],
});
export type VpnConnection = z.infer<typeof vpnConnectionKind.entity>;
