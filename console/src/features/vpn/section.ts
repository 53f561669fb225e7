import { api } from '../../app/api/calls.ts';
import { sectionOf } from '../../app/resource/section.ts';

/** What its pages share. */
export const section = sectionOf({
  noun: 'vpn',
  kind: 'vpn_connection',
  calls: api.vpnConnections,
  path: '/compute/vpn',
  owned: true,
  spec: {
    sortKeys: ['name', 'status', 'peer_address', 'created_at'],
    filters: { search: 'contains', status: 'in', router: 'in' },
    defaultSort: 'name:asc',
  },
});

/** The steps in which a new one is made; the summary is the fifth. */
export const STEPS = ['ike', 'ipsec', 'endpoints', 'connection'] as const;
