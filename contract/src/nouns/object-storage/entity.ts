import { z } from 'zod';
import { instant } from '../../wire/values.ts';
import { no, type Rule } from '../../wire/rule-result.ts';
import { s3KeyRights } from './key-rights.ts';

/** Most pairs of keys that a user sees and makes (screens A3); the server's own pair is beside them. */
export const S3_KEYS_MAX = 2;

/** A pair of keys as readers get it: its secret is in no answer but that of its creation (S0 §3). */
export const s3Key = z
  .object({ acc_key: z.string(), enabled: z.boolean(), created_at: instant })
  .extend(s3KeyRights.shape)
  .meta({ id: 'S3Key' });
export type S3Key = z.infer<typeof s3Key>;

/** The one answer that has the secret. */
export const s3NewKey = s3Key.extend({ sec_key: z.string() }).meta({ id: 'S3NewKey' });
export type S3NewKey = z.infer<typeof s3NewKey>;

/** Whom the owner of a bucket can share it with. */
export const S3_SHARED_KINDS = ['user', 'project'] as const;
export type S3SharedKind = (typeof S3_SHARED_KINDS)[number];

/** Object storage as the caller can use it (choice.s3-config-fields). */
export const s3Config = z
  .object({
    /** Whether the caller has an account there; POST makes it. */
    enabled: z.boolean(),
    /** Where S3 clients outside of the console connect to. Null: to the host of this address, at `port`. */
    endpoint: z.string().nullable(),
    port: z.number().int().nullable(),
    region: z.string(),
    /** Buckets are the first part of the path, not of the host name. */
    path_style: z.boolean(),
    /** Where the console itself connects to, below its own origin. */
    proxy: z.string(),
    /** Most pairs of keys that a user has. */
    max_keys: z.number().int(),
    /** Whether a pair of keys can have less rights than its user. */
    key_rights: z.boolean(),
    /** Whom of the domain buckets can be shared with, by their policies; empty where they cannot be shared. */
    sharing: z.array(z.enum(S3_SHARED_KINDS)),
    /** Whether shared links can be revoked before they expire. */
    revocable_links: z.boolean(),
    /** The pair that was made with the account: in the answer of the POST that made it, and never again. */
    key: s3NewKey.optional(),
  })
  .meta({ id: 'S3Service' });
export type S3Config = z.infer<typeof s3Config>;

/** A bucket of the caller. What is in it is null where the storage does not tell; parts of unfinished uploads count in its bytes. */
export const s3BucketUsage = z
  .object({ name: z.string(), objects: z.number().int().nullable(), bytes: z.number().int().nullable() })
  .meta({ id: 'S3BucketUsage' });

/** A bucket that somebody shares with the caller, or with the project of the caller's account. */
export const s3SharedBucket = z.object({ name: z.string(), owner_name: z.string() }).meta({ id: 'S3SharedBucket' });

/** The caller's account of object storage (S0 §3). */
export const s3User = z.object({ id: z.string(), arn: z.string(), enabled: z.boolean(), keys: z.array(s3Key) }).meta({ id: 'S3User' });

/** Most that somebody may keep; null: as much as there is room for. A petabyte is the largest that can be set. */
const storageLimit = (most: number) =>
  z
    .number({ error: 'whole_number' })
    .int({ error: 'whole_number' })
    .min(0, { error: 'too_small' })
    .max(most, { error: 'too_large' })
    .nullable();
export const S3_BYTES_MAX = 2 ** 50;
export const S3_OBJECTS_MAX = 1_000_000_000;
export const s3Limits = z
  .strictObject({ bytes: storageLimit(S3_BYTES_MAX), objects: storageLimit(S3_OBJECTS_MAX) })
  .meta({ id: 'S3Limits', examples: [{ bytes: 10 * 2 ** 30, objects: null }] });
export type S3Limits = z.infer<typeof s3Limits>;

/** What is kept; null where the storage does not tell. Parts of unfinished uploads count as well. */
const s3Kept = z
  .object({ buckets: z.number().int(), objects: z.number().int().nullable(), bytes: z.number().int().nullable() })
  .meta({ id: 'S3Kept' });

/** What a project may keep, and what it keeps: of users who enabled object storage while they worked in it. */
export const s3Project = z.object({ limits: s3Limits, kept: s3Kept }).meta({ id: 'S3Project' });

/** Object storage as administrators look over it. */
export const s3Overview = z
  .object({
    endpoint: z.string().nullable(),
    port: z.number().int().nullable(),
    region: z.string(),
    /** Most pairs of keys that a user has; 0 where users have none. */
    max_keys: z.number().int(),
    /** Whether a pair of keys can have less rights than its user. */
    key_rights: z.boolean(),
    /** Whose limits can be set. */
    limits: z.object({ user: z.boolean(), project: z.boolean() }),
    /** Null while the storage does not answer. */
    kept: s3Kept.nullable(),
    /** By domain, who keeps most first; a thousand at most. */
    domains: z.array(z.object({ domain_id: z.string(), name: z.string(), enabled: z.boolean(), kept: s3Kept })),
  })
  .meta({ id: 'S3Overview' });
export type S3Overview = z.infer<typeof s3Overview>;

/** A user of object storage as administrators see them (S1 §3, decision G18). */
export const s3Account = z
  .object({
    /** 16 hexadecimal digits. */
    id: z.string(),
    email: z.string(),
    name: z.string(),
    arn: z.string(),
    user_id: z.string(),
    domain_id: z.string(),
    /** Null where the domain is gone. */
    domain_name: z.string().nullable(),
    is_enabled: z.boolean(),
    keys: z.array(s3Key),
    limits: s3Limits,
    /** Null while the storage does not answer. */
    kept: s3Kept.nullable(),
  })
  .meta({ id: 'S3Account' });
export type S3Account = z.infer<typeof s3Account>;

/** Two pairs at most, so that one can be replaced by another without a pause. */
export const isS3KeyCreatable: Rule<{ keys: readonly unknown[] }> = ({ keys }) =>
  keys.length < S3_KEYS_MAX ? true : no('s3_keys_full', { max: S3_KEYS_MAX });

/** The only pair stays: without one no client of the user could connect. */
export const isS3KeyDeletable: Rule<{ keys: readonly unknown[] }> = ({ keys }) => (keys.length > 1 ? true : no('s3_key_last'));
