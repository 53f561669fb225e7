import type { ObjectRow, PartRow } from '../../port/store/objects.ts';
import { S3Error } from '../errors.ts';
import type { Answer, Exchange, Parts } from '../exchange.ts';
import { checksumIn, elementOf } from '../wire/checksums.ts';
import { numberOf } from '../wire/request.ts';
import { document, type Elements } from '../wire/xml.ts';
import { judgeReading } from './conditions.ts';
import { checksumElements, validators } from './headers.ts';
import { objectFor } from './objects.ts';
import { versionHeaders } from './versioning.ts';

const ATTRIBUTES = ['ETag', 'Checksum', 'ObjectParts', 'StorageClass', 'ObjectSize'];
const ASKED = 'x-amz-object-attributes';
/** Parts of one answer, as S3 has it. */
const PAGE_MAX = 1000;

/** The attributes that a request names. Throws InvalidArgument. */
function askedOf(headers: Exchange['headers']): Set<string> {
  const asked = (headers[ASKED] ?? '').split(',').map((one) => one.trim());
  if (!asked.every((one) => ATTRIBUTES.includes(one))) throw new S3Error('InvalidArgument', undefined, { ArgumentName: ASKED });
  return new Set(asked);
}

/** A page of an object's parts. */
function partsElement(object: ObjectRow, parts: readonly PartRow[], headers: Exchange['headers']): Elements {
  const numbers = new Map(['x-amz-max-parts', 'x-amz-part-number-marker'].map((name) => [name, headers[name] ?? '']));
  const most = numberOf(numbers, 'x-amz-max-parts', PAGE_MAX, PAGE_MAX, 1);
  const marker = numberOf(numbers, 'x-amz-part-number-marker', 0, parts.length);
  const shown = parts.slice(marker, marker + most);
  const [header] = checksumIn(object.headers) ?? [];
  return {
    PartsCount: parts.length,
    PartNumberMarker: marker,
    NextPartNumberMarker: marker + shown.length,
    MaxParts: most,
    IsTruncated: marker + shown.length < parts.length,
    // Numbered as a request for one of them has to say it.
    Part: shown.map(({ size, checksum }, index) => ({
      PartNumber: marker + index + 1,
      Size: size,
      ...(header !== undefined && checksum !== null && { [elementOf(header)]: checksum }),
    })),
  };
}

/** GetObjectAttributes: what is known of an object without its bytes. */
export async function objectAttributes(parts: Parts, exchange: Exchange, name: string, key: string): Promise<Answer> {
  const asked = askedOf(exchange.headers);
  const { bucket, object } = await objectFor(parts, exchange, { name, key, action: 's3:GetObject' });
  const { 'last-modified': modified = '' } = validators(object);
  if (judgeReading(object, exchange.headers) === 'unchanged') return { status: 304, headers: validators(object) };
  const checksum = checksumElements(object.headers);
  const of: Record<string, Elements[string]> = {
    ETag: object.etag,
    Checksum: Object.keys(checksum).length === 0 ? undefined : checksum,
    ObjectParts:
      object.parts === null || !asked.has('ObjectParts')
        ? undefined
        : partsElement(object, await parts.index.partsOf(object.blob), exchange.headers),
    StorageClass: 'STANDARD',
    ObjectSize: object.size,
  };
  const told = Object.fromEntries(Object.entries(of).filter(([attribute]) => asked.has(attribute)));
  return {
    status: 200,
    headers: { 'last-modified': modified, ...versionHeaders(bucket, object.version) },
    body: document('GetObjectAttributesResponse', told),
  };
}
