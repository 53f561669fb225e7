/** Which operation of S3 a request asks for, by its method, its address and whether it names a source to copy. */
import type { Exchange } from '../exchange.ts';
import type { Target } from '../wire/request.ts';

/** Operations by the query that asks for them and by method, at the address of a bucket. */
const SETTINGS_OF_BUCKETS = {
  location: { GET: 'GetBucketLocation' },
  versioning: { GET: 'GetBucketVersioning', PUT: 'PutBucketVersioning' },
  versions: { GET: 'ListObjectVersions' },
  uploads: { GET: 'ListMultipartUploads' },
  delete: { POST: 'DeleteObjects' },
  tagging: { GET: 'GetBucketTagging', PUT: 'PutBucketTagging', DELETE: 'DeleteBucketTagging' },
  lifecycle: { GET: 'GetBucketLifecycle', PUT: 'PutBucketLifecycle', DELETE: 'DeleteBucketLifecycle' },
  policy: { GET: 'GetBucketPolicy', PUT: 'PutBucketPolicy', DELETE: 'DeleteBucketPolicy' },
  cors: { GET: 'GetBucketCors', PUT: 'PutBucketCors', DELETE: 'DeleteBucketCors' },
} as const;
/** The same at the address of an object. */
const SETTINGS_OF_OBJECTS = {
  uploads: { POST: 'CreateMultipartUpload' },
  tagging: { GET: 'GetObjectTagging', PUT: 'PutObjectTagging', DELETE: 'DeleteObjectTagging' },
  attributes: { GET: 'GetObjectAttributes' },
} as const;
const OF_BUCKETS = { HEAD: 'HeadBucket', PUT: 'CreateBucket', DELETE: 'DeleteBucket' } as const;
const OF_OBJECTS = { GET: 'GetObject', HEAD: 'HeadObject', DELETE: 'DeleteObject' } as const;
const OF_UPLOADS = { GET: 'ListParts', POST: 'CompleteMultipartUpload', DELETE: 'AbortMultipartUpload' } as const;

/** Values of a record, each of its members taken by itself. */
type ValueOf<T> = T extends unknown ? T[keyof T] : never;
export type OperationName =
  | 'ListBuckets'
  | 'ListObjects'
  | 'ListObjectsV2'
  | 'PutObject'
  | 'CopyObject'
  | 'UploadPart'
  | 'UploadPartCopy'
  | ValueOf<ValueOf<typeof SETTINGS_OF_BUCKETS>>
  | ValueOf<ValueOf<typeof SETTINGS_OF_OBJECTS>>
  | ValueOf<typeof OF_BUCKETS>
  | ValueOf<typeof OF_OBJECTS>
  | ValueOf<typeof OF_UPLOADS>;

type ByMethod = Readonly<Record<string, OperationName>>;
const BUCKET_SETTINGS: Readonly<Record<string, ByMethod>> = SETTINGS_OF_BUCKETS;
const OBJECT_SETTINGS: Readonly<Record<string, ByMethod>> = SETTINGS_OF_OBJECTS;
const SETTINGS = [...new Set([...Object.keys(SETTINGS_OF_BUCKETS), ...Object.keys(SETTINGS_OF_OBJECTS)])];

/** What a query asks for that is not the bucket or object itself (`lifecycle`), by its name; undefined where it is about the thing itself. */
export const settingOf = (query: Exchange['query']): string | undefined => SETTINGS.find((name) => query.has(name));

type Asked = Pick<Exchange, 'method' | 'query' | 'headers'>;

function bucketOperation({ method, query }: Asked): OperationName | undefined {
  const setting = settingOf(query);
  if (setting !== undefined) return BUCKET_SETTINGS[setting]?.[method];
  if (method === 'GET') return query.get('list-type') === '2' ? 'ListObjectsV2' : 'ListObjects';
  return (OF_BUCKETS as ByMethod)[method];
}

function objectOperation({ method, query, headers }: Asked): OperationName | undefined {
  const setting = settingOf(query);
  if (setting !== undefined) return OBJECT_SETTINGS[setting]?.[method];
  const copies = headers['x-amz-copy-source'] !== undefined;
  if (query.has('uploadId')) {
    if (method === 'PUT') return copies ? 'UploadPartCopy' : 'UploadPart';
    return (OF_UPLOADS as ByMethod)[method];
  }
  if (method === 'PUT') return copies ? 'CopyObject' : 'PutObject';
  return (OF_OBJECTS as ByMethod)[method];
}

/** The operation of a request; undefined where the address takes no such method. */
export function operationOf(asked: Asked, { bucket, key }: Pick<Target, 'bucket' | 'key'>): OperationName | undefined {
  if (bucket === undefined) return asked.method === 'GET' ? 'ListBuckets' : undefined;
  return key === undefined ? bucketOperation(asked) : objectOperation(asked);
}
