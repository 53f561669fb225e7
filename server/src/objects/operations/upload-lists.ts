/** Lists of uploads in parts, and of their parts. */
import type { UploadRow } from '../../port/store/objects.ts';
import { S3Error } from '../errors.ts';
import type { Answer, Exchange, Parts } from '../exchange.ts';
import { ALGORITHM_HEADER, elementOf, TYPE_HEADER } from '../wire/checksums.ts';
import { numberOf } from '../wire/request.ts';
import { document, longDocument } from '../wire/xml.ts';
import { behind } from './keys.ts';
import { writerOf } from './list.ts';
import { isoOf, ownerOf } from './names.ts';
import { bucketFor } from './reach.ts';
import { checksumOfUpload } from './upload-checksums.ts';
import { PARTS_MAX, uploadFor } from './uploads.ts';

/** Most parts, or uploads, of one answer, as S3 has it. */
const PAGE_MAX = 1000;

const algorithmElements = (headers: UploadRow['headers']) => ({
  ChecksumAlgorithm: headers[ALGORITHM_HEADER],
  ChecksumType: headers[TYPE_HEADER],
});

export async function listParts(parts: Parts, exchange: Exchange, name: string, key: string): Promise<Answer> {
  const { bucket, upload } = await uploadFor(parts, exchange, { name, key, action: 's3:ListMultipartUploadParts' });
  const { id } = upload;
  const checksum = checksumOfUpload(upload);
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
    Initiator: ownerOf(bucket.holder),
    Owner: ownerOf(bucket.holder),
    StorageClass: 'STANDARD',
    ...algorithmElements(upload.headers),
    PartNumberMarker: marker,
    NextPartNumberMarker: shown.at(-1)?.number ?? marker,
    MaxParts: most,
    IsTruncated: found.length > most,
    Part: shown.map(({ number, size, etag, checksum: value, modifiedAt }) => ({
      PartNumber: number,
      LastModified: isoOf(modifiedAt),
      ETag: `"${etag}"`,
      Size: size,
      ...(checksum && value !== null && { [elementOf(checksum.header)]: value }),
    })),
  });
  return { status: 200, body };
}

export async function listUploads(parts: Parts, exchange: Exchange, name: string): Promise<Answer> {
  const { query } = exchange;
  const prefix = query.get('prefix') ?? '';
  const { id, holder } = await bucketFor(parts, exchange, name, { action: 's3:ListBucketMultipartUploads', prefix });
  if (query.get('delimiter')) throw new S3Error('NotImplemented', 'Uploads are not gathered by a delimiter.');
  const { encoded, encoding } = writerOf(query);
  const most = numberOf(query, 'max-uploads', PAGE_MAX, PAGE_MAX);
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
      Initiator: ownerOf(holder),
      Owner: ownerOf(holder),
      StorageClass: 'STANDARD',
      ...algorithmElements(upload.headers),
      Initiated: isoOf(upload.begunAt),
    })),
  });
  return { status: 200, body };
}
