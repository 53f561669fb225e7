/** Rules of a bucket's lifecycle between what S3 says of them and the fields of a form. */
import type { LifecycleRule } from '@aws-sdk/client-s3';
import { z } from 'zod';

const ID_CHARS = 255;
const PREFIX_CHARS = 1024;
/** A hundred years; S3 takes more. */
export const DAYS_MAX = 36_500;
/** Versions beside the current one, as S3 has it. */
export const KEEP_MAX = 100;

const count = (max: number) =>
  z.number().int({ error: 'whole_number' }).min(1, { error: 'too_small' }).max(max, { error: 'too_large' }).optional();

export interface LifecycleDraft extends Record<string, unknown> {
  id: string;
  prefix: string;
  /** Days until the current version expires, until an older one goes, and until an unfinished upload is given up. */
  days?: number | undefined;
  olderDays?: number | undefined;
  uploadDays?: number | undefined;
  /** Older versions that stay all the same. */
  keep?: number | undefined;
  /** Delete markers go that hide nothing any more. */
  markers: boolean;
}

/** A form that was filled in as a rule; it has at least one thing to do. */
export const lifecycleSchema: z.ZodType<LifecycleRule, LifecycleDraft> = z
  .object({
    id: z.string().trim().max(ID_CHARS, { error: 'too_long' }),
    prefix: z.string().max(PREFIX_CHARS, { error: 'too_long' }),
    days: count(DAYS_MAX),
    olderDays: count(DAYS_MAX),
    uploadDays: count(DAYS_MAX),
    keep: count(KEEP_MAX),
    markers: z.boolean(),
  })
  .refine(({ keep, olderDays }) => keep === undefined || olderDays !== undefined, { path: ['olderDays'], error: 'required' })
  .refine(({ days, olderDays, uploadDays, markers }) => markers || [days, olderDays, uploadDays].some((value) => value !== undefined), {
    path: ['days'],
    error: 'required',
  })
  .transform(({ id, prefix, days, olderDays, uploadDays, keep, markers }) => ({
    ...(id !== '' && { ID: id }),
    Status: 'Enabled' as const,
    Filter: { Prefix: prefix },
    // What expires after some days takes such markers along.
    ...(days !== undefined ? { Expiration: { Days: days } } : markers && { Expiration: { ExpiredObjectDeleteMarker: true } }),
    ...(olderDays !== undefined && {
      NoncurrentVersionExpiration: { NoncurrentDays: olderDays, ...(keep !== undefined && { NewerNoncurrentVersions: keep }) },
    }),
    ...(uploadDays !== undefined && { AbortIncompleteMultipartUpload: { DaysAfterInitiation: uploadDays } }),
  }));

export const EMPTY_LIFECYCLE: LifecycleDraft = { id: '', prefix: '', markers: false };

/** A rule as the form has it; undefined where it says more than the form can. */
export function lifecycleDraft(rule: LifecycleRule): LifecycleDraft | undefined {
  const { ID: id = '', Prefix, Filter, Expiration, NoncurrentVersionExpiration: older, AbortIncompleteMultipartUpload: uploads } = rule;
  const isTold =
    Object.keys(Filter ?? {}).every((name) => name === 'Prefix') &&
    Expiration?.Date === undefined &&
    rule.Transitions === undefined &&
    rule.NoncurrentVersionTransitions === undefined;
  if (!isTold) return undefined;
  return {
    id,
    prefix: Filter?.Prefix ?? Prefix ?? '',
    days: Expiration?.Days,
    olderDays: older?.NoncurrentDays,
    keep: older?.NewerNoncurrentVersions,
    uploadDays: uploads?.DaysAfterInitiation,
    markers: Expiration?.ExpiredObjectDeleteMarker === true,
  };
}

/** What narrows a rule, beside which it does nothing. `larger` and `smaller` in bytes. */
export function scopeOfRule({ Prefix, Filter }: LifecycleRule): {
  prefix: string;
  tags: string[];
  larger: number | undefined;
  smaller: number | undefined;
} {
  const { Tag, And } = Filter ?? {};
  const { ObjectSizeGreaterThan: larger, ObjectSizeLessThan: smaller } = And ?? Filter ?? {};
  const tags = (And?.Tags ?? (Tag ? [Tag] : [])).map(({ Key = '', Value = '' }) => `${Key}=${Value}`);
  return { prefix: And?.Prefix ?? Filter?.Prefix ?? Prefix ?? '', tags, larger, smaller };
}
