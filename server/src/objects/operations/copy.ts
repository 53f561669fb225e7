import { createHash } from 'node:crypto';
import type { ObjectRow } from '../../port/store/objects.ts';
import { S3Error } from '../errors.ts';
import type { Answer, Exchange, Parts } from '../exchange.ts';
import { expirationHeader } from '../lifecycle/rules.ts';
import type { Body } from '../wire/body.ts';
import { checksumOf } from '../wire/checksums.ts';
import { targetOf } from '../wire/request.ts';
import { document } from '../wire/xml.ts';
import { aboutSource } from './carried-out.ts';
import { judgeReading, writingJudge } from './conditions.ts';
import {
  checksumElements,
  checksumHeaders,
  copiedHeaders,
  encryptionHeader,
  isEncrypted,
  isReplaced,
  keptHeaders,
  TAGGING_HEADER,
  wantedChecksum,
} from './headers.ts';
import { isoOf } from './names.ts';
import { assertRoom, checksumHeader, heldBytes, OBJECT_BYTES, objectFor, putting, quotaOf, store } from './objects.ts';
import { reachBucket, type Reach } from './reach.ts';
import type { Range } from './spans.ts';
import { candidateOf, copiedTagging } from './tagging.ts';
import { versionHeaders } from './versioning.ts';

const SOURCE = 'x-amz-copy-source';

export interface CopySource extends ObjectRow, Reach {
  /** One version of it was named. */
  isVersion: boolean;
}

/** Which version was copied. */
export const sourceHeaders = ({ bucket, version }: CopySource): Record<string, string> =>
  versionHeaders(bucket, version, 'x-amz-copy-source-version-id');

/** The object that is to be copied, or the version. Throws InvalidArgument, AccessDenied, NoSuchBucket, NoSuchKey, NoSuchVersion, PreconditionFailed. */
export async function copySource(parts: Parts, exchange: Exchange): Promise<CopySource> {
  const said = exchange.headers[SOURCE] ?? '';
  const { bucket: name, key, query: asked } = targetOf(said.startsWith('/') ? said : `/${said}`);
  if (name === undefined || key === undefined)
    throw new S3Error('InvalidArgument', 'Copy Source must mention the source bucket and key: sourcebucket/sourcekey', {
      ArgumentName: SOURCE,
    });
  const query = new Map(asked);
  const { bucket, object, allows } = await objectFor(
    parts,
    { key: exchange.key, headers: aboutSource(exchange.headers), query },
    { name, key, action: 's3:GetObject' },
  );
  if (judgeReading(object, exchange.headers, 'x-amz-copy-source-') === 'unchanged') throw new S3Error('PreconditionFailed');
  return { ...object, bucket, allows, isVersion: query.has('versionId') };
}

/**
 * Bytes of an object as the source of another one, with their digests once they have been read. `wanted`: header of the checksum that is made.
 * Throws NoSuchKey where it is another one by now.
 */
export async function bytesOf(
  parts: Parts,
  exchange: Exchange,
  { object, range, wanted }: { object: CopySource; range: Range; wanted: string | undefined },
): Promise<Body> {
  const held = await heldBytes(parts, exchange.signal, { bucketId: object.bucket.id, object, range });
  if (!held) throw new S3Error('NoSuchKey', undefined, { Key: object.key });
  const bytes: AsyncIterable<Buffer> = held;
  const hash = createHash('md5');
  const checksum = wanted === undefined ? undefined : checksumOf(wanted);
  async function* hashed(): AsyncGenerator<Buffer> {
    for await (const chunk of bytes) {
      hash.update(chunk);
      checksum?.update(chunk);
      yield chunk;
    }
  }
  return {
    bytes: hashed(),
    size: range.end - range.start + 1,
    md5: () => hash.digest('hex'),
    checksum: () => checksum && [wanted!, checksum.digest()],
  };
}

export async function copyObject(parts: Parts, exchange: Exchange, name: string, key: string): Promise<Answer> {
  const { bucket, allows } = await reachBucket(parts, exchange, name);
  if (!putting(exchange, key).every(allows)) throw new S3Error('AccessDenied');
  const replaces = isReplaced(exchange.headers, 'x-amz-metadata-directive');
  const source = await copySource(parts, exchange);
  const encryption = encryptionHeader(exchange.headers);
  const isOther = replaces || source.isVersion || isEncrypted(encryption);
  if (!isOther && source.bucket.id === bucket.id && source.key === key)
    throw new S3Error(
      'InvalidRequest',
      'An object can be copied to itself only with other metadata (x-amz-metadata-directive: REPLACE) or encryption.',
    );
  if (source.size > OBJECT_BYTES) throw new S3Error('InvalidRequest', 'The source is larger than 5 GiB: copy it in parts.');
  const wanted = wantedChecksum(exchange.headers);
  const tags = copiedTagging(exchange.headers, source.headers);
  const inherits = exchange.headers[TAGGING_HEADER] === undefined && Object.keys(tags).length > 0;
  const reading = source.isVersion ? 's3:GetObjectVersionTagging' : 's3:GetObjectTagging';
  if (inherits && !(source.allows({ action: reading, key: source.key }) && allows({ action: 's3:PutObjectTagging', key })))
    throw new S3Error('AccessDenied');
  await assertRoom(parts, bucket.holder, source.size);
  const content = await bytesOf(parts, exchange, { object: source, range: { start: 0, end: source.size - 1 }, wanted });
  const modifiedAt = parts.now();
  let etag = '';
  let checksum: Record<string, string> = {};
  const made = await store(parts, content, isEncrypted(encryption), async (blob) => {
    etag = content.md5();
    // The bytes are the same, and so is their checksum unless another one is asked for.
    checksum = wanted === undefined ? checksumHeaders(source.headers) : checksumHeader(content);
    const told = replaces ? keptHeaders(exchange.headers) : copiedHeaders(source.headers);
    const headers = { ...told, ...tags, ...checksum, ...encryption };
    const object = { key, size: source.size, etag, modifiedAt, blob, parts: null, headers };
    const placed = await parts.index.putObject(bucket.id, object, writingJudge(exchange.headers), quotaOf(bucket.holder));
    if (!placed) throw new S3Error('NoSuchBucket');
    return placed;
  });
  parts.blobs.tidy();
  const result = { LastModified: isoOf(modifiedAt), ETag: `"${etag}"`, ...checksumElements(checksum) };
  const headers = { ...versionHeaders(bucket, made.version), ...sourceHeaders(source), ...expirationHeader(bucket, candidateOf(made)) };
  return { status: 200, headers: { ...headers, ...encryption }, body: document('CopyObjectResult', result) };
}
