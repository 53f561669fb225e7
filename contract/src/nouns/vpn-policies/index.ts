import type { Noun } from '../noun.ts';
import { ikePolicyCalls, ikePolicyKind, ipsecPolicyCalls, ipsecPolicyKind } from './entity.ts';

export const vpnIkePolicies = {
  kinds: [ikePolicyKind],
  calls: {
    list: ikePolicyCalls.list({ source: 'S2 §7', summary: 'Lists the IKE policies of the scope' }),
    read: ikePolicyCalls.read({ summary: 'Shows an IKE policy' }),
  },
} satisfies Noun;

export const vpnIpsecPolicies = {
  kinds: [ipsecPolicyKind],
  calls: {
    list: ipsecPolicyCalls.list({ source: 'S2 §7', summary: 'Lists the IPsec policies of the scope' }),
    read: ipsecPolicyCalls.read({ summary: 'Shows an IPsec policy' }),
  },
} satisfies Noun;
