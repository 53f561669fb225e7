import { privateNetworkBody, publicNetworkBody, vlanNetworkBody } from '@gantry/contract/nouns/networks/bodies';
import { z } from 'zod';
import { bodyOf, newSubnet, versionProblem, type SubnetDraft } from './subnet-draft.ts';

export type NetworkType = 'private' | 'public' | 'vlan';

/** A network as it is typed. */
export interface NetworkDraft {
  name: string;
  ipam_enabled: boolean;
  /** The one of IPv4, then that of IPv6, where there is one. */
  subnets: SubnetDraft[];
  physical_network: string;
  vlan_id: number | undefined;
}

export const NEW_NETWORK: NetworkDraft = {
  name: '',
  ipam_enabled: true,
  subnets: [newSubnet(4)],
  physical_network: '',
  vlan_id: undefined,
};

const BODIES = { private: privateNetworkBody, public: publicNetworkBody, vlan: vlanNetworkBody } as const;

/** What is typed, as the contract's body of a network of a type. */
export const networkSchema = (type: NetworkType) =>
  z
    .custom<NetworkDraft>()
    .superRefine(({ ipam_enabled: isManaged, subnets }, { addIssue }) => {
      for (const [index, subnet] of isManaged ? subnets.entries() : []) {
        const message = versionProblem(subnet);
        if (message) addIssue({ code: 'custom', path: ['subnets', index, 'cidr'], message });
      }
    })
    .transform((draft): unknown => ({
      name: draft.name,
      ipam_enabled: draft.ipam_enabled,
      ...(draft.ipam_enabled && { subnets: draft.subnets.map(bodyOf) }),
      ...(type !== 'private' && { physical_network: draft.physical_network.trim() }),
      ...(type === 'vlan' && draft.vlan_id !== undefined && { vlan_id: draft.vlan_id }),
    }))
    .pipe(BODIES[type] as z.ZodType<unknown, unknown>);
