/** What comes of a try to connect, as IKE tells it: it follows from what both sides are set to. Nothing is sent to anybody. */
import type { VpnEvent } from '@gantry/contract/nouns/vpn-connections/values';
import type { IkePolicyDocument, IpsecPolicyDocument, VpnConnectionDocument } from '../../../engines/embedded/platform/documents.ts';

/** One side of a tunnel. */
export interface Side {
  connection: VpnConnectionDocument;
  psk: string;
  ike: IkePolicyDocument;
  ipsec: IpsecPolicyDocument;
}

type Proposal = Pick<IpsecPolicyDocument, 'auth_algorithm' | 'encryption_algorithm' | 'pfs'>;

/** Lifetimes are each side's own. */
const isSameProposal = (one: Proposal, other: Proposal): boolean =>
  one.auth_algorithm === other.auth_algorithm && one.encryption_algorithm === other.encryption_algorithm && one.pfs === other.pfs;

/** What a side shows itself by. */
const identityOf = ({ connection: { local_id: id, local_address: address } }: Side): string | null => id ?? address;

const knows = (one: Side, other: Side): boolean => one.connection.peer_id === identityOf(other);

const isSameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((range) => other.includes(range));

/** What a side that begins hears from the one that it reaches: keys first, then who it is, then what is connected. */
export function outcomeOf(one: Side, other: Side): VpnEvent {
  const isSameIke = one.ike.ike_version === other.ike.ike_version && isSameProposal(one.ike, other.ike);
  if (!isSameIke) return 'no_proposal_chosen';
  if (one.psk !== other.psk || !knows(one, other) || !knows(other, one)) return 'authentication_failed';
  if (!isSameProposal(one.ipsec, other.ipsec)) return 'no_proposal_chosen';
  const [a, b] = [one.connection, other.connection];
  return isSameSet(a.local_cidrs, b.peer_cidrs) && isSameSet(b.local_cidrs, a.peer_cidrs) ? 'established' : 'no_matching_ranges';
}
