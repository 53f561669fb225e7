import type { ObjectEntry } from '../../port/store/objects.ts';
import { S3Error } from '../errors.ts';
import type { Answer, Exchange, Parts } from '../exchange.ts';
import { numberOf } from '../wire/request.ts';
import { longDocument, type Elements } from '../wire/xml.ts';
import { listKeys } from './keys.ts';
import { afterMarker, KEYS_MAX, writerOf } from './list.ts';
import { isoOf, ownBucket, ownerOf } from './names.ts';

/** The id of an object's only version, as S3 has it where versions were never kept. */
const ONLY_VERSION = 'null';

/** ListObjectVersions: each object has one. */
export async function listVersions(parts: Parts, exchange: Exchange, name: string): Promise<Answer> {
  const { query, key } = exchange;
  const { id } = await ownBucket(parts, exchange, name);
  const [prefix, delimiter] = [query.get('prefix') ?? '', query.get('delimiter') ?? ''];
  const [marker, versionMarker] = [query.get('key-marker') ?? '', query.get('version-id-marker') ?? ''];
  if (marker === '' && versionMarker !== '')
    throw new S3Error('InvalidArgument', 'A version-id-marker needs a key-marker.', { ArgumentName: 'version-id-marker' });
  const most = numberOf(query, 'max-keys', KEYS_MAX, KEYS_MAX);
  const { encoded, encoding } = writerOf(query);
  const start = marker === '' ? {} : afterMarker(marker, prefix, delimiter);
  const page = await listKeys(parts.index, id, { prefix, delimiter, most }, start);
  const entry = ({ key: one, modifiedAt, etag, size }: ObjectEntry): Elements => ({
    Key: encoded(one),
    VersionId: ONLY_VERSION,
    IsLatest: true,
    LastModified: isoOf(modifiedAt),
    ETag: `"${etag}"`,
    Size: size,
    Owner: ownerOf(key),
    StorageClass: 'STANDARD',
  });
  const body = await longDocument('ListVersionsResult', {
    Name: name,
    Prefix: encoded(prefix),
    KeyMarker: encoded(marker),
    VersionIdMarker: versionMarker,
    ...(page.truncated && { NextKeyMarker: encoded(page.last ?? ''), NextVersionIdMarker: ONLY_VERSION }),
    Delimiter: delimiter === '' ? undefined : encoded(delimiter),
    MaxKeys: most,
    EncodingType: encoding,
    IsTruncated: page.truncated,
    Version: page.entries.map((one) => () => entry(one)),
    CommonPrefixes: page.prefixes.map((one) => () => ({ Prefix: encoded(one) })),
  });
  return { status: 200, body };
}
