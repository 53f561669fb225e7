/** Which operation a request asks for, by its method and what it names. */
import { S3Error } from '../errors.ts';
import type { Answer, Exchange, Parts } from '../exchange.ts';
import type { Target } from '../wire/request.ts';
import { objectAttributes } from './attributes.ts';
import { bucketLocation, createBucket, deleteBucket, headBucket, listBuckets } from './buckets.ts';
import { assertCarriedOut, headersWith, refusedQuery } from './carried-out.ts';
import { copyObject } from './copy.ts';
import { bucketCors, deleteCors, putCors } from './cors.ts';
import { ENCRYPTION_HEADER, TAGGING_HEADER } from './headers.ts';
import { deleteObject, deleteObjects } from './deletions.ts';
import { bucketLifecycle, deleteLifecycle, putLifecycle } from './lifecycle.ts';
import { listObjects } from './list.ts';
import { getObject, putObject } from './objects.ts';
import { bucketPolicy, deletePolicy, putPolicy } from './policy.ts';
import { listParts, listUploads } from './upload-lists.ts';
import { abortUpload, completeUpload, copyPart, createUpload, uploadPart } from './uploads.ts';
import { bucketTags, deleteBucketTags, deleteObjectTags, objectTags, putBucketTags, putObjectTags } from './tags.ts';
import { bucketVersioning, setVersioning } from './versioning.ts';
import { listVersions } from './versions.ts';

/** What is asked for by the address of a bucket or object, and is not the bucket or object itself. */
const PARTS_OF_ADDRESSES = [
  'location',
  'versioning',
  'versions',
  'uploads',
  'delete',
  'tagging',
  'lifecycle',
  'policy',
  'cors',
  'attributes',
];

type BucketOperation = (parts: Parts, exchange: Exchange, bucket: string) => Promise<Answer>;
type ObjectOperation = (parts: Parts, exchange: Exchange, bucket: string, key: string) => Promise<Answer>;

function bucketOperation({ method, query }: Exchange): BucketOperation | undefined {
  if (method === 'GET') {
    if (query.has('location')) return bucketLocation;
    if (query.has('versioning')) return bucketVersioning;
    if (query.has('versions')) return listVersions;
    if (query.has('uploads')) return listUploads;
  }
  if (method === 'PUT' && query.has('versioning')) return setVersioning;
  if (query.has('lifecycle')) return { GET: bucketLifecycle, PUT: putLifecycle, DELETE: deleteLifecycle }[method];
  if (query.has('policy')) return { GET: bucketPolicy, PUT: putPolicy, DELETE: deletePolicy }[method];
  if (query.has('cors')) return { GET: bucketCors, PUT: putCors, DELETE: deleteCors }[method];
  if (query.has('tagging')) return { GET: bucketTags, PUT: putBucketTags, DELETE: deleteBucketTags }[method];
  if (method === 'POST') return query.has('delete') ? deleteObjects : undefined;
  if (!isBucketItself(query)) return undefined;
  return { GET: listObjects, HEAD: headBucket, PUT: createBucket, DELETE: deleteBucket }[method];
}

function objectOperation({ method, query, headers }: Exchange): ObjectOperation | undefined {
  if (query.has('tagging')) return { GET: objectTags, PUT: putObjectTags, DELETE: deleteObjectTags }[method];
  if (method === 'GET' && query.has('attributes')) return objectAttributes;
  if (method === 'POST' && query.has('uploads')) return createUpload;
  if (settingOf(query) !== undefined) return undefined;
  const copies = headers['x-amz-copy-source'] !== undefined;
  if (query.has('uploadId'))
    return { GET: listParts, PUT: copies ? copyPart : uploadPart, POST: completeUpload, DELETE: abortUpload }[method];
  return { GET: getObject, HEAD: getObject, PUT: copies ? copyObject : putObject, DELETE: deleteObject }[method];
}

/** Whether what is asked for can be one version of an object. */
const takesVersion = ({ method, query }: Exchange, key: string | undefined): boolean =>
  key !== undefined && (['GET', 'HEAD', 'DELETE'].includes(method) || query.has('tagging')) && !query.has('uploadId');

/** Whether what is asked for makes an object, to which tags can be given, and which can be encrypted. */
const makesObject = ({ method, query }: Exchange, key: string | undefined): boolean =>
  key !== undefined &&
  ((method === 'PUT' && !query.has('uploadId') && !query.has('tagging')) || (method === 'POST' && query.has('uploads')));

/** The setting of a bucket that a query is about, by its name; undefined where it is about none. */
export const settingOf = (query: Exchange['query']): string | undefined => PARTS_OF_ADDRESSES.find((name) => query.has(name));

/** Whether a query asks for a bucket itself, and for nothing that S3 has at its address. */
export const isBucketItself = (query: Exchange['query']): boolean => refusedQuery(query) === undefined && settingOf(query) === undefined;

/** Does what a request asks for. Throws S3Error. */
export async function operate(parts: Parts, asked: Exchange, { bucket, key }: Target): Promise<Answer> {
  const other = refusedQuery(asked.query);
  if (other !== undefined) throw new S3Error('NotImplemented', undefined, { Resource: other });
  const exchange = { ...asked, headers: headersWith(asked.query, asked.headers) };
  assertCarriedOut(exchange);
  if (exchange.query.has('versionId') && !takesVersion(exchange, key))
    throw new S3Error('InvalidArgument', 'This operation does not accept a version-id.', { ArgumentName: 'versionId' });
  if (exchange.headers[TAGGING_HEADER] !== undefined && !makesObject(exchange, key))
    throw new S3Error('NotImplemented', undefined, { Header: TAGGING_HEADER });
  if (exchange.headers[ENCRYPTION_HEADER] !== undefined && !makesObject(exchange, key))
    throw new S3Error('InvalidArgument', 'This operation does not accept the header.', { ArgumentName: ENCRYPTION_HEADER });
  if (bucket === undefined) {
    if (exchange.method !== 'GET') throw new S3Error('MethodNotAllowed');
    return listBuckets(parts, exchange);
  }
  if (key === undefined) {
    const operation = bucketOperation(exchange);
    if (operation) return operation(parts, exchange, bucket);
  } else {
    const operation = objectOperation(exchange);
    if (operation) return operation(parts, exchange, bucket, key);
  }
  const part = settingOf(exchange.query);
  throw part === undefined ? new S3Error('MethodNotAllowed') : new S3Error('NotImplemented', undefined, { Resource: part });
}
