import { z } from 'zod';
import { tenant } from '../../access/roles.ts';
import { defineNoun } from '../../wire/define-noun.ts';
import { dated } from '../../wire/kind.ts';
import { instant } from '../../wire/values.ts';

/** The public half of an SSH key, which new servers let in. It belongs to a user, not to a project; clouds know it by user and name. */
export const { kind: keyPairKind, calls } = defineNoun({
  name: 'key_pair',
  path: '/api/v2/compute/key_pairs',
  param: 'sshKeyId',
  many: tenant('compute_ssh_keys'),
  one: tenant('compute_ssh_key'),
  source: 'decision F22',
  of: 'user',
  members: {
    /** As the key itself begins, `ssh-ed25519 AAAA… comment`; a certificate where the cloud keeps x509 ones. */
    public_key: z.string(),
    /** What its user says of it; null where nothing is said, or the cloud keeps none. */
    description: z.string().nullable(),
    /** MD5 of the key, in pairs of hex digits with colons between. */
    fingerprint: z.string(),
    /** Null for callers who do not see users. */
    user_name: z.string().nullable(),
    created_at: instant,
  },
  version: 2,
  // Until version 2 nothing could be said of a key.
  upgrades: { 1: (key) => ({ ...key, description: null }) },
  fields: {
    fingerprint: { path: 'fingerprint', type: 'text', filter: ['is'] },
    user_id: { path: 'user_id', type: 'text', filter: ['is'] },
    ...dated,
  },
  joins: [{ kind: 'user', at: '', id: 'user_id', fields: { user_name: 'name' } }],
});
export type KeyPair = z.infer<typeof keyPairKind.entity>;
