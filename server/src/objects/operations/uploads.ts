/** Uploads in parts. */
import { createHash, randomBytes } from 'node:crypto';
import type { NewObject, ObjectRow, PartRow, UploadRow } from '../../port/store/objects.ts';
import { S3Error } from '../errors.ts';
import type { Answer, Exchange, Parts } from '../exchange.ts';
import { expirationHeader } from '../lifecycle/rules.ts';
import type { Body } from '../wire/body.ts';
import { CHECKSUM_HEADERS, elementOf } from '../wire/checksums.ts';
import { numberOf } from '../wire/request.ts';
import { readXml } from '../wire/xml-reader.ts';
import { document } from '../wire/xml.ts';
import { writingJudge } from './conditions.ts';
import { bytesOf, copySource, sourceHeaders } from './copy.ts';
import { checksumElements, encryptionHeader, isEncrypted, keptHeaders, withoutChecksum } from './headers.ts';
import { isoOf } from './names.ts';
import { assertRoom, checksumHeader, OBJECT_BYTES, putting, quotaOf, store } from './objects.ts';
import type { ObjectAction } from '../policy/actions.ts';
import { bucketFor, type Reach } from './reach.ts';
import { exactRange } from './spans.ts';
import { assertOfUpload, assertSaid, checksumOfUpload, joinedChecksum, uploadChecksumHeaders } from './upload-checksums.ts';
import { candidateOf, taggingHeader } from './tagging.ts';
import { versionHeaders } from './versioning.ts';

export const PARTS_MAX = 10_000;
/** Uploads of a bucket that are neither complete nor aborted. */
const UPLOADS_MAX = 1000;
/** Bytes of a part that is not the last one at least, and of the object that is made of parts at most. */
const PART_BYTES_MIN = 5 * 1024 * 1024;
const WHOLE_BYTES = 5 * 1024 ** 4;
const LIST_BYTES = 4 * 1024 * 1024;
const LIST = {
  root: 'CompleteMultipartUpload',
  fields: [],
  entry: { name: 'Part', most: PARTS_MAX, fields: ['PartNumber', 'ETag', ...CHECKSUM_HEADERS.map(elementOf)] },
};

/** The upload of the query, of this bucket and key, for what is about to be done with it. Throws as `bucketFor`, and NoSuchUpload. */
export async function uploadFor(
  parts: Parts,
  exchange: Exchange,
  { name, key, action }: { name: string; key: string; action: ObjectAction },
): Promise<{ bucket: Reach['bucket']; upload: UploadRow }> {
  const bucket = await bucketFor(parts, exchange, name, { action, key });
  const uploadId = exchange.query.get('uploadId') ?? '';
  const upload = await parts.index.upload(uploadId);
  if (upload?.bucketId !== bucket.id || upload.key !== key) throw new S3Error('NoSuchUpload', undefined, { UploadId: uploadId });
  return { bucket, upload };
}

export async function createUpload(parts: Parts, exchange: Exchange, name: string, key: string): Promise<Answer> {
  const { id: bucketId, holder } = await bucketFor(parts, exchange, name, ...putting(exchange, key));
  const id = randomBytes(24).toString('base64url');
  const checksum = uploadChecksumHeaders(exchange.headers);
  const encryption = encryptionHeader(exchange.headers);
  const headers = { ...keptHeaders(exchange.headers), ...taggingHeader(exchange.headers), ...checksum, ...encryption };
  const judge = (others: number): void => {
    if (others >= UPLOADS_MAX) throw new S3Error('QuotaExceeded', `A bucket has ${UPLOADS_MAX} unfinished uploads at most.`);
  };
  const upload = { id, bucketId, key, headers, begunAt: parts.now() };
  if (!(await parts.index.beginUpload(upload, judge, quotaOf(holder)))) throw new S3Error('NoSuchBucket');
  const body = document('InitiateMultipartUploadResult', { Bucket: name, Key: key, UploadId: id });
  return { status: 200, headers: { ...checksum, ...encryption }, body };
}

