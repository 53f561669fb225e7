/** Policies that are made together with a connection (screens I2). */
import { z } from 'zod';
import { displayName } from '../../wire/values.ts';
import {
  DH_GROUPS,
  ENCRYPTION_ALGORITHMS,
  HASH_ALGORITHMS,
  IKE_VERSION_DEFAULT,
  IKE_VERSIONS,
  LIFETIME,
  POLICY_DEFAULTS,
} from './values.ts';

const policy = {
  name: displayName,
  auth_algorithm: z.enum(HASH_ALGORITHMS, { error: 'choice' }).default(POLICY_DEFAULTS.auth_algorithm),
  encryption_algorithm: z.enum(ENCRYPTION_ALGORITHMS, { error: 'choice' }).default(POLICY_DEFAULTS.encryption_algorithm),
  pfs: z.enum(DH_GROUPS, { error: 'choice' }).default(POLICY_DEFAULTS.pfs),
  /** Seconds. */
  lifetime: z
    .number()
    .int()
    .min(LIFETIME.min, { error: 'too_small' })
    .max(LIFETIME.max, { error: 'too_large' })
    .default(POLICY_DEFAULTS.lifetime),
};

export const ipsecPolicyOfNew = z.strictObject(policy);
export type IpsecPolicyWanted = z.output<typeof ipsecPolicyOfNew>;

export const ikePolicyOfNew = z.strictObject({
  ...policy,
  ike_version: z.enum(IKE_VERSIONS, { error: 'choice' }).default(IKE_VERSION_DEFAULT),
});
export type IkePolicyWanted = z.output<typeof ikePolicyOfNew>;
