/** What of a file a request wants, by its headers (RFC 9110 §13, §14). */
import type { StreamedFile } from '@gantry/contract/wire/download';
import type { ByteRange } from '../../port/engine.ts';
import { S3Error } from '../../objects/errors.ts';
import { rangeOf } from '../../objects/operations/spans.ts';

/** All, a range, or why nothing: the client has it, it is not what it was, it has no such bytes. */
type Wanted = { status: 200 | 206; range: ByteRange | null } | { status: 304 | 412 | 416 };

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** `W/"a", "b"` → whether the tag is among them. */
const isAmong = (list: string, tag: string, weakly: boolean): boolean =>
  list.split(',').some((one) => {
    const said = one.trim();
    return said === '*' || (weakly ? said.replace(/^W\//, '') : said) === tag;
  });

const said = (headers: Headers, name: string): string | undefined => {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
};

export function wantedOf(headers: Headers, { size, etag }: Pick<StreamedFile, 'size' | 'etag'>): Wanted {
  const tag = `"${etag}"`;
  const [match, none, ifRange] = ['if-match', 'if-none-match', 'if-range'].map((name) => said(headers, name));
  if (match !== undefined && !isAmong(match, tag, false)) return { status: 412 };
  if (none !== undefined && isAmong(none, tag, true)) return { status: 304 };
  // What was begun of other bytes is begun anew.
  if (ifRange !== undefined && ifRange.trim() !== tag) return { status: 200, range: null };
  try {
    const range = rangeOf(said(headers, 'range'), size) ?? null;
    return { status: range ? 206 : 200, range };
  } catch (error) {
    if (error instanceof S3Error && error.code === 'InvalidRange') return { status: 416 };
    throw error;
  }
}
