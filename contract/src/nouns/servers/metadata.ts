/** Keys and values that a cloud keeps with a server, and that its guest can read. */
import { z } from 'zod';
import { SERVER_LIMITS } from '../../constants.ts';
import { boundedRecord } from '../../wire/bounded.ts';
import { patterned } from '../../wire/patterned.ts';
import { isHonest, isVisible } from '../../wire/visible.ts';

export const metadataKey = patterned(
  'metadata_key',
  z.string().min(1, { error: 'required' }).max(255, { error: 'too_long' }).refine(isVisible, { error: 'invisible_character' }),
);
export const metadataValue = patterned(
  'metadata_value',
  z.string().max(255, { error: 'too_long' }).refine(isHonest, { error: 'invisible_character' }),
);
/** Words to find resources by again; one of them has no slash and no comma, at most 60 signs. */
const serverTag = patterned(
  'tag',
  z
    .string()
    .trim()
    .min(1, { error: 'required' })
    .max(60, { error: 'too_long' })
    .regex(/^[^/,\p{Cc}]*$/u, { error: 'tag' })
    .refine(isVisible, { error: 'invisible_character' }),
);
/** Each once. */
export const serverTags = z
  .array(serverTag)
  .max(SERVER_LIMITS.tags, { error: 'too_many' })
  .refine((tags) => new Set(tags).size === tags.length, { error: 'duplicates' });

export const serverMetadata = boundedRecord(metadataKey, metadataValue, SERVER_LIMITS.metadata);
