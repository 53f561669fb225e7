import { z } from 'zod';
import { tenant } from '../../access/roles.ts';
import { defineNoun } from '../../wire/define-noun.ts';

/** What belongs to a VPN is seen by whoever sees VPN connections (S2 §6). */
export const VPN_RIGHTS = { many: tenant('compute_vpn_ipsec_site_connections'), one: tenant('compute_vpn_ipsec_site_connection') } as const;

/** What both sides of a VPN have to agree on. Those made elsewhere may name algorithms that are not offered here. */
const policy = {
  description: z.string().nullable(),
  auth_algorithm: z.string(),
  encryption_algorithm: z.string(),
  /** Diffie-Hellman group. */
  pfs: z.string(),
  /** Seconds until new keys are agreed on. */
  lifetime: z.number().int(),
};

/** How the two sides agree on keys (S2 §3). */
export const { kind: ikePolicyKind, calls: ikePolicyCalls } = defineNoun({
  ...VPN_RIGHTS,
  name: 'vpn_ike_policy',
  path: '/api/v2/compute/vpn/ikepolicies',
  plural: 'vpn_ike_policies',
  param: 'ikePolicyId',
  source: 'S2 §3',
  of: 'project',
  members: { ...policy, ike_version: z.string() },
});
export type IkePolicy = z.infer<typeof ikePolicyKind.entity>;

/** How traffic is protected (S2 §3). */
export const { kind: ipsecPolicyKind, calls: ipsecPolicyCalls } = defineNoun({
  ...VPN_RIGHTS,
  name: 'vpn_ipsec_policy',
  path: '/api/v2/compute/vpn/ipsecpolicies',
  plural: 'vpn_ipsec_policies',
  param: 'ipsecPolicyId',
  source: 'S2 §3',
  of: 'project',
  members: policy,
});
export type IpsecPolicy = z.infer<typeof ipsecPolicyKind.entity>;
