import type { VersionEntry, VersionRange } from '../../port/store/objects.ts';
import { S3Error } from '../errors.ts';
import type { Answer, Exchange, Parts } from '../exchange.ts';
import { numberOf } from '../wire/request.ts';
import { longDocument, type Elements } from '../wire/xml.ts';
import { listKeys } from './keys.ts';
import { afterMarker, KEYS_MAX, writerOf } from './list.ts';
import { isoOf, ownerOf } from './names.ts';
import { bucketFor } from './reach.ts';

interface Markers {
  key: string;
  version: string;
}

/** Where a page begins. A version that is gone by now cannot be gone on from: those of its key come once more, so that none is missed. */
async function startOf({ index }: Parts, bucketId: number, { key, version }: Markers): Promise<VersionRange> {
  const position = await index.positionOf(bucketId, key, version);
  return position === undefined ? { from: key } : { after: key, position };
}

/** ListObjectVersions: versions and delete markers by key, the newest of a key first. */
export async function listVersions(parts: Parts, exchange: Exchange, name: string): Promise<Answer> {
  const { query } = exchange;
  const [prefix, delimiter] = [query.get('prefix') ?? '', query.get('delimiter') ?? ''];
  const { id, holder } = await bucketFor(parts, exchange, name, { action: 's3:ListBucketVersions', prefix });
  const marker: Markers = { key: query.get('key-marker') ?? '', version: query.get('version-id-marker') ?? '' };
  if (marker.key === '' && marker.version !== '')
    throw new S3Error('InvalidArgument', 'A version-id-marker needs a key-marker.', { ArgumentName: 'version-id-marker' });
  const most = numberOf(query, 'max-keys', KEYS_MAX, KEYS_MAX);
  const { encoded, encoding } = writerOf(query);
  let start: VersionRange = {};
  if (marker.version !== '') start = await startOf(parts, id, marker);
  else if (marker.key !== '') start = afterMarker(marker.key, prefix, delimiter);
  const page = await listKeys((range, limit) => parts.index.versions(id, range, limit), { prefix, delimiter, most }, start);
  const newest = new Map<string, VersionEntry>();
  for (const one of page.entries) if (!newest.has(one.key)) newest.set(one.key, one);
  // Of the key in which the page begins the newest was on a former one.
  if (start.position !== undefined) newest.delete(marker.key);
  const about = (one: VersionEntry): Elements => ({
    Key: encoded(one.key),
    VersionId: one.version,
    IsLatest: newest.get(one.key) === one,
    LastModified: isoOf(one.modifiedAt),
    Owner: ownerOf(holder),
  });
  const of = Map.groupBy(page.entries, ({ isMarker }) => isMarker);
  const last = page.entries.at(-1);
  const body = await longDocument('ListVersionsResult', {
    Name: name,
    Prefix: encoded(prefix),
    KeyMarker: encoded(marker.key),
    VersionIdMarker: marker.version,
    ...(page.truncated && {
      NextKeyMarker: encoded(page.last ?? ''),
      NextVersionIdMarker: last?.key === page.last ? last?.version : undefined,
    }),
    Delimiter: delimiter === '' ? undefined : encoded(delimiter),
    MaxKeys: most,
    EncodingType: encoding,
    IsTruncated: page.truncated,
    Version: of.get(false)?.map((one) => () => ({ ...about(one), ETag: `"${one.etag}"`, Size: one.size, StorageClass: 'STANDARD' })),
    DeleteMarker: of.get(true)?.map((one) => () => about(one)),
    CommonPrefixes: page.prefixes.map((one) => () => ({ Prefix: encoded(one) })),
  });
  return { status: 200, body };
}
