/** What networks are made of, and what can be changed of them (S1 §7). */
import { z } from 'zod';
import { NETWORK_LIMITS } from '../../constants.ts';
import { patterned } from '../../wire/patterned.ts';
import { referenceOr } from '../../wire/reference.ts';
import { displayName, id } from '../../wire/values.ts';
import { subnetBody } from './subnets.ts';

/** How others may use a network: servers attached to it (`direct`), routers with a way out through it (`routed`), or both. */
export const NETWORK_ACCESS = ['direct', 'routed'] as const;
/** All projects, as the target of a policy. */
export const ALL_PROJECTS = '*';

const projectOrAll = referenceOr(
  'project',
  ALL_PROJECTS,
  patterned(
    'project_or_all',
    z
      .string()
      .max(128, { error: 'too_long' })
      .regex(/^(?:\*|[\w.:@-]+)$/, { error: 'id' }),
  ),
);

/** Who else may use a network: one project, or all of them, which only administrators may say (S1 §5). */
const rbacPolicies = z
  .array(
    z.strictObject({
      target_project: projectOrAll,
      actions: z.array(z.enum(NETWORK_ACCESS)).min(1, { error: 'required' }).max(NETWORK_ACCESS.length, { error: 'too_many' }),
    }),
  )
  .max(NETWORK_LIMITS.policies, { error: 'too_many' });

const mtu = z.number().int().min(NETWORK_LIMITS.mtu.min, { error: 'too_small' }).max(NETWORK_LIMITS.mtu.max, { error: 'too_large' });

const common = {
  name: displayName,
  /** Whether the platform hands out addresses. Absent: as soon as there is a subnet. */
  ipam_enabled: z.boolean().optional(),
  /** One subnet, or several. */
  subnet: subnetBody.optional(),
  subnets: z.array(subnetBody).max(NETWORK_LIMITS.subnets, { error: 'too_many' }).optional(),
  rbac_policies: rbacPolicies.optional(),
  /** Absent: as the cloud has it. */
  mtu: mtu.optional(),
};

/** Name of a physical network, as the cloud knows it. */
const physical = patterned(
  'physical_network',
  z
    .string()
    .min(1, { error: 'required' })
    .max(64, { error: 'too_long' })
    .regex(/^[\w.-]+$/, { error: 'id' }),
);
/** Exactly one of the two (decision F11). */
const outside = { physical_network: physical.optional(), vlan_network: id.optional() };

interface Common {
  ipam_enabled?: boolean | undefined;
  subnet?: unknown;
  subnets?: readonly unknown[] | undefined;
}

function checkCommon({ subnet, subnets = [], ipam_enabled: ipam }: Common, { addIssue }: z.RefinementCtx): void {
  if (subnet !== undefined && subnets.length > 0) addIssue({ code: 'custom', path: ['subnet'], message: 'one_of_both' });
  const any = subnet !== undefined || subnets.length > 0;
  if (ipam === true && !any) addIssue({ code: 'custom', path: ['subnet'], message: 'required' });
  if (ipam === false && any) addIssue({ code: 'custom', path: ['ipam_enabled'], message: 'subnets_unmanaged' });
}

interface Outside extends Common {
  physical_network?: string | undefined;
  vlan_network?: string | undefined;
}

function checkOutside(body: Outside, context: z.RefinementCtx): void {
  checkCommon(body, context);
  const { physical_network: network, vlan_network: vlan } = body;
  if (network === undefined && vlan === undefined) context.addIssue({ code: 'custom', path: ['physical_network'], message: 'required' });
  if (network !== undefined && vlan !== undefined) context.addIssue({ code: 'custom', path: ['vlan_network'], message: 'one_of_both' });
}

const SUBNET = { cidr: '10.0.0.0/24' };

/** A network of its own within the cloud. */
export const privateNetworkBody = z
  .strictObject(common)
  .superRefine(checkCommon)
  .meta({ id: 'PrivateNetworkCreate', examples: [{ name: 'backend', subnet: SUBNET }] });
export type PrivateNetworkCreate = z.output<typeof privateNetworkBody>;

/** A physical network as it is. */
export const publicNetworkBody = z
  .strictObject({ ...common, ...outside })
  .superRefine(checkOutside)
  .meta({ id: 'PublicNetworkCreate', examples: [{ name: 'internet', physical_network: 'physnet1', subnet: SUBNET }] });
export type PublicNetworkCreate = z.output<typeof publicNetworkBody>;

/** A VLAN of a physical network. */
export const vlanNetworkBody = z
  .strictObject({
    ...common,
    ...outside,
    vlan_id: z.number().int().min(NETWORK_LIMITS.vlan.min, { error: 'too_small' }).max(NETWORK_LIMITS.vlan.max, { error: 'too_large' }),
  })
  .superRefine(checkOutside)
  .meta({ id: 'VlanNetworkCreate', examples: [{ name: 'dmz', physical_network: 'physnet1', vlan_id: 100 }] });
export type VlanNetworkCreate = z.output<typeof vlanNetworkBody>;

export const networkUpdateBody = z
  .strictObject({
    name: displayName.optional(),
    /** All of them, not only what changes. */
    rbac_policies: rbacPolicies.optional(),
  })
  .refine((body) => Object.keys(body).length > 0, { error: 'nothing_to_change' })
  .meta({ id: 'NetworkUpdate', examples: [{ name: 'frontend' }] });
export type NetworkUpdate = z.output<typeof networkUpdateBody>;

/** How the path of a call names the types of networks (decision F9). */
export const NETWORK_PATHS = { public: 'flat', vlan: 'vlan', private: 'vxlan' } as const;
export const networkPath = z.enum(['public', 'vlan', 'private']);
export type NetworkPath = z.output<typeof networkPath>;
