/** Uploads in parts. */
import { createHash, randomBytes } from 'node:crypto';
import type { ObjectRow, PartRow, UploadRow } from '../../port/store/objects.ts';
import { S3Error } from '../errors.ts';
import type { Answer, Exchange, Parts } from '../exchange.ts';
import { numberOf } from '../wire/request.ts';
import { readXml } from '../wire/xml-reader.ts';
import { document, longDocument } from '../wire/xml.ts';
import { writingJudge } from './conditions.ts';
import { bytesOf, copySource } from './copy.ts';
import { keptHeaders } from './headers.ts';
import { writerOf } from './list.ts';
import { isoOf, ownBucket, ownerOf } from './names.ts';
import { assertRoom, checksumHeader, OBJECT_BYTES, quotaOf, store } from './objects.ts';
import { rangeOf } from './spans.ts';
import { behind } from './keys.ts';

const PARTS_MAX = 10_000;
/** Uploads of a bucket that are neither complete nor aborted. */
const UPLOADS_MAX = 1000;
/** Bytes of a part that is not the last one at least, and of the object that is made of parts at most. */
const PART_BYTES_MIN = 5 * 1024 * 1024;
const WHOLE_BYTES = 5 * 1024 ** 4;
/** Most parts, or uploads, of one answer, as S3 has it. */
const PAGE_MAX = 1000;
const LIST_BYTES = 4 * 1024 * 1024;
const LIST = {
  root: 'CompleteMultipartUpload',
  fields: [],
  entry: { name: 'Part', most: PARTS_MAX, fields: ['PartNumber', 'ETag'] },
} as const;

/** The upload of the query, of this bucket and key. Throws NoSuchUpload. */
async function ownUpload(parts: Parts, exchange: Exchange, name: string, key: string): Promise<UploadRow> {
  const { id } = await ownBucket(parts, exchange, name);
  const uploadId = exchange.query.get('uploadId') ?? '';
  const upload = await parts.index.upload(uploadId);
  if (upload?.bucketId !== id || upload.key !== key) throw new S3Error('NoSuchUpload', undefined, { UploadId: uploadId });
  return upload;
}

export async function createUpload(parts: Parts, exchange: Exchange, name: string, key: string): Promise<Answer> {
  const { id: bucketId } = await ownBucket(parts, exchange, name);
  const id = randomBytes(24).toString('base64url');
  const headers = keptHeaders(exchange.headers);
  const judge = (others: number): void => {
    if (others >= UPLOADS_MAX) throw new S3Error('QuotaExceeded', `A bucket has ${UPLOADS_MAX} unfinished uploads at most.`);
  };
  const upload = { id, bucketId, key, headers, begunAt: parts.now() };
  if (!(await parts.index.beginUpload(upload, judge, quotaOf(exchange.key)))) throw new S3Error('NoSuchBucket');
  return { status: 200, body: document('InitiateMultipartUploadResult', { Bucket: name, Key: key, UploadId: id }) };
}

const partNumber = ({ query }: Exchange): number => {
  const number = numberOf(query, 'partNumber', 0, PARTS_MAX + 1);
  if (number < 1 || number > PARTS_MAX)
    throw new S3Error('InvalidArgument', `Part number must be an integer between 1 and ${PARTS_MAX}`, { ArgumentName: 'partNumber' });
  return number;
};

async function keepPart(
  parts: Parts,
  { key }: Exchange,
  uploadId: string,
  content: { bytes: AsyncIterable<Buffer>; size: number; md5(): string },
  number: number,
): Promise<PartRow> {
  let part: PartRow | undefined;
  // A part that is sent again takes the place of the former one.
  const [former] = await parts.index.parts(uploadId, number - 1, 1);
  await assertRoom(parts, key, content.size - (former?.number === number ? former.size : 0));
  await store(parts, content, async (file) => {
    part = { number, file, size: content.size, etag: content.md5(), modifiedAt: parts.now() };
    if (!(await parts.index.putPart(uploadId, part, quotaOf(key)))) throw new S3Error('NoSuchUpload', undefined, { UploadId: uploadId });
  });
  parts.blobs.tidy();
  return part!;
}

