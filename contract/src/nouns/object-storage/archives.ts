/** Several objects and folders as one ZIP file. */
import { z } from 'zod';
import { instant } from '../../wire/values.ts';
import { no, type Rule } from '../../wire/rule-result.ts';
import { bucketName, folderPrefix, objectKey } from './names.ts';

/** Objects and folders that one request names. */
export const ARCHIVE_KEYS_MAX = 100;
/** Objects of one ZIP file, those of its folders included. */
export const ARCHIVE_OBJECTS_MAX = 10_000;
/** Keys of 1,024 bytes, most of them escaped. */
export const ARCHIVE_BODY_BYTES = 512 * 1024;

export const s3ArchiveBody = z
  .strictObject({
    bucket: bucketName,
    /** Where they are: paths inside of the ZIP file begin behind it. */
    folder: folderPrefix.default(''),
    /** Whole keys below that folder; one with a slash at its end stands for all that it begins. */
    keys: z
      .array(objectKey)
      .min(1, { error: 'required' })
      .max(ARCHIVE_KEYS_MAX, { error: 'too_many' })
      .refine((keys) => new Set(keys).size === keys.length, { error: 'duplicates' }),
  })
  .refine(({ folder, keys }) => keys.every((key) => key.startsWith(folder)), { error: 'object_folder', path: ['keys'] })
  .meta({ id: 'S3Archive', examples: [{ bucket: 'photos', folder: '2026/', keys: ['2026/summer.jpg', '2026/autumn/'] }] });

/** `url`: to be opened by the browser that asked, once, below the origin of the console. */
export const s3ArchiveTicket = z.object({ url: z.string(), expires_at: instant }).meta({ id: 'S3ArchiveTicket' });

/** There is something to download, and not more than one ZIP file takes. `objects`: what the keys stand for. */
export const isArchivable: Rule<{ objects: number }> = ({ objects }) => {
  if (objects === 0) return no('s3_archive_empty');
  return objects <= ARCHIVE_OBJECTS_MAX ? true : no('s3_archive_large', { max: ARCHIVE_OBJECTS_MAX });
};
