/**
 * The S3 client of the console, a chunk of its own: it talks to `/s3proxy/` below the console's own origin. Its credentials are none: the
 * proxy takes the session's headers for who asks, and signs anew with keys that never reach a browser (S0 §7, decision J1).
 */
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteBucketCommand,
  DeleteBucketPolicyCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetBucketPolicyCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListBucketsCommand,
  ListObjectsV2Command,
  PutBucketPolicyCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  type ListObjectsV2CommandOutput,
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
import { PREVIEW_QUERY } from '@gantry/contract/nouns/object-storage/previews';
import { heedAnswer, requestCredentials } from '../../app/api/answer.ts';
import { encoded, plain } from './keys.ts';
import { PAGE_SIZE, PRESIGN_SECONDS } from './limits.ts';
import type { FolderPage } from './objects.ts';
import { S3Error } from './s3-error.ts';
import { settingsApi, unlessUnset } from './settings-api.ts';
import { versionsApi, type ObjectVersion } from './versions-api.ts';

const REGION = 'us-east-1';
const NOBODY = { accessKeyId: 'console', secretAccessKey: 'console' };

export interface Bucket {
  name: string;
  createdAt: string | undefined;
}

export interface ObjectDetails {
  size: number;
  type: string | undefined;
  etag: string;
  modified: string | undefined;
  /** Content headers that are set. */
  headers: Readonly<Record<string, string>>;
  metadata: Readonly<Record<string, string>>;
}

/** An object that is being put in parts. */
export interface PartedUpload {
  bucket: string;
  key: string;
  uploadId: string;
}

/** What of a batch could not be deleted. */
export interface Undeleted {
  key: string;
  code: string;
  message: string;
}

interface ClientOptions {
  origin: string;
  /** Of each request: session and scope, as they are then. */
  headers(): Readonly<Record<string, string>>;
  requestHandler?: NonNullable<S3ClientConfig['requestHandler']>;
}

/** What the client signs with, as far as it is used here. */
interface Presigner {
  presign(request: object, options: { expiresIn: number }): Promise<{ query?: Record<string, unknown> }>;
}

const isPresigner = (signer: unknown): signer is Presigner =>
  typeof signer === 'object' && signer !== null && 'presign' in signer && typeof signer.presign === 'function';

export type S3Api = ReturnType<typeof createS3Api>;

const asS3Error = (error: unknown): S3Error => {
  if (error instanceof S3Error) return error;
  if (error instanceof S3ServiceException) {
    const { httpStatusCode: status, requestId } = error.$metadata;
    const code = error.name === 'Unknown' || error.name === 'UnknownError' ? `http-${status}` : error.name;
    return new S3Error(code, error.message, { status: status ?? 0, requestId, cause: error });
  }
  const { name, message } = error instanceof Error ? error : { name: '', message: String(error) };
  if (hasAnswer(error)) return new S3Error('unreadable', message, { status: error.$metadata?.httpStatusCode ?? 0, cause: error });
  return new S3Error(name === 'AbortError' ? 'cancel' : 'network', message, { cause: error });
};

/** Whether an answer came whole, and is not what S3 answers: the SDK keeps its text with the error. */
const hasAnswer = (error: unknown): error is { $metadata?: { httpStatusCode?: number } } =>
  error instanceof URIError || (error instanceof Error && '$responseBodyText' in error);

const isDots = (part: string): boolean => part === '.' || part === '..';

/**
 * What stands behind the bucket in a path. Browsers leave out what stands for here and above, even encoded: a slash that is encoded makes
 * one segment of such a key, which they leave alone. Nothing can be done for keys that are no more than dots.
 */
function safePath(parts: readonly string[]): string {
  if (parts.length === 1 && isDots(parts[0] ?? '')) throw new S3Error('dots', 'No browser asks for an object called . or ..');
  return parts.map(encoded).join(parts.some(isDots) ? '%2F' : '/');
}

function pageOf(answer: ListObjectsV2CommandOutput): FolderPage {
  const { CommonPrefixes = [], Contents = [], EncodingType, NextContinuationToken, IsTruncated = false } = answer;
  const folders = CommonPrefixes.map(({ Prefix }) => ({ Prefix: plain(Prefix, EncodingType) }));
  const objects = Contents.map((one) => ({ ...one, Key: plain(one.Key, EncodingType) }));
  return { folders, objects, count: folders.length + objects.length, is_truncated: IsTruncated, next_marker: NextContinuationToken };
}

