import type { Noun } from '../noun.ts';
import { calls, vpnServiceKind } from './entity.ts';

export const vpnServices = {
  kinds: [vpnServiceKind],
  calls: {
    list: calls.list({ summary: 'Lists the VPN services of the scope' }),
    read: calls.read({ source: 'S2 §7', summary: 'Shows a VPN service' }),
  },
} satisfies Noun;
