/** Keys and values that a cloud keeps with a server, and that its guest can read. */
import { z } from 'zod';
import { patterned } from '../../wire/patterned.ts';

export const metadataKey = patterned('metadata_key', z.string().min(1, { error: 'required' }).max(255, { error: 'too_long' }));
export const metadataValue = patterned('metadata_value', z.string().max(255, { error: 'too_long' }));
/** Words to find things by again; one of them has no slash and no comma, at most 60 signs. */
const serverTag = patterned(
  'tag',
  z
    .string()
    .trim()
    .min(1, { error: 'required' })
    .max(60, { error: 'too_long' })
    .regex(/^[^/,\p{Cc}]*$/u, { error: 'tag' }),
);
/** At most 50, each once. */
export const serverTags = z
  .array(serverTag)
  .max(50, { error: 'too_many' })
  .refine((tags) => new Set(tags).size === tags.length, { error: 'duplicates' });

export const serverMetadata = z.record(metadataKey, metadataValue);
