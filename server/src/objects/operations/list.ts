import type { KeyRange, ObjectEntry } from '../../port/store/objects.ts';
import { S3Error } from '../errors.ts';
import type { Answer, Exchange, Parts } from '../exchange.ts';
import { encodeKey } from '../signature/canonical.ts';
import { numberOf } from '../wire/request.ts';
import { longDocument, type Elements } from '../wire/xml.ts';
import { behind, gathered, listKeys } from './keys.ts';
import { isoOf, ownerOf } from './names.ts';
import { bucketFor } from './reach.ts';

/** Keys of one page at most, and where nothing is asked for. */
export const KEYS_MAX = 1000;

/** How texts are written: `encoding-type=url` asks for keys that any XML can hold. */
export function writerOf(query: Exchange['query']): { encoded: (text: string) => string; encoding: string | undefined } {
  const encoding = query.get('encoding-type');
  if (encoding === undefined || encoding === '') return { encoded: (text) => text, encoding: undefined };
  if (encoding !== 'url') throw new S3Error('InvalidArgument', 'encoding-type must be url.', { ArgumentName: 'encoding-type' });
  return { encoded: encodeKey, encoding };
}

const tokenOf = (next: KeyRange): string => Buffer.from(JSON.stringify(next)).toString('base64url');

const isKey = (text: unknown): text is string => typeof text === 'string' && text.isWellFormed() && !text.includes('\0');

/** Throws InvalidArgument where it is none of ours. */
function rangeOf(token: string): KeyRange {
  try {
    const next: unknown = JSON.parse(Buffer.from(token, 'base64url').toString());
    if (typeof next === 'object' && next !== null) {
      const { after, from } = next as Record<string, unknown>;
      if (isKey(after) && from === undefined) return { after };
      if (isKey(from) && after === undefined) return { from };
    }
  } catch {
    // said below, as of any other text
  }
  throw new S3Error('InvalidArgument', 'The continuation token provided is incorrect', { ArgumentName: 'continuation-token' });
}

/** A marker that is a common prefix itself stands for all that is gathered under it. */
export function afterMarker(marker: string, prefix: string, delimiter: string): KeyRange {
  const common = marker.startsWith(prefix) ? gathered(marker, prefix, delimiter) : undefined;
  const from = common === marker ? behind(marker) : undefined;
  return from === undefined ? { after: marker } : { from };
}

/** ListObjects and ListObjectsV2 (`list-type=2`). */
export async function listObjects(parts: Parts, exchange: Exchange, name: string): Promise<Answer> {
  const { query } = exchange;
  const [prefix, delimiter] = [query.get('prefix') ?? '', query.get('delimiter') ?? ''];
  const { id, holder } = await bucketFor(parts, exchange, name, { action: 's3:ListBucket', prefix });
  const most = numberOf(query, 'max-keys', KEYS_MAX, KEYS_MAX);
  const { encoded, encoding } = writerOf(query);
  const isSecond = query.get('list-type') === '2';
  const token = isSecond ? query.get('continuation-token') : undefined;
  const startAfter = isSecond ? query.get('start-after') : undefined;
  const marker = isSecond ? undefined : (query.get('marker') ?? '');
  let start: KeyRange = {};
  if (token) start = rangeOf(token);
  else if (startAfter) start = { after: startAfter };
  else if (marker) start = afterMarker(marker, prefix, delimiter);
  const page = await listKeys((range, limit) => parts.index.objects(id, range, limit), { prefix, delimiter, most }, start);
  const withOwner = !isSecond || query.get('fetch-owner') === 'true';
  const entry = ({ key: one, modifiedAt, etag, size }: ObjectEntry): Elements => ({
    Key: encoded(one),
    LastModified: isoOf(modifiedAt),
    ETag: `"${etag}"`,
    Size: size,
    ...(withOwner && { Owner: ownerOf(holder) }),
    StorageClass: 'STANDARD',
  });
  const own: Elements = isSecond
    ? {
        KeyCount: page.entries.length + page.prefixes.length,
        ContinuationToken: token,
        NextContinuationToken: page.truncated ? tokenOf(page.next) : undefined,
        StartAfter: startAfter === undefined ? undefined : encoded(startAfter),
      }
    : { Marker: encoded(marker ?? ''), NextMarker: page.truncated && delimiter !== '' ? encoded(page.last ?? '') : undefined };
  const body = await longDocument('ListBucketResult', {
    Name: name,
    Prefix: encoded(prefix),
    Delimiter: delimiter === '' ? undefined : encoded(delimiter),
    MaxKeys: most,
    EncodingType: encoding,
    IsTruncated: page.truncated,
    ...own,
    Contents: page.entries.map((one) => () => entry(one)),
    CommonPrefixes: page.prefixes.map((one) => () => ({ Prefix: encoded(one) })),
  });
  return { status: 200, body };
}
