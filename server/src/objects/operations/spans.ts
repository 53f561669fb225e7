/** Which bytes of which files a request is about. */
import type { ObjectRow, PartRow } from '../../port/store/objects.ts';
import { S3Error } from '../errors.ts';
import type { Parts } from '../exchange.ts';
import type { Span } from '../storage/blobs.ts';

/** First and last byte. */
export interface Range {
  start: number;
  end: number;
}

/**
 * Of `bytes=2-5`, `bytes=2-` and `bytes=-3`; undefined where the header says something else, or several of them: then all is told. Throws
 * InvalidRange.
 */
export function rangeOf(header: string | undefined, size: number): Range | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  const range =
    first === ''
      ? { start: Math.max(0, size - Number(last)), end: size - 1 }
      : { start: Number(first), end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined;
  if (range.start >= size || (first === '' && Number(last) === 0))
    throw new S3Error('InvalidRange', undefined, { ActualObjectSize: String(size) });
  return range;
}

/** Of `bytes=2-5`, all of which must be there. Throws InvalidArgument, InvalidRange. */
export function exactRange(text: string, size: number): Range {
  const [, first, last] = /^bytes=(\d{1,15})-(\d{1,15})$/.exec(text) ?? [];
  const range = { start: Number(first), end: Number(last) };
  if (first === undefined || last === undefined || range.end < range.start)
    throw new S3Error('InvalidArgument', 'The x-amz-copy-source-range value must be of the form bytes=first-last', {
      ArgumentName: 'x-amz-copy-source-range',
    });
  if (range.end >= size) throw new S3Error('InvalidRange', undefined, { ActualObjectSize: String(size) });
  return range;
}

/** The bytes of a range, in the files that have them. */
export async function spansOf({ index }: Pick<Parts, 'index'>, object: ObjectRow, { start, end }: Range): Promise<Span[]> {
  if (object.parts === null) return [{ file: object.blob, start, end }];
  return within(await index.partsOf(object.blob), { start, end });
}

function within(parts: readonly PartRow[], range: Range): Span[] {
  const spans: Span[] = [];
  let offset = 0;
  for (const { file, size } of parts) {
    const [start, end] = [Math.max(range.start - offset, 0), Math.min(range.end - offset, size - 1)];
    if (start <= end) spans.push({ file, start, end });
    offset += size;
  }
  return spans;
}

/** The bytes of one part, and how many parts there are. Throws InvalidPart where there is none. */
export async function partRange(
  { index }: Pick<Parts, 'index'>,
  object: ObjectRow,
  number: number,
): Promise<{ range: Range; count: number; part?: PartRow }> {
  if (object.parts === null) {
    if (number !== 1) throw new S3Error('InvalidPart', 'The object has no such part.');
    return { range: { start: 0, end: object.size - 1 }, count: 1 };
  }
  const parts = await index.partsOf(object.blob);
  const part = parts[number - 1];
  if (!part) throw new S3Error('InvalidPart', 'The object has no such part.');
  const start = parts.slice(0, number - 1).reduce((sum, { size }) => sum + size, 0);
  return { range: { start, end: start + part.size - 1 }, count: parts.length, part };
}
