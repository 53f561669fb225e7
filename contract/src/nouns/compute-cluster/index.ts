import type { Noun } from '../noun.ts';
import { computeClusterCalls } from './calls.ts';
import { computeClusterKind } from './entity.ts';

export const computeCluster = {
  kinds: [computeClusterKind],
  calls: computeClusterCalls,
  fieldTexts: {
    node_not_available: 'This machine does not exist, or it is already in the compute cluster.',
    hostname: 'Enter a host name, such as compute.example.com, or an IPv4 address.',
    cluster_feature_kept: 'Installed add-ons cannot be removed.',
  },
} satisfies Noun;
