import { privateNetworkBody, publicNetworkBody, vlanNetworkBody } from '@gantry/contract/nouns/networks/bodies';
import { z } from 'zod';
import { policiesIn, rowsProblem, type AccessDraft } from './access-draft.ts';
import { bodyOf, newSubnet, versionProblem, type SubnetDraft } from './subnet-draft.ts';

export type NetworkType = 'private' | 'public' | 'vlan';

/** A network as it is typed. */
export interface NetworkDraft extends AccessDraft {
  name: string;
  type: NetworkType;
  ipam_enabled: boolean;
  /** The one of IPv4, then that of IPv6, where there is one. */
  subnets: SubnetDraft[];
  /** How what carries it is named: by its own name, or by a network that it carries already. */
  carrier: 'physical_network' | 'vlan_network';
  physical_network: string;
  vlan_network: string | undefined;
  vlan_id: number | undefined;
  /** Undefined: as the cloud has it. */
  mtu: number | undefined;
}

export const NEW_NETWORK: NetworkDraft = {
  name: '',
  type: 'private',
  ipam_enabled: true,
  subnets: [newSubnet(4)],
  carrier: 'physical_network',
  physical_network: '',
  vlan_network: undefined,
  vlan_id: undefined,
  mtu: undefined,
  rbac_policies: [],
  projects: [],
};

/** What carries a network that leads out of the cloud. */
const carrierOf = ({ carrier, physical_network: physical, vlan_network: network }: NetworkDraft) =>
  carrier === 'physical_network' ? { physical_network: physical.trim() } : { vlan_network: network ?? '' };

/** The contract's bodies, each beside the type of network that it makes. */
const wanted = z.discriminatedUnion('type', [
  privateNetworkBody.safeExtend({ type: z.literal('private') }),
  publicNetworkBody.safeExtend({ type: z.literal('public') }),
  vlanNetworkBody.safeExtend({ type: z.literal('vlan') }),
]);

export type NetworkWanted = z.output<typeof wanted>;

/** What is typed, as the body of a network beside its type. */
export const networkSchema = z
  .custom<NetworkDraft>()
  .superRefine(({ ipam_enabled: isManaged, subnets, rbac_policies: rows }, { addIssue }) => {
    const wrong = rowsProblem(rows);
    if (wrong) addIssue({ code: 'custom', path: ['rbac_policies'], message: wrong });
    for (const [index, subnet] of isManaged ? subnets.entries() : []) {
      const message = versionProblem(subnet);
      if (message) addIssue({ code: 'custom', path: ['subnets', index, 'cidr'], message });
    }
  })
  .transform((draft): unknown => ({
    type: draft.type,
    name: draft.name,
    ipam_enabled: draft.ipam_enabled,
    ...(draft.ipam_enabled && { subnets: draft.subnets.map(bodyOf) }),
    ...(draft.type !== 'private' && carrierOf(draft)),
    ...(draft.type === 'vlan' && draft.vlan_id !== undefined && { vlan_id: draft.vlan_id }),
    ...(draft.mtu !== undefined && { mtu: draft.mtu }),
    ...(draft.rbac_policies.length > 0 && { rbac_policies: policiesIn(draft.rbac_policies) }),
  }))
  .pipe(wanted as z.ZodType<NetworkWanted, unknown>);