export async function uploadPart(parts: Parts, exchange: Exchange, name: string, key: string): Promise<Answer> {
  const number = partNumber(exchange);
  const { id } = await ownUpload(parts, exchange, name, key);
  const body = exchange.body(OBJECT_BYTES);
  const { etag } = await keepPart(parts, exchange, id, body, number);
  return { status: 200, headers: { etag: `"${etag}"`, ...checksumHeader(body) } };
}

export async function copyPart(parts: Parts, exchange: Exchange, name: string, key: string): Promise<Answer> {
  const number = partNumber(exchange);
  const { id } = await ownUpload(parts, exchange, name, key);
  const source = await copySource(parts, exchange);
  const said = exchange.headers['x-amz-copy-source-range'];
  const range = rangeOf(said, source.size);
  if (said !== undefined && !range)
    throw new S3Error('InvalidArgument', 'The x-amz-copy-source-range value must be of the form bytes=first-last');
  const content = await bytesOf(parts, exchange, source, range ?? { start: 0, end: source.size - 1 });
  const { etag, modifiedAt } = await keepPart(parts, exchange, id, content, number);
  return { status: 200, body: document('CopyPartResult', { LastModified: isoOf(modifiedAt), ETag: `"${etag}"` }) };
}

export async function listParts(parts: Parts, exchange: Exchange, name: string, key: string): Promise<Answer> {
  const { id } = await ownUpload(parts, exchange, name, key);
  const { encoded, encoding } = writerOf(exchange.query);
  const most = numberOf(exchange.query, 'max-parts', PAGE_MAX, PAGE_MAX);
  const marker = numberOf(exchange.query, 'part-number-marker', 0, PARTS_MAX);
  const found = await parts.index.parts(id, marker, most + 1);
  const shown = found.slice(0, most);
  const body = document('ListPartsResult', {
    Bucket: name,
    Key: encoded(key),
    EncodingType: encoding,
    UploadId: id,
    Initiator: ownerOf(exchange.key),
    Owner: ownerOf(exchange.key),
    StorageClass: 'STANDARD',
    PartNumberMarker: marker,
    NextPartNumberMarker: shown.at(-1)?.number ?? marker,
    MaxParts: most,
    IsTruncated: found.length > most,
    Part: shown.map(({ number, size, etag, modifiedAt }) => ({
      PartNumber: number,
      LastModified: isoOf(modifiedAt),
      ETag: `"${etag}"`,
      Size: size,
    })),
  });
  return { status: 200, body };
}

export async function listUploads(parts: Parts, exchange: Exchange, name: string): Promise<Answer> {
  const { query, key } = exchange;
  const { id } = await ownBucket(parts, exchange, name);
  if (query.get('delimiter')) throw new S3Error('NotImplemented', 'Uploads are not gathered by a delimiter.');
  const { encoded, encoding } = writerOf(query);
  const most = numberOf(query, 'max-uploads', PAGE_MAX, PAGE_MAX);
  const prefix = query.get('prefix') ?? '';
  const [keyMarker, idMarker] = [query.get('key-marker') || undefined, query.get('upload-id-marker') || undefined];
  const range = { from: prefix, before: behind(prefix), after: keyMarker, afterId: keyMarker === undefined ? undefined : idMarker };
  const found = await parts.index.uploads(id, range, most + 1);
  const shown = found.slice(0, most);
  const last = shown.at(-1);
  const body = await longDocument('ListMultipartUploadsResult', {
    Bucket: name,
    Prefix: encoded(prefix),
    KeyMarker: encoded(keyMarker ?? ''),
    UploadIdMarker: idMarker ?? '',
    ...(found.length > most && last && { NextKeyMarker: encoded(last.key), NextUploadIdMarker: last.id }),
    EncodingType: encoding,
    MaxUploads: most,
    IsTruncated: found.length > most,
    Upload: shown.map((upload) => () => ({
      Key: encoded(upload.key),
      UploadId: upload.id,
      Initiator: ownerOf(key),
      Owner: ownerOf(key),
      StorageClass: 'STANDARD',
      Initiated: isoOf(upload.begunAt),
    })),
  });
  return { status: 200, body };
}

