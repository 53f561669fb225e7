/**
 * Carries out the lifecycles of all buckets: versions are read in their order, a page at a time, and what is due is deleted in small transactions,
 * unless it has become another one meanwhile. Work of the background, in short stretches.
 */
import type { Deletion, ObjectEntry, ObjectIndex, VersionEntry, VersionRange } from '../../port/store/objects.ts';
import { backgroundTurn, inBackground } from '../../turns/turns.ts';
import { behind } from '../operations/keys.ts';
import { candidateOf } from '../operations/tagging.ts';
import { concerns, dueAfter, expiryBy, hasTags, rulesIn, type LifecycleRule } from './rules.ts';

/** Rows of one reading, and deletions of one transaction. */
const READ_AT_ONCE = 200;
const DELETED_AT_ONCE = 25;
const BUCKETS_AT_ONCE = 50;

type LifecycleIndex = Pick<ObjectIndex, 'settings' | 'versions' | 'version' | 'uploads' | 'abortUpload' | 'removeObjects'>;

export interface Work {
  index: LifecycleIndex;
  /** Milliseconds. */
  now: number;
  signal: AbortSignal;
}

interface Bucket {
  id: number;
  rules: readonly LifecycleRule[];
}

/** What stands around a version in the order of its key. */
interface Standing {
  /** When the next newer version was made; undefined for the newest. */
  replacedAt: number | undefined;
  /** Older versions that are newer than this one. */
  newer: number;
  /** No other version of the key is left. */
  isLast: boolean;
}

/** Whether a rule ends a version, its tags aside. */
function ends(rule: LifecycleRule, version: VersionEntry, { replacedAt, newer, isLast }: Standing, now: number): boolean {
  if (!concerns(rule, version)) return false;
  if (replacedAt !== undefined) {
    const { noncurrent } = rule;
    return noncurrent !== undefined && newer >= noncurrent.newer && dueAfter(replacedAt, noncurrent.days) <= now;
  }
  const expiry = expiryBy(rule, version.modifiedAt);
  const isDue = expiry !== undefined && expiry <= now;
  return version.isMarker ? isLast && (rule.markers === true || isDue) : isDue;
}

/** The part of a bucket in which all prefixes are. */
function rangeOf(rules: readonly LifecycleRule[]): VersionRange {
  const [first = '', ...others] = rules.map(({ prefix }) => prefix);
  const common = others.reduce((shared, prefix) => {
    let length = 0;
    while (length < shared.length && shared[length] === prefix[length]) length += 1;
    return shared.slice(0, length);
  }, first);
  return common === '' || !common.isWellFormed() ? {} : { from: common, before: behind(common) };
}

async function isEnded(
  index: LifecycleIndex,
  { id, rules }: Bucket,
  version: VersionEntry,
  standing: Standing,
  now: number,
): Promise<boolean> {
  const due = rules.filter((rule) => ends(rule, version, standing, now));
  if (due.length === 0) return false;
  if (due.some(({ tags }) => tags.length === 0)) return true;
  const found = await index.version(id, version.key, version.version);
  const tags = found?.isMarker === false ? candidateOf(found).tags : [];
  return due.some((rule) => hasTags(rule, tags));
}

/**
 * A page that ends with a key, unless that fills it alone, and where the next one begins. A current version that is deleted becomes an older one: what
 * comes behind it must have been read before.
 */
function pageOf(rows: VersionEntry[]): { rows: VersionEntry[]; next?: VersionRange } {
  const last = rows.at(-1);
  if (!last || rows.length < READ_AT_ONCE) return { rows };
  const whole = rows.findIndex(({ key }) => key === last.key);
  return whole === 0
    ? { rows, next: { after: last.key, position: last.position } }
    : { rows: rows.slice(0, whole), next: { from: last.key } };
}

