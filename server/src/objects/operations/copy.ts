import { createHash } from 'node:crypto';
import type { ObjectRow } from '../../port/store/objects.ts';
import { S3Error } from '../errors.ts';
import type { Answer, Exchange, Parts } from '../exchange.ts';
import type { Body } from '../wire/body.ts';
import { checksumOf } from '../wire/checksums.ts';
import { targetOf } from '../wire/request.ts';
import { document } from '../wire/xml.ts';
import { judgeReading, writingJudge } from './conditions.ts';
import { checksumElements, checksumHeaders, keptHeaders, wantedChecksum, withoutChecksum } from './headers.ts';
import { isoOf, ownBucket } from './names.ts';
import { assertRoom, checksumHeader, heldBytes, OBJECT_BYTES, ownObject, quotaOf, store } from './objects.ts';
import type { Range } from './spans.ts';

const SOURCE = 'x-amz-copy-source';

export interface CopySource extends ObjectRow {
  bucket: string;
  bucketId: number;
}

/** The object that is to be copied. Throws InvalidArgument, NoSuchBucket, NoSuchKey, PreconditionFailed. */
export async function copySource(parts: Parts, exchange: Exchange): Promise<CopySource> {
  const said = exchange.headers[SOURCE] ?? '';
  const { bucket, key, query } = targetOf(said.startsWith('/') ? said : `/${said}`);
  if (bucket === undefined || key === undefined)
    throw new S3Error('InvalidArgument', 'Copy Source must mention the source bucket and key: sourcebucket/sourcekey', {
      ArgumentName: SOURCE,
    });
  if (query.some(([name, value]) => name === 'versionId' && value !== 'null')) throw new S3Error('NotImplemented');
  const { id: bucketId } = await ownBucket(parts, exchange, bucket);
  const object = await ownObject(parts, exchange, bucket, key);
  if (judgeReading(object, exchange.headers, 'x-amz-copy-source-') === 'unchanged') throw new S3Error('PreconditionFailed');
  return { ...object, bucket, bucketId };
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
  const held = await heldBytes(parts, exchange.signal, { bucketId: object.bucketId, object, range });
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
  const { id } = await ownBucket(parts, exchange, name);
  const source = await copySource(parts, exchange);
  const replaces = exchange.headers['x-amz-metadata-directive']?.toUpperCase() === 'REPLACE';
  if (!replaces && source.bucket === name && source.key === key)
    throw new S3Error('InvalidRequest', 'An object can be copied to itself only with other metadata (x-amz-metadata-directive: REPLACE).');
  if (source.size > OBJECT_BYTES) throw new S3Error('InvalidRequest', 'The source is larger than 5 GiB: copy it in parts.');
  const wanted = wantedChecksum(exchange.headers);
  await assertRoom(parts, exchange.key, source.size);
  const content = await bytesOf(parts, exchange, { object: source, range: { start: 0, end: source.size - 1 }, wanted });
  const modifiedAt = parts.now();
  let etag = '';
  let checksum: Record<string, string> = {};
  await store(parts, content, async (blob) => {
    etag = content.md5();
    // The bytes are the same, and so is their checksum unless another one is asked for.
    checksum = wanted === undefined ? checksumHeaders(source.headers) : checksumHeader(content);
    const told = replaces ? keptHeaders(exchange.headers) : withoutChecksum(source.headers);
    const headers = { ...told, ...checksum };
    const object = { key, size: source.size, etag, modifiedAt, blob, parts: null, headers };
    if (!(await parts.index.putObject(id, object, writingJudge(exchange.headers), quotaOf(exchange.key))))
      throw new S3Error('NoSuchBucket');
  });
  parts.blobs.tidy();
  const result = { LastModified: isoOf(modifiedAt), ETag: `"${etag}"`, ...checksumElements(checksum) };
  return { status: 200, body: document('CopyObjectResult', result) };
}
