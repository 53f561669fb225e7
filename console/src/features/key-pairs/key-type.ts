import type { KeyPair } from '@gantry/contract/nouns/key-pairs/entity';

/** What a key begins with: `ssh-ed25519`. Null for what is no SSH key. */
export const typeOf = ({ public_key: text }: Pick<KeyPair, 'public_key'>): string | null => /^([a-z][\w@.-]*) /.exec(text)?.[1] ?? null;
