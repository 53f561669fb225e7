import type { Noun } from '../noun.ts';
import { calls, loadBalancerFlavorKind, loadBalancerFlavorProfileKind, profileCalls } from './entity.ts';

export const loadBalancerFlavors = {
  kinds: [loadBalancerFlavorKind],
  calls: {
    list: calls.list({ summary: 'Lists the flavors of load balancers' }),
    read: calls.read({ summary: 'Shows a flavor of load balancers' }),
  },
} satisfies Noun;

export const loadBalancerFlavorProfiles = {
  kinds: [loadBalancerFlavorProfileKind],
  calls: {
    list: profileCalls.list({ summary: 'Lists the profiles of load balancer flavors' }),
    read: profileCalls.read({ summary: 'Shows a profile of load balancer flavors' }),
  },
} satisfies Noun;
