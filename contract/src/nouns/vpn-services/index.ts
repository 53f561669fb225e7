import type { Noun } from '../noun.ts';
import { calls, vpnServiceKind } from './entity.ts';

export const vpnServices = {
  kinds: [vpnServiceKind],
  calls: {
    list: calls.list({ summary: 'VPN services of the routers of the scope' }),
    read: calls.read({ source: 'S2 §7', summary: 'One of them' }),
  },
} satisfies Noun;