export async function abortUpload(parts: Parts, exchange: Exchange, name: string, key: string): Promise<Answer> {
  const { id } = await ownUpload(parts, exchange, name, key);
  if (!(await parts.index.abortUpload(id))) throw new S3Error('NoSuchUpload', undefined, { UploadId: id });
  parts.blobs.tidy();
  return { status: 204 };
}

interface Named {
  number: number;
  etag: string;
}

/** The parts of which an object is to be made, in ascending order. Throws MalformedXML, InvalidPartOrder. */
async function namedParts(exchange: Exchange): Promise<Named[]> {
  const { entries } = await readXml(exchange.body(LIST_BYTES).bytes, LIST);
  if (entries.length === 0) throw new S3Error('MalformedXML');
  const parts = entries.map(({ PartNumber: number, ETag: etag }) => {
    if (number === undefined || !/^\s*\d{1,5}\s*$/.test(number) || etag === undefined) throw new S3Error('MalformedXML');
    return { number: Number(number), etag: etag.trim().replace(/^"|"$/g, '') };
  });
  if (parts.some(({ number }, index) => index > 0 && number <= parts[index - 1]!.number)) throw new S3Error('InvalidPartOrder');
  return parts;
}

/** The entity tag of a whole: of its parts' digests, with their number. */
function etagOf(parts: readonly PartRow[]): string {
  const hash = createHash('md5');
  for (const { etag } of parts) hash.update(Buffer.from(etag, 'hex'));
  return `${hash.digest('hex')}-${parts.length}`;
}

function assertWhole(named: readonly Named[], found: readonly PartRow[]): void {
  named.forEach(({ number, etag }, index) => {
    const part = found[index];
    if (part?.number !== number || part.etag !== etag)
      throw new S3Error('InvalidPart', undefined, { PartNumber: String(number), ETag: etag });
    if (index < named.length - 1 && part.size < PART_BYTES_MIN)
      throw new S3Error('EntityTooSmall', undefined, { ProposedSize: String(part.size), MinSizeAllowed: String(PART_BYTES_MIN) });
  });
}

/** Asked again for what it has done already, it says so again: the first answer may have been lost. */
export async function completeUpload(parts: Parts, exchange: Exchange, name: string, key: string): Promise<Answer> {
  const { id: bucketId } = await ownBucket(parts, exchange, name);
  const uploadId = exchange.query.get('uploadId') ?? '';
  const named = await namedParts(exchange);
  const done = await parts.index.object(bucketId, key);
  let object: ObjectRow | undefined = done?.parts !== null && done?.blob === uploadId ? done : undefined;
  if (!object) {
    const { headers } = await ownUpload(parts, exchange, name, key);
    const make = (found: PartRow[]): ObjectRow => {
      assertWhole(named, found);
      const size = found.reduce((sum, part) => sum + part.size, 0);
      if (size > WHOLE_BYTES) throw new S3Error('EntityTooLarge');
      if ((exchange.headers['x-amz-mp-object-size'] ?? String(size)) !== String(size))
        throw new S3Error('InvalidRequest', 'The parts are not as large together as the request says.');
      return { key, size, etag: etagOf(found), modifiedAt: parts.now(), blob: uploadId, parts: found.length, headers };
    };
    const numbers = named.map(({ number }) => number);
    object = await parts.index.completeUpload(uploadId, numbers, make, writingJudge(exchange.headers));
    if (!object) throw new S3Error('NoSuchUpload', undefined, { UploadId: uploadId });
    parts.blobs.tidy();
  }
  const body = document('CompleteMultipartUploadResult', {
    Location: `/${name}/${encodeURI(key)}`,
    Bucket: name,
    Key: key,
    ETag: `"${object.etag}"`,
  });
  return { status: 200, body };
}
