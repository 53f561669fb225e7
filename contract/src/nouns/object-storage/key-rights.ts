/** What a pair of keys may do of what its user may. */
import { z } from 'zod';
import { instant } from '../../wire/values.ts';
import { bucketName, keyPrefix } from './names.ts';

/** Longest life of a pair of keys that expires, in days. */
export const S3_KEY_DAYS = 3650;
/** Buckets that one pair of keys is limited to at most. */
const S3_KEY_BUCKETS = 20;

/** Only read, or all that its user may. */
export const S3_KEY_ACCESS = ['read', 'full'] as const;

const access = z.enum(S3_KEY_ACCESS);

/** Rights of a pair of keys. It never does more than its user may do at that moment. */
export const s3KeyRights = z.object({
  access,
  /** Names of the buckets that it reaches; null: all. */
  buckets: z.array(z.string()).nullable(),
  /** What the keys of the objects begin with that it reaches; empty: all. */
  prefix: z.string(),
  /** Null: never. */
  expires_at: instant.nullable(),
});
export type S3KeyRights = z.infer<typeof s3KeyRights>;

const buckets = z
  .array(bucketName)
  .min(1, { error: 'required' })
  .max(S3_KEY_BUCKETS, { error: 'too_many' })
  .refine((names) => new Set(names).size === names.length, { error: 'duplicates' })
  .nullable();
const days = z
  .number({ error: 'whole_number' })
  .int({ error: 'whole_number' })
  .min(1, { error: 'too_small' })
  .max(S3_KEY_DAYS, { error: 'too_large' })
  .nullable();

/** Rights of a new pair of keys: all that is not limited. */
export const s3KeyLimits = z.strictObject({
  access: access.default('full'),
  buckets: buckets.default(null),
  prefix: keyPrefix.default(''),
  /** Null: never. */
  expires_in_days: days.default(null),
});
export type S3KeyLimits = z.infer<typeof s3KeyLimits>;

/** What of a pair of keys is to be another; what is absent stays. */
export const s3KeyChange = z.strictObject({
  enabled: z.boolean().optional(),
  access: access.optional(),
  buckets: buckets.optional(),
  prefix: keyPrefix.optional(),
  /** Counted from the change. Null: never. */
  expires_in_days: days.optional(),
});
export type S3KeyChange = z.infer<typeof s3KeyChange>;

export const ALL_RIGHTS: S3KeyRights = { access: 'full', buckets: null, prefix: '', expires_at: null };

/** Whether a pair of keys reaches a part of the buckets or of their objects only. */
export const isNarrowed = ({ buckets, prefix }: S3KeyRights): boolean => buckets !== null || prefix !== '';

/** Whether a pair of keys can do less than its user. */
export const isLimited = (rights: S3KeyRights): boolean => isNarrowed(rights) || rights.access !== 'full' || rights.expires_at !== null;

/** `now`: milliseconds. */
export const isExpired = ({ expires_at: at }: Pick<S3KeyRights, 'expires_at'>, now: number): boolean =>
  at !== null && Date.parse(at) <= now;

/** Whether a bucket is within the rights. */
export const reachesBucket = ({ buckets }: S3KeyRights, bucket: string): boolean => buckets === null || buckets.includes(bucket);

/** Whether an object is within the rights, or all objects whose keys begin so. Keys are texts: a full stop or slash in them leads nowhere. */
export const reachesKey = (rights: S3KeyRights, bucket: string, key: string): boolean =>
  reachesBucket(rights, bucket) && key.startsWith(rights.prefix);
