import type { IkePolicy, IpsecPolicy } from '@gantry/contract/nouns/vpn-policies/entity';
import { api } from '../../app/api/calls.ts';
import { useItem } from '../../app/api/hooks.ts';
import { localRangesOf, rangesOf, type PolicyKind, type VpnDraft } from './draft.ts';
import type { PeerFacts, PolicyOfFile } from './peer-file.ts';

/** What the file says of a policy. */
export const policyFacts = (policy: IkePolicy | IpsecPolicy): PolicyOfFile => ({
  name: policy.name,
  auth_algorithm: policy.auth_algorithm,
  encryption_algorithm: policy.encryption_algorithm,
  pfs: policy.pfs,
  lifetime: policy.lifetime,
  ...('ike_version' in policy && { version: policy.ike_version }),
});

const newPolicy = (draft: VpnDraft, kind: PolicyKind): PolicyOfFile => ({
  name: draft[`${kind}_name`].trim() || draft.name,
  auth_algorithm: draft[`${kind}_auth_algorithm`],
  encryption_algorithm: draft[`${kind}_encryption_algorithm`],
  pfs: draft[`${kind}_pfs`],
  lifetime: draft[`${kind}_lifetime`] ?? 0,
  ...(kind === 'ike' && { version: draft.ike_ike_version }),
});

/** What the other side has to be told of a connection that is being typed. */
export function usePeerFacts(draft: VpnDraft): PeerFacts {
  const { ikepolicy_id: ikePolicyId = '', ipsecpolicy_id: ipsecPolicyId = '' } = draft;
  const ike = useItem(api.vpnIkePolicies.read, { ikePolicyId }, { enabled: draft.ike === 'existing' && ikePolicyId !== '' });
  const ipsec = useItem(api.vpnIpsecPolicies.read, { ipsecPolicyId }, { enabled: draft.ipsec === 'existing' && ipsecPolicyId !== '' });
  return {
    name: draft.name,
    address: draft.known.address,
    id: draft.local_id.trim() || draft.known.address,
    peer_address: draft.peer_address.trim(),
    peer_id: draft.peer_id.trim() || draft.peer_address.trim(),
    local: localRangesOf(draft),
    remote: rangesOf(draft),
    ike: draft.ike === 'new' ? newPolicy(draft, 'ike') : ike.data && policyFacts(ike.data),
    ipsec: draft.ipsec === 'new' ? newPolicy(draft, 'ipsec') : ipsec.data && policyFacts(ipsec.data),
  };
}
