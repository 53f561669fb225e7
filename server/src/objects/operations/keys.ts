/** Keys of a bucket in order, those below a delimiter gathered under what they have in common. */
import type { KeyRange, VersionRange } from '../../port/store/objects.ts';

/** Rows read at a stretch after a jump over what is gathered; each stretch without one is twice as long. */
const AFTER_JUMP = 4;

export interface Listing<Row> {
  entries: Row[];
  prefixes: string[];
  truncated: boolean;
  /** Where the next page begins. */
  next: KeyRange;
  /** The last key or prefix of this page. */
  last: string | undefined;
}

const LAST_CHAR = 0x10ffff;
const SURROGATES = { first: 0xd800, behind: 0xe000 };

/** The first text, by bytes, behind all that begin with this one; undefined where there is none. */
export function behind(prefix: string): string | undefined {
  const chars = Array.from(prefix);
  for (let char = chars.pop(); char !== undefined; char = chars.pop()) {
    const code = char.codePointAt(0)!;
    if (code === LAST_CHAR) continue;
    const next = code + 1 === SURROGATES.first ? SURROGATES.behind : code + 1;
    return chars.join('') + String.fromCodePoint(next);
  }
  return undefined;
}

/** What a key is gathered under; undefined where it stands for itself. */
export function gathered(key: string, prefix: string, delimiter: string): string | undefined {
  const end = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length);
  return end < 0 ? undefined : key.slice(0, end + delimiter.length);
}

/** A row of a list: a key, or a version of one. */
interface Keyed {
  key: string;
  position?: number;
}

/** A page of `most` rows and common prefixes at most, from `start` on. `read`: so many rows of a range, in order. */
export async function listKeys<Row extends Keyed>(
  read: (range: VersionRange, limit: number) => Promise<Row[]>,
  { prefix, delimiter, most }: { prefix: string; delimiter: string; most: number },
  start: VersionRange,
): Promise<Listing<Row>> {
  const page: Listing<Row> = { entries: [], prefixes: [], truncated: false, next: start, last: undefined };
  if (most === 0) return page;
  const before = behind(prefix);
  let range: VersionRange = start;
  let stretch = most + 1;
  for (;;) {
    const left = most - page.entries.length - page.prefixes.length;
    const limit = Math.min(stretch, left + 1);
    const rows = await read({ ...atLeast(range, prefix), before }, limit);
    let jump: string | undefined;
    for (const row of rows) {
      const common = gathered(row.key, prefix, delimiter);
      if (common !== undefined && common === page.prefixes.at(-1)) continue;
      if (page.entries.length + page.prefixes.length === most) return { ...page, truncated: true };
      page.last = common ?? row.key;
      if (common === undefined) {
        page.entries.push(row);
        page.next = { after: row.key };
      } else {
        page.prefixes.push(common);
        jump = common;
        const from = behind(common);
        page.next = from === undefined ? { after: common } : { from };
      }
    }
    if (rows.length < limit) return page;
    const { key: lastKey, position } = rows.at(-1)!;
    const inside = jump ?? page.prefixes.at(-1);
    const jumps = inside !== undefined && lastKey.startsWith(inside);
    const from = jumps ? behind(inside) : undefined;
    if (jumps && from === undefined) return page;
    range = from === undefined ? { after: lastKey, position } : { from };
    stretch = jumps ? AFTER_JUMP : stretch * 2;
  }
}

/** Never before the prefix itself. */
function atLeast({ after, from, position }: VersionRange, prefix: string): VersionRange {
  if (prefix === '') return { after, from, position };
  if (after !== undefined) return isBefore(after, prefix) ? { from: prefix } : { after, position };
  return { from: from === undefined || isBefore(from, prefix) ? prefix : from };
}

const isBefore = (a: string, b: string): boolean => Buffer.compare(Buffer.from(a), Buffer.from(b)) < 0;