/** Versions of a bucket that are due, as what deletes them. */
async function* dueIn({ index, now, signal }: Work, bucket: Bucket): AsyncGenerator<{ deletion: Deletion; version: VersionEntry }> {
  const { before, ...start } = rangeOf(bucket.rules);
  let range: VersionRange = start;
  let former: { version: VersionEntry; newer: number } | undefined;
  let pending: { version: VersionEntry; replacedAt: number | undefined; newer: number } | undefined;
  for (let isMore = true; isMore;) {
    await backgroundTurn();
    if (signal.aborted) return;
    const { rows, next: following } = pageOf(await index.versions(bucket.id, { ...range, before }, READ_AT_ONCE));
    isMore = following !== undefined;
    range = following ?? {};
    for (const next of [...rows, ...(isMore ? [] : [undefined])]) {
      if (pending) {
        const { version, replacedAt, newer } = pending;
        const isLast = replacedAt === undefined && next?.key !== version.key;
        if (await isEnded(index, bucket, version, { replacedAt, newer, isLast }, now)) {
          // The current version of an object is hidden by a marker, or goes, as the bucket has it; all else goes.
          const isCurrent = replacedAt === undefined && !version.isMarker;
          yield { deletion: { key: version.key, version: isCurrent ? undefined : version.version }, version };
        }
        former = { version, newer };
      }
      if (!next) break;
      const isSame = former?.version.key === next.key;
      const wasNewest = isSame && pending?.replacedAt === undefined;
      pending = {
        version: next,
        replacedAt: isSame ? former!.version.modifiedAt : undefined,
        newer: isSame && !wasNewest ? former!.newer + 1 : 0,
      };
    }
  }
}

/** Deletes what is due, unless it has been replaced since it was read. */
async function remove(
  { index, now }: Work,
  bucketId: number,
  due: readonly { deletion: Deletion; version: VersionEntry }[],
): Promise<void> {
  const read = new Map(due.map(({ deletion, version }) => [deletion, version]));
  const judge = (deletion: Deletion, present: ObjectEntry | undefined): boolean => {
    const { isMarker, modifiedAt, etag } = read.get(deletion)!;
    return isMarker ? !present : present?.modifiedAt === modifiedAt && present.etag === etag;
  };
  await index.removeObjects(bucketId, [...read.keys()], { at: now, judge });
}

async function giveUpUploads({ index, now, signal }: Work, { id, rules }: Bucket): Promise<void> {
  const giving = rules.filter(({ abortDays }) => abortDays !== undefined);
  if (giving.length === 0) return;
  let range: Parameters<ObjectIndex['uploads']>[1] = {};
  while (!signal.aborted) {
    await backgroundTurn();
    const uploads = await index.uploads(id, range, READ_AT_ONCE);
    for (const { id: upload, key, begunAt } of uploads)
      if (giving.some((rule) => rule.enabled && key.startsWith(rule.prefix) && dueAfter(begunAt, rule.abortDays!) <= now)) {
        await backgroundTurn();
        await index.abortUpload(upload);
      }
    const last = uploads.at(-1);
    if (uploads.length < READ_AT_ONCE || !last) return;
    range = { after: last.key, afterId: last.id };
  }
}

async function carryOut(work: Work, bucket: Bucket): Promise<void> {
  await giveUpUploads(work, bucket);
  const due = [];
  for await (const one of dueIn(work, bucket)) {
    due.push(one);
    if (due.length === DELETED_AT_ONCE) await remove(work, bucket.id, due.splice(0));
  }
  if (due.length > 0) await remove(work, bucket.id, due);
}

/** Deletes all that is due at that time, in milliseconds, until the signal is aborted. The files go with the next ones that nothing needs. */
export const carryOutLifecycles = (work: Work): Promise<void> =>
  inBackground(async () => {
    for (let after = 0; !work.signal.aborted;) {
      const found = await work.index.settings('lifecycle', after, BUCKETS_AT_ONCE);
      for (const { bucketId, value } of found) {
        const rules = rulesIn(value).filter(({ enabled }) => enabled);
        if (rules.length > 0) await carryOut(work, { id: bucketId, rules });
        after = bucketId;
      }
      if (found.length < BUCKETS_AT_ONCE) return;
    }
  });
