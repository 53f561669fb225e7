import { z } from 'zod';
import { defineNoun } from '../../wire/define-noun.ts';
import { VPN_STATUSES } from '../vpn-connections/statuses.ts';
import { VPN_RIGHTS } from '../vpn-policies/entity.ts';

/** What a router needs for VPN connections; it has one at most from here (S2 §3). */
export const { kind: vpnServiceKind, calls } = defineNoun({
  ...VPN_RIGHTS,
  name: 'vpn_service',
  path: '/api/v2/compute/vpn/vpnservices',
  plural: 'vpn_services',
  param: 'vpnServiceId',
  source: 'S2 §3',
  of: 'project',
  statuses: VPN_STATUSES,
  members: {
    description: z.string().nullable(),
    router_id: z.string(),
    /** Null for callers who do not see it. */
    router_name: z.string().nullable(),
    /** Addresses of the router outside, by which other sides reach it. */
    external_v4_ip: z.string().nullable(),
    external_v6_ip: z.string().nullable(),
  },
  fields: {
    router: { path: 'router_id', type: 'text', filter: ['is'] },
    address: { path: 'external_v4_ip', type: 'text', filter: ['is'] },
    address_v6: { path: 'external_v6_ip', type: 'text', filter: ['is'] },
  },
  addresses: ['address', 'address_v6'],
  joins: [{ kind: 'router', at: '', id: 'router_id', fields: { router_name: 'name' } }],
});
