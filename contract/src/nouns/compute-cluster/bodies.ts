import { z } from 'zod';
import { patterned } from '../../wire/patterned.ts';
import { nodeJoins } from '../nodes/bodies.ts';

/** What a cluster may offer beside servers. */
export const CLUSTER_FEATURES = ['billing_metering', 'high_availability', 'volume_encryption'] as const;

/** A name in the DNS, or an address of IPv4: under which clients reach the API. */
const endpoint = patterned(
  'hostname',
  z
    .string()
    .trim()
    .max(253, { error: 'too_long' })
    .regex(/^[a-zA-Z\d]+(?:-+[a-zA-Z\d]+)*(?:\.[a-zA-Z\d]+(?:-+[a-zA-Z\d]+)*)*$/, { error: 'hostname' }),
);

const members = {
  features: z
    .array(z.enum(CLUSTER_FEATURES))
    .max(CLUSTER_FEATURES.length)
    .refine((list) => new Set(list).size === list.length, { error: 'duplicates' })
    .optional(),
  options: z.strictObject({ endpoint_hostname: endpoint.nullable() }).optional(),
};

export const clusterDeployBody = z
  .strictObject({ nodes: nodeJoins, ...members })
  .meta({ id: 'ComputeClusterDeploy', examples: [{ nodes: [{ node_id: 'node-001', roles: ['controller', 'compute'] }] }] });
export type ClusterDeploy = z.output<typeof clusterDeployBody>;

/** Add-ons can be added later, and not be taken away. */
export const clusterUpdateBody = z
  .strictObject(members)
  .refine((body) => Object.keys(body).length > 0, { error: 'nothing_to_change' })
  .meta({ id: 'ComputeClusterUpdate', examples: [{ options: { endpoint_hostname: 'compute.example.com' } }] });
export type ClusterUpdate = z.output<typeof clusterUpdateBody>;
