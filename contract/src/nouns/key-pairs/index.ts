import type { Noun } from '../noun.ts';
import { keyPairCalls } from './calls.ts';
import { keyPairKind } from './entity.ts';

export const keyPairs = {
  kinds: [keyPairKind],
  calls: keyPairCalls,
  fieldTexts: {
    key_pair_name: 'Only letters, digits, spaces and the signs . _ - @ are allowed.',
    key_pair_name_taken: 'You have a key of this name already.',
    ssh_key_private: 'This is a private key. Keep it to yourself and give the public one (.pub).',
    ssh_key_lines: 'Give one key, on one line.',
    ssh_key_type: 'The key must start with its type: ssh-rsa, ecdsa-sha2-nistp256, -384 or -521, ssh-ed25519 or ssh-dss.',
    ssh_key_damaged: 'The key is not complete. Copy it once more.',
  },
} satisfies Noun;