const partNumber = ({ query }: Exchange): number => {
  const number = numberOf(query, 'partNumber', 0, PARTS_MAX + 1);
  if (number < 1 || number > PARTS_MAX)
    throw new S3Error('InvalidArgument', `Part number must be an integer between 1 and ${PARTS_MAX}`, { ArgumentName: 'partNumber' });
  return number;
};

async function keepPart(
  parts: Parts,
  holder: Reach['bucket']['holder'],
  upload: UploadRow,
  content: Body,
  number: number,
): Promise<PartRow> {
  const { id: uploadId } = upload;
  let part: PartRow | undefined;
  // A part that is sent again takes the place of the former one.
  const [former] = await parts.index.parts(uploadId, number - 1, 1);
  await assertRoom(parts, holder, content.size - (former?.number === number ? former.size : 0));
  await store(parts, content, isEncrypted(upload.headers), async (file) => {
    part = { number, file, size: content.size, etag: content.md5(), checksum: content.checksum()?.[1] ?? null, modifiedAt: parts.now() };
    if (!(await parts.index.putPart(uploadId, part, quotaOf(holder)))) throw new S3Error('NoSuchUpload', undefined, { UploadId: uploadId });
  });
  parts.blobs.tidy();
  return part!;
}

export async function uploadPart(parts: Parts, exchange: Exchange, name: string, key: string): Promise<Answer> {
  const number = partNumber(exchange);
  const { bucket, upload } = await uploadFor(parts, exchange, { name, key, action: 's3:PutObject' });
  const checksum = checksumOfUpload(upload);
  assertOfUpload(checksum, exchange.headers);
  const body = exchange.body(OBJECT_BYTES, checksum?.header);
  const { etag } = await keepPart(parts, bucket.holder, upload, body, number);
  return { status: 200, headers: { etag: `"${etag}"`, ...checksumHeader(body), ...encryptionHeader(upload.headers) } };
}

export async function copyPart(parts: Parts, exchange: Exchange, name: string, key: string): Promise<Answer> {
  const number = partNumber(exchange);
  const { bucket, upload } = await uploadFor(parts, exchange, { name, key, action: 's3:PutObject' });
  const source = await copySource(parts, exchange);
  const said = exchange.headers['x-amz-copy-source-range'];
  const range = said === undefined ? { start: 0, end: source.size - 1 } : exactRange(said, source.size);
  const content = await bytesOf(parts, exchange, { object: source, range, wanted: checksumOfUpload(upload)?.header });
  const { etag, modifiedAt } = await keepPart(parts, bucket.holder, upload, content, number);
  const [header, value] = content.checksum() ?? [];
  const checksum = header === undefined ? {} : { [elementOf(header)]: value };
  const body = document('CopyPartResult', { LastModified: isoOf(modifiedAt), ETag: `"${etag}"`, ...checksum });
  return { status: 200, headers: { ...sourceHeaders(source), ...encryptionHeader(upload.headers) }, body };
}

export async function abortUpload(parts: Parts, exchange: Exchange, name: string, key: string): Promise<Answer> {
  const { upload } = await uploadFor(parts, exchange, { name, key, action: 's3:AbortMultipartUpload' });
  const { id } = upload;
  if (!(await parts.index.abortUpload(id))) throw new S3Error('NoSuchUpload', undefined, { UploadId: id });
  parts.blobs.tidy();
  return { status: 204 };
}

interface Named {
  number: number;
  etag: string;
  /** What is said of its checksum; absent where nothing is. */
  checksum?: string | undefined;
}

