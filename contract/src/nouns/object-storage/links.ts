/** Links to objects for people who are not signed in. */
import { z } from 'zod';
import { instant } from '../../wire/values.ts';
import { bucketName, objectKey } from './names.ts';

/** Seconds that a link works: an hour unless something else is said (S0 §9), a week at most (S3). */
const LINK_SECONDS = { min: 1, default: 3600, max: 604_800 } as const;

export const s3LinkBody = z
  .strictObject({
    bucket: bucketName,
    key: objectKey,
    /** Seconds. */
    expires: z
      .number({ error: 'whole_number' })
      .int({ error: 'whole_number' })
      .min(LINK_SECONDS.min, { error: 'too_small' })
      .max(LINK_SECONDS.max, { error: 'too_large' })
      .default(LINK_SECONDS.default),
  })
  .meta({ id: 'S3LinkCreate', examples: [{ bucket: 'photos', key: '2026/summer.jpg', expires: 3600 }] });

/** `url`: whole, at the S3 endpoint. */
export const s3Link = z.object({ url: z.string(), expires_at: instant }).meta({ id: 'S3Link' });
export type S3Link = z.infer<typeof s3Link>;
