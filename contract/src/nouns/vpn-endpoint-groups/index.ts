import type { Noun } from '../noun.ts';
import { calls, endpointGroupKind } from './entity.ts';

export const vpnEndpointGroups = {
  kinds: [endpointGroupKind],
  calls: {
    list: calls.list({ source: 'S2 §7', summary: 'Endpoint groups of VPN connections of the scope' }),
    read: calls.read({ summary: 'One of them' }),
  },
} satisfies Noun;