/** The parts of which an object is to be made, in ascending order; a checksum beside them is the object's. Throws MalformedXML, InvalidPartOrder. */
async function namedParts(exchange: Exchange): Promise<Named[]> {
  const { entries } = await readXml(exchange.body(LIST_BYTES, false).bytes, LIST);
  if (entries.length === 0) throw new S3Error('MalformedXML');
  const parts = entries.map((entry) => {
    const { PartNumber: number, ETag: etag } = entry;
    if (number === undefined || !/^\s*\d{1,5}\s*$/.test(number) || etag === undefined) throw new S3Error('MalformedXML');
    const checksum = CHECKSUM_HEADERS.map((header) => entry[elementOf(header)]?.trim()).find((value) => value !== undefined);
    return { number: Number(number), etag: etag.trim().replace(/^"|"$/g, ''), checksum };
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
  named.forEach(({ number, etag, checksum }, index) => {
    const part = found[index];
    if (part?.number !== number || part.etag !== etag || (checksum !== undefined && checksum !== part.checksum))
      throw new S3Error('InvalidPart', undefined, { PartNumber: String(number), ETag: etag });
    if (index < named.length - 1 && part.size < PART_BYTES_MIN)
      throw new S3Error('EntityTooSmall', undefined, { ProposedSize: String(part.size), MinSizeAllowed: String(PART_BYTES_MIN) });
  });
}

/** Parts of an upload as they are now, those that are named. */
async function partsNamed({ index }: Parts, uploadId: string, named: readonly Named[]): Promise<PartRow[]> {
  const numbers = new Set(named.map(({ number }) => number));
  return (await index.parts(uploadId, 0, PARTS_MAX)).filter(({ number }) => numbers.has(number));
}

/** Asked again for what it has done already, it says so again: the first answer may have been lost. */
export async function completeUpload(parts: Parts, exchange: Exchange, name: string, key: string): Promise<Answer> {
  const bucket = await bucketFor(parts, exchange, name, { action: 's3:PutObject', key });
  const uploadId = exchange.query.get('uploadId') ?? '';
  const named = await namedParts(exchange);
  const done = await parts.index.object(bucket.id, key);
  let object: ObjectRow | undefined = done?.parts !== null && done?.blob === uploadId ? done : undefined;
  if (!object) {
    const { upload } = await uploadFor(parts, exchange, { name, key, action: 's3:PutObject' });
    const before = await partsNamed(parts, uploadId, named);
    const checksum = checksumOfUpload(upload);
    const joined = checksum ? await joinedChecksum(checksum, before) : {};
    const headers = { ...withoutChecksum(upload.headers), ...joined };
    const make = (found: PartRow[]): NewObject => {
      assertWhole(named, found);
      // Sent again since it was looked at: its checksum is another one.
      if (found.some(({ file }, index) => file !== before[index]?.file)) throw new S3Error('InvalidPart');
      assertSaid(joined, exchange.headers);
      const size = found.reduce((sum, part) => sum + part.size, 0);
      if (size > WHOLE_BYTES) throw new S3Error('EntityTooLarge');
      if ((exchange.headers['x-amz-mp-object-size'] ?? String(size)) !== String(size))
        throw new S3Error('InvalidRequest', 'The parts are not as large together as the request says.');
      return { key, size, etag: etagOf(found), modifiedAt: parts.now(), blob: uploadId, parts: found.length, headers };
    };
    const numbers = named.map(({ number }) => number);
    object = await parts.index.completeUpload(uploadId, numbers, make, writingJudge(exchange.headers), quotaOf(bucket.holder));
    if (!object) throw new S3Error('NoSuchUpload', undefined, { UploadId: uploadId });
    parts.blobs.tidy();
  }
  const body = document('CompleteMultipartUploadResult', {
    Location: `/${name}/${encodeURI(key)}`,
    Bucket: name,
    Key: key,
    ETag: `"${object.etag}"`,
    ...checksumElements(object.headers),
  });
  const told = { ...versionHeaders(bucket, object.version), ...expirationHeader(bucket, candidateOf(object)) };
  return { status: 200, headers: { ...told, ...encryptionHeader(object.headers) }, body };
}
