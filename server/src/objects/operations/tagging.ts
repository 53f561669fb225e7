/** Tags as headers say them, and as they are kept. */
import type { ObjectRow } from '../../port/store/objects.ts';
import { S3Error } from '../errors.ts';
import type { Exchange } from '../exchange.ts';
import { isReplaced, TAGGING_HEADER } from './headers.ts';

/** Limits of S3. */
export const OBJECT_TAGS_MAX = 10;
export const BUCKET_TAGS_MAX = 50;
const KEY_CHARS = 128;
const VALUE_CHARS = 256;
const TEXT = /^[\p{L}\p{Z}\p{N}_.:/=+\-@]*$/u;
/** Of S3's own tags. */
const RESERVED = /^aws:/i;

const DIRECTIVE_HEADER = 'x-amz-tagging-directive';

export type Tag = readonly [key: string, value: string];

const isText = (text: string, most: number): boolean => Array.from(text).length <= most && TEXT.test(text);

/** Throws InvalidTag. */
export function assertTags(tags: readonly Tag[], most: number): void {
  if (tags.length > most) throw new S3Error('InvalidTag', `At most ${most} tags are taken.`);
  for (const [key, value] of tags) {
    if (key === '' || !isText(key, KEY_CHARS) || RESERVED.test(key))
      throw new S3Error('InvalidTag', `The key of a tag has 1 to ${KEY_CHARS} letters, digits, blanks and _.:/=+-@.`, { TagKey: key });
    if (!isText(value, VALUE_CHARS))
      throw new S3Error('InvalidTag', `The value of a tag has at most ${VALUE_CHARS} letters, digits, blanks and _.:/=+-@.`, {
        TagKey: key,
      });
  }
  if (new Set(tags.map(([key]) => key)).size < tags.length) throw new S3Error('InvalidTag', 'Several tags have the same key.');
}

/** As they are kept: `key=value&…`, percent-encoded. */
export const written = (tags: readonly Tag[]): string =>
  new URLSearchParams(tags.map(([key, value]): [string, string] => [key, value])).toString();
export const tagsIn = (text: string): Tag[] => [...new URLSearchParams(text)];

/** An object as rules look at it. */
export const candidateOf = (object: ObjectRow): ObjectRow & { tags: Tag[] } => ({
  ...object,
  tags: tagsIn(object.headers[TAGGING_HEADER] ?? ''),
});

/** Tags of a new object as its header says them, to be kept with it; nothing where it has none. Throws InvalidArgument, InvalidTag. */
export function taggingHeader(headers: Exchange['headers']): Record<string, string> {
  const said = headers[TAGGING_HEADER] ?? '';
  const texts = said.replaceAll('+', ' ').split(/[&=]/);
  try {
    for (const text of texts) decodeURIComponent(text);
  } catch {
    throw new S3Error('InvalidArgument', undefined, { ArgumentName: TAGGING_HEADER });
  }
  const tags = tagsIn(said);
  assertTags(tags, OBJECT_TAGS_MAX);
  return tags.length === 0 ? {} : { [TAGGING_HEADER]: written(tags) };
}

/** Tags of a copy: those of its source, unless they are replaced. Throws InvalidArgument, InvalidTag. */
export function copiedTagging(headers: Exchange['headers'], source: ObjectRow['headers']): Record<string, string> {
  if (isReplaced(headers, DIRECTIVE_HEADER)) return taggingHeader(headers);
  if (headers[TAGGING_HEADER] !== undefined)
    throw new S3Error('InvalidArgument', `Other tags need ${DIRECTIVE_HEADER}: REPLACE.`, { ArgumentName: TAGGING_HEADER });
  const kept = source[TAGGING_HEADER];
  return kept === undefined ? {} : { [TAGGING_HEADER]: kept };
}
