import type { Noun } from '../noun.ts';
import { calls, loadBalancerFlavorKind, loadBalancerFlavorProfileKind, profileCalls } from './entity.ts';

export const loadBalancerFlavors = {
  kinds: [loadBalancerFlavorKind],
  calls: {
    list: calls.list({ summary: 'Flavors that load balancers come in' }),
    read: calls.read({ summary: 'One of them' }),
  },
} satisfies Noun;

export const loadBalancerFlavorProfiles = {
  kinds: [loadBalancerFlavorProfileKind],
  calls: {
    list: profileCalls.list({ summary: 'How load balancers are built: what their flavors are made of' }),
    read: profileCalls.read({ summary: 'One of them' }),
  },
} satisfies Noun;
