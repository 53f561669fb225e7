/** What the two sides of a VPN agree on (S2 §9). */

export const HASH_ALGORITHMS = ['sha1', 'sha256', 'sha384', 'sha512'] as const;
export const ENCRYPTION_ALGORITHMS = ['3des', 'aes-128', 'aes-192', 'aes-256'] as const;
export const IKE_VERSIONS = ['v1', 'v2'] as const;
/** Diffie-Hellman groups. */
export const DH_GROUPS = ['group2', 'group5', 'group14'] as const;

/** Bounds of a lifetime in seconds (decision F15). */
export const LIFETIME = { min: 60, max: 2_147_483_647 } as const;

/** What a policy is of which nobody said anything else (decision F26, screens I2). */
export const POLICY_DEFAULTS = { auth_algorithm: 'sha256', encryption_algorithm: 'aes-256', pfs: 'group14', lifetime: 3600 } as const;
export const IKE_VERSION_DEFAULT = 'v2';

/** Algorithms that are offered for old devices and no longer hold off attackers (decision F26). */
const WEAK: ReadonlySet<string> = new Set(['sha1', '3des', 'group2', 'group5']);
export const isWeakAlgorithm = (name: string): boolean => WEAK.has(name);

/** The weak algorithms of a policy. */
export const weakOf = (policy: { auth_algorithm: string; encryption_algorithm: string; pfs: string }): string[] =>
  [policy.auth_algorithm, policy.encryption_algorithm, policy.pfs].filter(isWeakAlgorithm);
