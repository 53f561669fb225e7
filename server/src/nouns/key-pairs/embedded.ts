import { createHash } from 'node:crypto';
import type { KeyPairCreate } from '@gantry/contract/nouns/key-pairs/calls';
import { keyPairKind } from '@gantry/contract/nouns/key-pairs/entity';
import { parsePublicKey } from '@gantry/contract/wire/public-key';
import { invalid } from '../../engines/embedded/platform/references.ts';
import type { Platform } from '../../engines/embedded/platform/platform.ts';
import { lifecycle, type NounParts } from '../../engines/embedded/platform/lifecycle.ts';

/** MD5 of a key, in base64, as SSH prints it: pairs of hex digits with colons between. */
function fingerprintOf(blob: string): string {
  const digits = createHash('md5').update(Buffer.from(blob, 'base64')).digest('hex');
  return digits.replace(/..(?!$)/g, '$&:');
}

/** What users may do with their keys: as many as compute services let them have. Servers made with a key keep it. */
export const keyPairs = (platform: Platform): NounParts =>
  lifecycle<'key_pair', KeyPairCreate, never>(platform, {
    kind: keyPairKind,
    of: 'user',
    nameTaken: 'key_pair_name_taken',
    limit: 100,
    creators: {
      create: ({ body: { name, public_key, description } }, { id, created_at, user_id, domain_id }) => {
        const found = parsePublicKey(public_key);
        if (typeof found === 'string') throw invalid('public_key', { code: found });
        const fingerprint = fingerprintOf(found.blob);
        return { id, created_at, user_id, domain_id, name, public_key, description: description || null, fingerprint, user_name: null };
      },
    },
  });