export function createS3Api({ origin, headers, requestHandler }: ClientOptions) {
  const client = new S3Client({
    region: REGION,
    endpoint: `${origin}/s3proxy/`,
    forcePathStyle: true,
    credentials: NOBODY,
    // The proxy reads and checks what it passes on; a checksum of a file would be made in the browser's memory.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(requestHandler && { requestHandler }),
  });
  client.middlewareStack.add(
    (next) => (args) => {
      const request = args.request as { path: string; headers: Record<string, string> };
      Object.assign(request.headers, headers());
      const [root = '', proxy = '', bucket = '', ...key] = request.path.split('/');
      if (key.some(isDots)) request.path = [root, proxy, bucket, safePath(key.map(decodeURIComponent))].join('/');
      return next(args);
    },
    // After the signature, which is not about them.
    { step: 'finalizeRequest', priority: 'low', name: 'sessionHeaders' },
  );
  client.middlewareStack.add(
    (next) => async (args) => {
      const { session } = requestCredentials();
      const sent = await next(args);
      const { statusCode: status, headers: received } = sent.response as {
        statusCode: number;
        headers: Record<string, string | undefined>;
      };
      if (!(await heedAnswer({ status, header: (name) => received[name.toLowerCase()] }, { session }))) return sent;
      Object.assign((args.request as { headers: Record<string, string> }).headers, headers());
      return next(args);
    },
    // Nearest to the request: before an answer is read as S3's.
    { step: 'deserialize', priority: 'low', name: 'heedAnswer' },
  );

  const withS3Errors = async <T>(answer: Promise<T>): Promise<T> => {
    try {
      return await answer;
    } catch (error) {
      throw asS3Error(error);
    }
  };

  /** A page of keys below a prefix; with `delimiter` those of the folder itself, and its folders. */
  async function page(
    bucket: string,
    options: {
      prefix: string;
      delimiter?: '/';
      marker?: string | undefined;
      after?: string;
      max: number;
      signal?: AbortSignal | undefined;
    },
  ): Promise<FolderPage> {
    const { prefix, delimiter, marker, after, max, signal } = options;
    const place = { Bucket: bucket, Prefix: prefix, Delimiter: delimiter, ContinuationToken: marker, StartAfter: after };
    // Keys have characters for which XML has no place.
    const command = new ListObjectsV2Command({ ...place, MaxKeys: max, EncodingType: 'url' });
    return withS3Errors(client.send(command, signal ? { abortSignal: signal } : {}).then(pageOf));
  }

  async function presigned(method: 'PUT' | 'GET', bucket: string, key: string, query: Record<string, string> = {}): Promise<string> {
    const { protocol, hostname, port, host } = new URL(origin);
    const path = `/s3proxy/${encoded(bucket)}/${safePath(key.split('/'))}`;
    const signer: unknown = await client.config.signer?.({ name: 'sigv4', signingName: 's3', signingRegion: REGION, properties: {} });
    if (!isPresigner(signer)) throw new TypeError('the client cannot sign addresses');
    const request = { method, protocol, hostname, path, query, headers: { host }, ...(port !== '' && { port: Number(port) }) };
    const signed = await signer.presign(request, { expiresIn: PRESIGN_SECONDS });
    const pairs = Object.entries(signed.query ?? {}).map(([name, value]) => `${encoded(name)}=${encoded(String(value))}`);
    return `${origin}${path}?${pairs.join('&')}`;
  }

  return {
    async buckets(signal?: AbortSignal): Promise<Bucket[]> {
      const { Buckets = [] } = await withS3Errors(client.send(new ListBucketsCommand({}), signal ? { abortSignal: signal } : {}));
      return Buckets.map(({ Name = '', CreationDate }) => ({ name: Name, createdAt: CreationDate?.toISOString() }));
    },
    async createBucket(bucket: string): Promise<void> {
      await withS3Errors(client.send(new CreateBucketCommand({ Bucket: bucket })));
    },
    async deleteBucket(bucket: string): Promise<void> {
      await withS3Errors(client.send(new DeleteBucketCommand({ Bucket: bucket })));
    },
    /** A page of a folder, of objects whose names begin as `prefix` says; the first one of keys behind `after`. */
    folder: (bucket: string, prefix: string, place: { marker?: string; after?: string } = {}, signal?: AbortSignal): Promise<FolderPage> =>
      page(bucket, { prefix, delimiter: '/', ...place, max: PAGE_SIZE, signal }),
    page,
    ...versionsApi(client, withS3Errors),
    ...settingsApi(client, withS3Errors),
    async details(bucket: string, key: string, signal?: AbortSignal): Promise<ObjectDetails> {
      const found = await withS3Errors(
        client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }), signal ? { abortSignal: signal } : {}),
      );
      const set = {
        'Cache-Control': found.CacheControl,
        'Content-Disposition': found.ContentDisposition,
        'Content-Encoding': found.ContentEncoding,
        'Content-Language': found.ContentLanguage,
        Expires: found.ExpiresString,
        'x-amz-server-side-encryption': found.ServerSideEncryption,
      };
      const shown = Object.entries(set).filter(([, value]) => value !== undefined);
      return {
        size: found.ContentLength ?? 0,
        type: found.ContentType,
        etag: (found.ETag ?? '').replaceAll('"', ''),
        modified: found.LastModified?.toISOString(),
        headers: Object.fromEntries(shown) as Record<string, string>,
        metadata: found.Metadata ?? {},
      };
    },
    /** The policy of a bucket; null where it has none. */
    async policy(bucket: string, signal?: AbortSignal): Promise<string | null> {
      const answer = withS3Errors(client.send(new GetBucketPolicyCommand({ Bucket: bucket }), signal ? { abortSignal: signal } : {}));
      const found = await unlessUnset(answer, 'NoSuchBucketPolicy', null);
      return found && (found.Policy ?? '');
    },
    /** Sets the policy of a bucket; null takes it away. */
    async setPolicy(bucket: string, policy: string | null): Promise<void> {
      const place = { Bucket: bucket };
      if (policy === null) await withS3Errors(client.send(new DeleteBucketPolicyCommand(place)));
      else await withS3Errors(client.send(new PutBucketPolicyCommand({ ...place, Policy: policy })));
    },
    /** The first bytes of an object, as many as there are of those that are wanted. */
    async beginning(bucket: string, key: string, most: number, signal?: AbortSignal): Promise<Uint8Array> {
      const command = new GetObjectCommand({ Bucket: bucket, Key: key, Range: `bytes=0-${most - 1}` });
      try {
        const { Body } = await withS3Errors(client.send(command, signal ? { abortSignal: signal } : {}));
        return (await Body?.transformToByteArray()) ?? new Uint8Array();
      } catch (error) {
        // Of nothing there is no first byte.
        if (error instanceof S3Error && error.code === 'InvalidRange') return new Uint8Array();
        throw error;
      }
    },
    /** Puts an empty key that ends with a slash: that is what a folder is here (S0 §7). */
    async createFolder(bucket: string, key: string): Promise<void> {
      await withS3Errors(client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: '', ContentLength: 0 })));
    },
    async deleteObject(bucket: string, key: string): Promise<void> {
      await withS3Errors(client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key })));
    },
    /** Deletes at most a thousand objects, or versions of them, at once. */
    async deleteObjects(bucket: string, objects: readonly (string | ObjectVersion)[], signal?: AbortSignal): Promise<Undeleted[]> {
      const Objects = objects.map((one) => (typeof one === 'string' ? { Key: one } : { Key: one.key, VersionId: one.version }));
      const Delete = { Objects, Quiet: true };
      const { Errors = [] } = await withS3Errors(
        client.send(new DeleteObjectsCommand({ Bucket: bucket, Delete }), signal ? { abortSignal: signal } : {}),
      );
      return Errors.map(({ Key = '', Code = '', Message = '' }) => ({ key: Key, code: Code, message: Message }));
    },
    /** Begins an object that comes in parts. @returns the id of the upload */
    async beginParts(bucket: string, key: string, type: string): Promise<string> {
      const input = { Bucket: bucket, Key: key, ...(type !== '' && { ContentType: type }) };
      const { UploadId = '' } = await withS3Errors(client.send(new CreateMultipartUploadCommand(input)));
      return UploadId;
    },
    partAddress: ({ bucket, key, uploadId }: PartedUpload, number: number): Promise<string> =>
      presigned('PUT', bucket, key, { partNumber: String(number), uploadId }),
    /** Makes the object of its parts: it is there from now on, whole. */
    async completeParts(
      { bucket, key, uploadId }: PartedUpload,
      parts: readonly { number: number; etag: string }[],
      signal?: AbortSignal,
    ): Promise<void> {
      const MultipartUpload = { Parts: parts.map(({ number, etag }) => ({ PartNumber: number, ETag: etag })) };
      const command = new CompleteMultipartUploadCommand({ Bucket: bucket, Key: key, UploadId: uploadId, MultipartUpload });
      await withS3Errors(client.send(command, signal ? { abortSignal: signal } : {}));
    },
    /** Takes away the parts that have come. */
    async abortParts({ bucket, key, uploadId }: PartedUpload): Promise<void> {
      await withS3Errors(client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key: key, UploadId: uploadId })));
    },
    putAddress: (bucket: string, key: string): Promise<string> => presigned('PUT', bucket, key),
    /** Where the browser itself shows an object, if it is one that may be shown. */
    previewAddress: (bucket: string, key: string): Promise<string> => presigned('GET', bucket, key, { [PREVIEW_QUERY]: '' }),
    /** Where the browser itself downloads an object, or a version of it. */
    getAddress: (bucket: string, key: string, version?: string): Promise<string> =>
      presigned('GET', bucket, key, {
        'response-content-disposition': `attachment; filename*=UTF-8''${encoded(fileName(key))}`,
        ...(version !== undefined && { versionId: version }),
      }),
  };
}

const fileName = (key: string): string => key.slice(key.lastIndexOf('/') + 1) || 'object';
