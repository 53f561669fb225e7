import type { Noun } from '../noun.ts';
import { calls, endpointGroupKind } from './entity.ts';

export const vpnEndpointGroups = {
  kinds: [endpointGroupKind],
  calls: {
    list: calls.list({ source: 'S2 §7', summary: 'Lists the endpoint groups of the scope' }),
    read: calls.read({ summary: 'Shows an endpoint group' }),
  },
} satisfies Noun;
