/** Several objects and folders of a bucket as one ZIP file: nothing of it is held, whatever the size. */
import { ARCHIVE_OBJECTS_MAX } from '@gantry/contract/nouns/object-storage/archives';
import type { S3Key } from '../../port/accounts.ts';
import { assertGood, bytesOfAnswer, sendInternal, skipAnswer, type Operate } from '../internal-requests.ts';
import { S3Error } from '../errors.ts';
import type { Answer } from '../exchange.ts';
import { readXml } from '../wire/xml-reader.ts';
import { archiveName, namer } from './names.ts';
import { zipped, type ZipEntry } from './zip.ts';

/** What it is made of: `keys` are whole, and those with a slash at their end stand for all that they begin. */
export interface Selection {
  bucket: string;
  folder: string;
  keys: readonly string[];
}

interface Source {
  operate: Operate;
  key: S3Key;
  signal: AbortSignal;
}

/** Keys of a folder that are asked for at once: as many as S3 gives. */
const PAGE = 1000;
const LISTED = {
  root: 'ListBucketResult',
  fields: ['IsTruncated', 'NextContinuationToken', 'EncodingType'],
  entry: { name: 'Contents', most: PAGE, fields: ['Key'] },
} as const;

/** Stores differ in how they write a space, and some do not encode at all. */
const decoded = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '));

/** Keys that begin with a prefix, in order. Throws not_found, engine_unavailable and S3Error. */
async function* below({ operate, key, signal }: Source, bucket: string, prefix: string): AsyncGenerator<string> {
  for (let token: string | undefined; ;) {
    const query = {
      'list-type': '2',
      'encoding-type': 'url',
      'max-keys': String(PAGE),
      prefix,
      ...(token !== undefined && { 'continuation-token': token }),
    };
    const answer = await sendInternal(operate, key, { method: 'GET', bucket, query }, signal);
    if (answer.status >= 300) await skipAnswer(answer);
    assertGood(answer);
    const { fields, entries } = await readXml(bytesOfAnswer(answer), LISTED);
    const isEncoded = fields.EncodingType === 'url';
    for (const { Key: found } of entries) if (found !== undefined) yield isEncoded ? decoded(found) : found;
    token = fields.NextContinuationToken;
    if (fields.IsTruncated !== 'true' || token === undefined) return;
  }
}

/** The objects that a selection stands for, each once. */
async function* selected(source: Source, { bucket, keys }: Selection): AsyncGenerator<string> {
  const folders: string[] = [];
  const isBelow = (key: string, folder: string): boolean => key.startsWith(folder);
  for (const key of keys.toSorted()) {
    if (folders.some((folder) => isBelow(key, folder))) continue;
    if (!key.endsWith('/')) {
      yield key;
      continue;
    }
    folders.push(key);
    yield* below(source, bucket, key);
  }
}

/** How many objects there are, as far as that matters: one more than a ZIP file takes is said of any larger number. */
export async function countSelected(source: Source, selection: Selection): Promise<number> {
  let count = 0;
  for await (const _key of selected(source, selection)) {
    count += 1;
    if (count > ARCHIVE_OBJECTS_MAX) break;
  }
  return count;
}

/** Undefined where it is gone meanwhile. */
async function read({ operate, key, signal }: Source, bucket: string, object: string): Promise<Answer | undefined> {
  try {
    const answer = await sendInternal(operate, key, { method: 'GET', bucket, object }, signal);
    if (answer.status < 300) return answer;
    await skipAnswer(answer);
    if (answer.status === 404) return undefined;
    throw new S3Error('ServiceUnavailable');
  } catch (error) {
    if (error instanceof S3Error && error.code === 'NoSuchKey') return undefined;
    throw error;
  }
}

async function* nothing(): AsyncGenerator<Buffer> {
  // an empty object
}

async function* entriesOf(source: Source, selection: Selection): AsyncGenerator<ZipEntry> {
  const nameOf = namer();
  let count = 0;
  for await (const key of selected(source, selection)) {
    count += 1;
    if (count > ARCHIVE_OBJECTS_MAX) throw new S3Error('EntityTooLarge');
    const name = nameOf(key.slice(selection.folder.length));
    if (name === undefined) continue;
    const answer = await read(source, selection.bucket, key);
    if (!answer) continue;
    const { headers = {}, body } = answer;
    const bytes = body === undefined || typeof body === 'string' ? nothing() : body;
    const size = Number(headers['content-length'] ?? 0);
    const modified = new Date(headers['last-modified'] ?? 0);
    // What ends with a slash is a folder for whoever unpacks it, and has no bytes.
    if (name.endsWith('/') && size > 0) {
      for await (const _chunk of bytes);
      continue;
    }
    yield { name, modifiedAt: modified, size, bytes };
  }
}

/** The answer with the whole file. */
export const archive = (source: Source, selection: Selection): Answer => ({
  status: 200,
  headers: {
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(archiveName(selection)).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`)}`,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  },
  body: zipped(entriesOf(source, selection)),
});
