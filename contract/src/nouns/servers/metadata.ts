/** Keys and values that a cloud keeps with a server, and that its guest can read. */
import { z } from 'zod';
import { patterned } from '../../wire/patterned.ts';

export const metadataKey = patterned('metadata_key', z.string().min(1, { error: 'required' }).max(255, { error: 'too_long' }));
export const metadataValue = patterned('metadata_value', z.string().max(255, { error: 'too_long' }));
export const serverMetadata = z.record(metadataKey, metadataValue);
