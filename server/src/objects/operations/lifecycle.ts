/** The lifecycle of a bucket's objects: its rules as requests say them and answers tell them. lifecycle/carry-out.ts does what they say. */
import { randomUUID } from 'node:crypto';
import { S3Error } from '../errors.ts';
import type { Answer, Exchange, Parts } from '../exchange.ts';
import { rulesIn, type LifecycleRule } from '../lifecycle/rules.ts';
import { childrenOf, numberIn, readTree, type XmlNode } from '../wire/xml-tree.ts';
import { document, type Elements } from '../wire/xml.ts';
import { ownBucket } from './reach.ts';
import { assertTags, OBJECT_TAGS_MAX, type Tag } from './tagging.ts';

/** Of the rules of a bucket. */
export const LIFECYCLE_BYTES = 64 * 1024;
const ROOT = 'LifecycleConfiguration';
/** Rules of one bucket, as S3 has it. */
const RULES_MAX = 1000;
/** Of all rules together. */
const ELEMENTS_MAX = 10_000;
const ID_CHARS = 255;
const PREFIX_BYTES = 1024;

const malformed = (): S3Error => new S3Error('MalformedXML');

function tagOf(node: XmlNode): Tag {
  const { Key, Value } = childrenOf(node, ['Key', 'Value']);
  if (!Key || !Value) throw malformed();
  return [Key.text, Value.text];
}

type Filter = Pick<LifecycleRule, 'prefix' | 'tags' | 'larger' | 'smaller'>;

/** Of a filter, or of what it joins. */
function filterOf(node: XmlNode, isJoined = false): Filter {
  const found = childrenOf(node, ['Prefix', 'ObjectSizeGreaterThan', 'ObjectSizeLessThan', ...(isJoined ? [] : (['And'] as const))], 'Tag');
  if (!isJoined && node.children.length > 1) throw malformed();
  if (found.And) return filterOf(found.And, true);
  const tags = found.repeated.map(tagOf);
  assertTags(tags, OBJECT_TAGS_MAX);
  const prefix = found.Prefix?.text ?? '';
  if (Buffer.byteLength(prefix) > PREFIX_BYTES)
    throw new S3Error('InvalidArgument', 'The prefix is longer than a key.', { ArgumentName: 'Prefix' });
  return { prefix, tags, larger: numberIn(found.ObjectSizeGreaterThan, 0), smaller: numberIn(found.ObjectSizeLessThan, 1) };
}

/** A midnight of UTC, in milliseconds. Throws InvalidArgument. */
function dateOf({ text }: XmlNode): number {
  const time = /^\d{4}-\d\d-\d\d(T|$)/.test(text.trim()) ? Date.parse(text.trim()) : Number.NaN;
  if (Number.isNaN(time) || time % 86_400_000 !== 0)
    throw new S3Error('InvalidArgument', "'Date' must be at midnight GMT", { ArgumentName: 'Date' });
  return time;
}

function expirationOf(node: XmlNode | undefined): Pick<LifecycleRule, 'days' | 'date' | 'markers'> {
  if (!node) return {};
  const { Days, Date: date, ExpiredObjectDeleteMarker: marker } = childrenOf(node, ['Days', 'Date', 'ExpiredObjectDeleteMarker']);
  if (node.children.length !== 1) throw malformed();
  const markers = marker?.text.trim();
  if (markers !== undefined && markers !== 'true' && markers !== 'false') throw malformed();
  return { days: numberIn(Days, 1), date: date && dateOf(date), markers: markers === 'true' || undefined };
}

function noncurrentOf(node: XmlNode | undefined): LifecycleRule['noncurrent'] {
  if (!node) return undefined;
  const { NoncurrentDays, NewerNoncurrentVersions } = childrenOf(node, ['NoncurrentDays', 'NewerNoncurrentVersions']);
  const days = numberIn(NoncurrentDays, 1);
  if (days === undefined) throw malformed();
  return { days, newer: numberIn(NewerNoncurrentVersions, 1) ?? 0 };
}

