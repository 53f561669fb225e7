/** Rules by which objects, versions and uploads of a bucket end, as they are kept, and what they say of one. */
import type { FoundBucket } from '../../port/store/objects.ts';
import type { Tag } from '../operations/tagging.ts';

const DAY = 86_400_000;

export interface LifecycleRule {
  id: string;
  enabled: boolean;
  /** The prefix stands at the rule itself, as it did once, and not in a filter. */
  unfiltered?: boolean;
  prefix: string;
  tags: Tag[];
  /** Bytes that an object has more than, or less. */
  larger?: number | undefined;
  smaller?: number | undefined;
  /** Days after which the current version expires, or the time of it in milliseconds. */
  days?: number | undefined;
  date?: number | undefined;
  /** Delete markers go that hide nothing any more. */
  markers?: boolean | undefined;
  /** Older versions go so many days after they were replaced, but for the `newer` newest ones. */
  noncurrent?: { days: number; newer: number } | undefined;
  /** Unfinished uploads are given up so many days after they were begun. */
  abortDays?: number | undefined;
}

export const rulesIn = (text: string | null): LifecycleRule[] => (text === null ? [] : (JSON.parse(text) as LifecycleRule[]));

/** So many days later, at the next midnight of UTC, as S3 has it. */
export const dueAfter = (time: number, days: number): number => (Math.floor(time / DAY) + days + 1) * DAY;

export interface Candidate {
  key: string;
  size: number;
  /** Known only where a rule asks for them. */
  tags: readonly Tag[];
}

/** Whether a rule is about an object, its tags aside. */
export const concerns = ({ enabled, prefix, larger, smaller }: LifecycleRule, { key, size }: Pick<Candidate, 'key' | 'size'>): boolean =>
  enabled && key.startsWith(prefix) && (larger === undefined || size > larger) && (smaller === undefined || size < smaller);

export const hasTags = ({ tags }: LifecycleRule, present: readonly Tag[]): boolean =>
  tags.every(([key, value]) => present.some((tag) => tag[0] === key && tag[1] === value));

/** When the current version of an object expires by a rule; undefined where it does not. */
export const expiryBy = ({ days, date }: LifecycleRule, modifiedAt: number): number | undefined =>
  date ?? (days === undefined ? undefined : dueAfter(modifiedAt, days));

/** The header that tells when the current version of an object expires; nothing where it does not. */
export function expirationHeader(
  { lifecycle }: Pick<FoundBucket, 'lifecycle'>,
  object: Candidate & { modifiedAt: number },
): Record<string, string> {
  const [first] = rulesIn(lifecycle)
    .filter((rule) => concerns(rule, object) && hasTags(rule, object.tags))
    .flatMap((rule) => {
      const at = expiryBy(rule, object.modifiedAt);
      return at === undefined ? [] : [{ at, id: rule.id }];
    })
    .toSorted((a, b) => a.at - b.at);
  if (!first) return {};
  return { 'x-amz-expiration': `expiry-date="${new Date(first.at).toUTCString()}", rule-id="${encodeURIComponent(first.id)}"` };
}
