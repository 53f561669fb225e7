import { createHash } from 'node:crypto';
import type { KeyPairCreate } from '@gantry/contract/nouns/key-pairs/calls';
import { keyPairKind } from '@gantry/contract/nouns/key-pairs/entity';
import { parsePublicKey } from '@gantry/contract/nouns/key-pairs/public-key';
import type { Platform } from '../platform.ts';
import { plainCommands } from './plain.ts';
import { invalid } from './seen.ts';

/** What users may do with their keys: as many as compute services let them have. Servers made with a key keep it. */
export const keyPairCommands = (platform: Platform) =>
  plainCommands(platform, {
    kind: keyPairKind,
    of: 'user',
    nameTaken: 'key_pair_name_taken',
    limit: 100,
    make({ name, public_key }: KeyPairCreate, { id, at, userId, domainId }) {
      const found = parsePublicKey(public_key);
      if (typeof found === 'string') throw invalid('public_key', { code: found });
      const digits = createHash('md5').update(Buffer.from(found.blob, 'base64')).digest('hex');
      const fingerprint = digits.replace(/..(?!$)/g, '$&:');
      return { id, name, public_key, fingerprint, user_id: userId, user_name: null, created_at: at, domain_id: domainId };
    },
  });
