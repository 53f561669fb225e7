import { isNarrowed, reachesBucket } from '@gantry/contract/nouns/object-storage/key-rights';
import { BUCKETS_MAX } from '../../port/accounts.ts';
import { S3Error } from '../errors.ts';
import type { Answer, Exchange, Parts } from '../exchange.ts';
import { numberOf } from '../wire/request.ts';
import { readXml } from '../wire/xml-reader.ts';
import { document } from '../wire/xml.ts';
import { REGION } from '../signature/verify.ts';
import { assertExpectedOwner } from './carried-out.ts';
import { assertBucketName, isoOf, ownerOf } from './names.ts';
import { bucketFor, ownBucket } from './reach.ts';

const BODY_BYTES = 64 * 1024;
const CONFIGURATION = { root: 'CreateBucketConfiguration', fields: ['LocationConstraint'] } as const;

/** Only the caller's own, as S3 has it, and of those the ones that the key reaches. */
export async function listBuckets({ index }: Pick<Parts, 'index'>, { key, query }: Pick<Exchange, 'key' | 'query'>): Promise<Answer> {
  if (query.get('prefix')) throw new S3Error('NotImplemented', undefined, { Resource: 'prefix' });
  const most = numberOf(query, 'max-buckets', BUCKETS_MAX, BUCKETS_MAX, 1);
  const after = query.get('continuation-token');
  const all = await index.bucketsOf(key.user.id, key.rights.buckets === null ? most + 1 : BUCKETS_MAX, after);
  const found = all.filter(({ name }) => reachesBucket(key.rights, name));
  const shown = found.slice(0, most);
  const token = found.length > most ? shown.at(-1)?.name : undefined;
  const Bucket = shown.map(({ name, createdAt }) => ({ Name: name, CreationDate: isoOf(createdAt) }));
  return { status: 200, body: document('ListAllMyBucketsResult', { Owner: ownerOf(key), Buckets: { Bucket }, ContinuationToken: token }) };
}

async function assertHere({ body, headers }: Exchange): Promise<void> {
  if (headers['content-length'] === undefined || headers['content-length'] === '0') return;
  const { fields } = await readXml(body(BODY_BYTES).bytes, CONFIGURATION);
  const { LocationConstraint: where = '' } = fields;
  if (where !== '' && where !== REGION) throw new S3Error('InvalidLocationConstraint');
}

/** Keys that are narrowed make no bucket; clients that make one before they use it find theirs. */
async function sameBucket(parts: Parts, exchange: Exchange, name: string): Promise<Answer> {
  const bucket = await parts.index.bucket(name);
  if (bucket?.ownerId !== exchange.key.user.id || !reachesBucket(exchange.key.rights, name)) throw new S3Error('AccessDenied');
  return { status: 200, headers: { location: `/${name}` } };
}

/** A bucket that the caller has already is made again without harm, as in us-east-1 of Amazon. */
export async function createBucket(parts: Parts, exchange: Exchange, name: string): Promise<Answer> {
  const { index, now } = parts;
  assertBucketName(name);
  await assertHere(exchange);
  const { user, rights } = exchange.key;
  assertExpectedOwner(exchange.headers, user.id);
  if (isNarrowed(rights)) return sameBucket(parts, exchange, name);
  const owner = { ownerId: user.id, domainId: user.domainId, projectId: user.projectId };
  const made = await index.createBucket({ name, ...owner, at: now() }, (buckets) => {
    if (buckets >= BUCKETS_MAX) throw new S3Error('TooManyBuckets');
  });
  if (!made && (await index.bucket(name))?.ownerId !== user.id) throw new S3Error('BucketAlreadyExists', undefined, { BucketName: name });
  return { status: 200, headers: { location: `/${name}` } };
}

export async function headBucket(parts: Parts, exchange: Exchange, name: string): Promise<Answer> {
  await bucketFor(parts, exchange, name, { action: 's3:ListBucket' });
  return { status: 200, headers: { 'x-amz-bucket-region': REGION } };
}

export async function deleteBucket(parts: Parts, exchange: Exchange, name: string): Promise<Answer> {
  const { id } = await ownBucket(parts, exchange, name);
  const outcome = await parts.index.removeBucket(id);
  if (outcome === 'missing') throw new S3Error('NoSuchBucket', undefined, { BucketName: name });
  if (outcome === 'not_empty') throw new S3Error('BucketNotEmpty', undefined, { BucketName: name });
  parts.blobs.tidy();
  return { status: 204 };
}

/** Of us-east-1 the location is empty. */
export async function bucketLocation(parts: Parts, exchange: Exchange, name: string): Promise<Answer> {
  await bucketFor(parts, exchange, name, { action: 's3:GetBucketLocation' });
  return { status: 200, body: document('LocationConstraint', {}) };
}
