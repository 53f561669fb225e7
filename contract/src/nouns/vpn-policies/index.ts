import type { Noun } from '../noun.ts';
import { ikePolicyCalls, ikePolicyKind, ipsecPolicyCalls, ipsecPolicyKind } from './entity.ts';

export const vpnIkePolicies = {
  kinds: [ikePolicyKind],
  calls: {
    list: ikePolicyCalls.list({ source: 'S2 §7', summary: 'IKE policies of the scope' }),
    read: ikePolicyCalls.read({ summary: 'One of them' }),
  },
} satisfies Noun;

export const vpnIpsecPolicies = {
  kinds: [ipsecPolicyKind],
  calls: {
    list: ipsecPolicyCalls.list({ source: 'S2 §7', summary: 'IPsec policies of the scope' }),
    read: ipsecPolicyCalls.read({ summary: 'One of them' }),
  },
} satisfies Noun;
