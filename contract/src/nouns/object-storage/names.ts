/** Buckets and objects as the API's bodies name them. */
import { z } from 'zod';
import { utf8Bytes } from '../../wire/bytes.ts';
import { NAME_LOWERCASE } from '../../wire/forms.ts';
import { patterned } from '../../wire/patterned.ts';

/** Bytes of a key (S3). */
const KEY_BYTES = 1024;

/** 3 to 63 lowercase letters, digits and `-._`. */
export const bucketName = patterned(
  'name_lowercase',
  z.string().min(1, { error: 'required' }).max(63, { error: 'too_long' }).regex(NAME_LOWERCASE, { error: 'bucket_name' }),
);

/** A wrong one ends the reading: nothing is said of the folder that it is in. */
const key = z
  .string()
  .max(KEY_BYTES, { error: 'too_long', abort: true })
  .refine((text) => utf8Bytes(text) <= KEY_BYTES, { error: 'too_long', abort: true })
  .refine((text) => text.isWellFormed() && !text.includes('\0'), { error: 'object_key', abort: true });

/** Any Unicode text of 1,024 bytes at most, but no null character. */
export const objectKey = patterned('object_key', key.min(1, { error: 'required', abort: true }));

/** What keys begin with: as of keys, or empty. */
export const keyPrefix = patterned('object_prefix', key);

/** What the keys of a folder begin with: empty, or with a slash at its end. */
export const folderPrefix = patterned(
  'object_folder',
  key.refine((text) => text === '' || text.endsWith('/'), { error: 'object_folder', abort: true }),
);
