import { z } from 'zod';
import { displayName, id } from '../../wire/values.ts';

/** What a compute node does in the cluster (S0 §9). */
export const NODE_ROLES = ['controller', 'compute'] as const;
export type NodeRole = (typeof NODE_ROLES)[number];

const roles = z
  .array(z.enum(NODE_ROLES))
  .min(1, { error: 'required' })
  .max(NODE_ROLES.length)
  .refine((list) => new Set(list).size === list.length, { error: 'duplicates' });

/** Nodes that come into the compute cluster, and what each does there (decision F33). */
export const nodeJoins = z
  .array(z.strictObject({ node_id: id, roles }))
  .min(1, { error: 'required' })
  .max(100, { error: 'too_many' })
  .refine((list) => new Set(list.map(({ node_id }) => node_id)).size === list.length, { error: 'duplicates' });

export const nodeJoinBody = nodeJoins.meta({ id: 'NodeJoin', examples: [[{ node_id: 'node-004', roles: ['compute'] }]] });
export type NodeJoin = z.output<typeof nodeJoinBody>;

/** Why a node is fenced: shown to all who look after it. */
export const fenceBody = z
  .strictObject({
    reason: displayName,
  })
  .meta({ id: 'NodeFence', examples: [{ reason: 'Memory module B2 reports errors.' }] });
export type Fence = z.output<typeof fenceBody>;
