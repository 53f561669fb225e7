import type { IpsecPolicy } from '@gantry/contract/nouns/vpn-policies/entity';

/** The algorithms of a policy in one line. */
export const algorithmsOf = (policy: Pick<IpsecPolicy, 'auth_algorithm' | 'encryption_algorithm' | 'pfs'>): string =>
  [policy.encryption_algorithm, policy.auth_algorithm, policy.pfs].join(', ');