/** Throws MalformedXML, InvalidArgument, InvalidRequest, InvalidTag, NotImplemented. */
function ruleOf(node: XmlNode): LifecycleRule {
  if (node.children.some(({ name }) => name === 'Transition' || name === 'NoncurrentVersionTransition'))
    throw new S3Error('NotImplemented', 'Objects have one class of storage: transitions to another one are not carried out.');
  const found = childrenOf(node, [
    'ID',
    'Status',
    'Prefix',
    'Filter',
    'Expiration',
    'NoncurrentVersionExpiration',
    'AbortIncompleteMultipartUpload',
  ]);
  const id = found.ID?.text || randomUUID();
  if (Array.from(id).length > ID_CHARS) throw new S3Error('InvalidArgument', `ID length should not exceed allowed limit of ${ID_CHARS}`);
  const status = found.Status?.text.trim();
  if ((status !== 'Enabled' && status !== 'Disabled') || (found.Prefix && found.Filter)) throw malformed();
  const { Prefix, Filter, AbortIncompleteMultipartUpload: abort } = found;
  const days = abort && numberIn(childrenOf(abort, ['DaysAfterInitiation']).DaysAfterInitiation, 1);
  if (abort && days === undefined) throw malformed();
  const rule: LifecycleRule = {
    id,
    enabled: status === 'Enabled',
    ...(Prefix && { unfiltered: true }),
    ...filterOf(Filter ?? { name: 'Filter', text: '', children: Prefix ? [Prefix] : [] }),
    ...expirationOf(found.Expiration),
    noncurrent: noncurrentOf(found.NoncurrentVersionExpiration),
    abortDays: days,
  };
  const isNarrowed = rule.tags.length > 0 || rule.larger !== undefined || rule.smaller !== undefined;
  if (isNarrowed && (days !== undefined || rule.markers === true))
    throw new S3Error('InvalidRequest', 'Uploads and delete markers have no tags and no size: the filter of their rule is a prefix.');
  if (!found.Expiration && !rule.noncurrent && days === undefined)
    throw new S3Error('InvalidRequest', 'At least one action needs to be specified in a rule');
  return rule;
}

function filterElements({ prefix, tags, larger, smaller, unfiltered }: LifecycleRule): Elements {
  if (unfiltered) return { Prefix: prefix };
  const bounds = { ObjectSizeGreaterThan: larger, ObjectSizeLessThan: smaller };
  const Tag = tags.map(([Key, Value]) => ({ Key, Value }));
  const count = Number(prefix !== '') + Tag.length + Number(larger !== undefined) + Number(smaller !== undefined);
  if (count > 1) return { Filter: { And: { Prefix: prefix === '' ? undefined : prefix, Tag, ...bounds } } };
  return { Filter: { Prefix: prefix === '' && count === 1 ? undefined : prefix, Tag, ...bounds } };
}

function expirationElements({ days, date, markers }: LifecycleRule): Elements | undefined {
  if (days === undefined && date === undefined && markers === undefined) return undefined;
  return { Days: days, Date: date === undefined ? undefined : new Date(date).toISOString(), ExpiredObjectDeleteMarker: markers };
}

const ruleElements = (rule: LifecycleRule): Elements => ({
  ID: rule.id,
  ...filterElements(rule),
  Status: rule.enabled ? 'Enabled' : 'Disabled',
  Expiration: expirationElements(rule),
  NoncurrentVersionExpiration: rule.noncurrent && {
    NoncurrentDays: rule.noncurrent.days,
    NewerNoncurrentVersions: rule.noncurrent.newer || undefined,
  },
  AbortIncompleteMultipartUpload: rule.abortDays === undefined ? undefined : { DaysAfterInitiation: rule.abortDays },
});

/** Rules as they stand in a body. Throws MalformedXML. */
export const lifecycleTree = (bytes: AsyncIterable<Buffer>): Promise<XmlNode> => readTree(bytes, ROOT, ELEMENTS_MAX);

/** Throws NoSuchLifecycleConfiguration. */
export async function bucketLifecycle(parts: Parts, exchange: Exchange, name: string): Promise<Answer> {
  const { lifecycle } = await ownBucket(parts, exchange, name);
  if (lifecycle === null) throw new S3Error('NoSuchLifecycleConfiguration', undefined, { BucketName: name });
  return { status: 200, body: document(ROOT, { Rule: rulesIn(lifecycle).map(ruleElements) }) };
}

export async function putLifecycle(parts: Parts, exchange: Exchange, name: string): Promise<Answer> {
  const { id } = await ownBucket(parts, exchange, name);
  const { repeated } = childrenOf(await lifecycleTree(exchange.body(LIFECYCLE_BYTES).bytes), [], 'Rule');
  if (repeated.length === 0 || repeated.length > RULES_MAX) throw malformed();
  const rules = repeated.map(ruleOf);
  if (new Set(rules.map((rule) => rule.id)).size < rules.length)
    throw new S3Error('InvalidArgument', 'Rule ID must be unique. Found same ID for more than one rule');
  if (!(await parts.index.set(id, 'lifecycle', JSON.stringify(rules)))) throw new S3Error('NoSuchBucket', undefined, { BucketName: name });
  return { status: 200 };
}

export async function deleteLifecycle(parts: Parts, exchange: Exchange, name: string): Promise<Answer> {
  const { id } = await ownBucket(parts, exchange, name);
  await parts.index.set(id, 'lifecycle', undefined);
  return { status: 204 };
}
