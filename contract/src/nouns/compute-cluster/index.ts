import type { Noun } from '../noun.ts';
import { computeClusterCalls } from './calls.ts';
import { computeClusterKind } from './entity.ts';

export const computeCluster = {
  kinds: [computeClusterKind],
  calls: computeClusterCalls,
  fieldTexts: {
    node_not_available: 'This node does not exist, or is in the compute cluster already.',
    hostname: 'Type a host name such as compute.example.com, or an IPv4 address.',
    cluster_feature_kept: 'What the cluster offers cannot be taken away.',
  },
} satisfies Noun;
