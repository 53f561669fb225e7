/** What carries out each operation. */
import type { Answer, Exchange, Parts } from '../exchange.ts';
import type { Target } from '../wire/request.ts';
import { objectAttributes } from './attributes.ts';
import { bucketLocation, createBucket, deleteBucket, headBucket, listBuckets } from './buckets.ts';
import { assertCarriedOut, headersWith } from './carried-out.ts';
import { copyObject } from './copy.ts';
import { bucketCors, deleteCors, putCors } from './cors.ts';
import { deleteObject, deleteObjects } from './deletions.ts';
import { bucketLifecycle, deleteLifecycle, putLifecycle } from './lifecycle.ts';
import { listObjects } from './list.ts';
import { getObject, putObject } from './objects.ts';
import type { OperationName } from './operation.ts';
import { bucketPolicy, deletePolicy, putPolicy } from './policy.ts';
import { listParts, listUploads } from './upload-lists.ts';
import { abortUpload, completeUpload, copyPart, createUpload, uploadPart } from './uploads.ts';
import { bucketTags, deleteBucketTags, deleteObjectTags, objectTags, putBucketTags, putObjectTags } from './tags.ts';
import { bucketVersioning, setVersioning } from './versioning.ts';
import { listVersions } from './versions.ts';

type Operation = (parts: Parts, exchange: Exchange, bucket: string, key: string) => Promise<Answer>;

const OPERATIONS: Readonly<Record<OperationName, Operation>> = {
  ListBuckets: listBuckets,
  CreateBucket: createBucket,
  HeadBucket: headBucket,
  DeleteBucket: deleteBucket,
  ListObjects: listObjects,
  ListObjectsV2: listObjects,
  ListObjectVersions: listVersions,
  ListMultipartUploads: listUploads,
  DeleteObjects: deleteObjects,
  GetBucketLocation: bucketLocation,
  GetBucketVersioning: bucketVersioning,
  PutBucketVersioning: setVersioning,
  GetBucketTagging: bucketTags,
  PutBucketTagging: putBucketTags,
  DeleteBucketTagging: deleteBucketTags,
  GetBucketLifecycle: bucketLifecycle,
  PutBucketLifecycle: putLifecycle,
  DeleteBucketLifecycle: deleteLifecycle,
  GetBucketPolicy: bucketPolicy,
  PutBucketPolicy: putPolicy,
  DeleteBucketPolicy: deletePolicy,
  GetBucketCors: bucketCors,
  PutBucketCors: putCors,
  DeleteBucketCors: deleteCors,
  GetObject: getObject,
  HeadObject: getObject,
  PutObject: putObject,
  CopyObject: copyObject,
  DeleteObject: deleteObject,
  GetObjectAttributes: objectAttributes,
  GetObjectTagging: objectTags,
  PutObjectTagging: putObjectTags,
  DeleteObjectTagging: deleteObjectTags,
  CreateMultipartUpload: createUpload,
  UploadPart: uploadPart,
  UploadPartCopy: copyPart,
  ListParts: listParts,
  CompleteMultipartUpload: completeUpload,
  AbortMultipartUpload: abortUpload,
};

/** Does what a request asks for. Throws S3Error. */
export async function operate(parts: Parts, asked: Exchange, target: Target): Promise<Answer> {
  const exchange = { ...asked, headers: headersWith(asked.query, asked.headers) };
  const { bucket = '', key = '' } = target;
  return OPERATIONS[assertCarriedOut(exchange, target)](parts, exchange, bucket, key);
}
