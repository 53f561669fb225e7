import { createHash } from 'node:crypto';
import type { KeyPairCreate } from '@gantry/contract/nouns/key-pairs/calls';
import { keyPairKind } from '@gantry/contract/nouns/key-pairs/entity';
import { parsePublicKey } from '@gantry/contract/wire/public-key';
import type { Platform } from '../platform.ts';
import { plainCommands } from './plain.ts';
import { invalid } from './seen.ts';

/** MD5 of a key, in base64, as SSH prints it: pairs of hex digits with colons between. */
export function fingerprintOf(blob: string): string {
  const digits = createHash('md5').update(Buffer.from(blob, 'base64')).digest('hex');
  return digits.replace(/..(?!$)/g, '$&:');
}

/** What users may do with their keys: as many as compute services let them have. Servers made with a key keep it. */
export const keyPairCommands = (platform: Platform) =>
  plainCommands(platform, {
    kind: keyPairKind,
    of: 'user',
    nameTaken: 'key_pair_name_taken',
    limit: 100,
    make({ name, public_key, description }: KeyPairCreate, born) {
      const found = parsePublicKey(public_key);
      if (typeof found === 'string') throw invalid('public_key', { code: found });
      return { ...born, name, public_key, description: description || null, fingerprint: fingerprintOf(found.blob), user_name: null };
    },
  });
