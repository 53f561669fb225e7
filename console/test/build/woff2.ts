import { brotliDecompressSync } from 'node:zlib';

/** Tags that WOFF2 writes as a number (W3C WOFF2 §4.1): only up to the last one that is looked for here. */
const TAGS = 'cmap head hhea hmtx maxp name OS/2 post cvt_ fpgm glyf loca prep CFF_ VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX vhea vmtx'
  .concat(' BASE GDEF GPOS GSUB')
  .split(' ');
/** Bit field of a table's entry: its number, or that its tag follows; above it how it is transformed. */
const TAG_FOLLOWS = 63;
const OWN_TRANSFORM = new Set(['glyf', 'loca']);
const PLAIN = { glyf: 3, other: 0 };

/** What a font is asked here. Lengths are thousandths of its size. */
export interface Font {
  /** Code points that it has letters for. */
  letters: ReadonlySet<number>;
  ascent: number;
  descent: number;
  /** OpenType features, such as `tnum`. */
  features: ReadonlySet<string>;
}

/** Tables of a WOFF2 file by tag. Throws where it is none. */
function tablesOf(file: Buffer): Map<string, Buffer> {
  if (file.toString('latin1', 0, 4) !== 'wOF2') throw new Error('This is no WOFF2 file');
  let at = 48;
  const length = (): number => {
    let value = 0;
    for (;;) {
      const byte = file[at]!;
      at += 1;
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
  };
  const entries = Array.from({ length: file.readUInt16BE(12) }, () => {
    const flags = file[at]!;
    at += 1;
    let tag = TAGS[flags & TAG_FOLLOWS] ?? `#${flags & TAG_FOLLOWS}`;
    if ((flags & TAG_FOLLOWS) === TAG_FOLLOWS) {
      tag = file.toString('latin1', at, at + 4);
      at += 4;
    }
    const own = length();
    const isPlain = flags >> 6 === (OWN_TRANSFORM.has(tag) ? PLAIN.glyf : PLAIN.other);
    return { tag, size: isPlain ? own : length() };
  });
  const data = brotliDecompressSync(file.subarray(at, at + file.readUInt32BE(20)));
  let from = 0;
  return new Map(
    entries.map(({ tag, size }) => {
      from += size;
      return [tag, data.subarray(from - size, from)];
    }),
  );
}

/** Code points of a `cmap` subtable of format 4 or 12; others are for older systems. */
function lettersOf(table: Buffer): number[] {
  const format = table.readUInt16BE(0);
  const letters: number[] = [];
  const add = (first: number, last: number): void => {
    for (let letter = first; letter <= last; letter += 1) letters.push(letter);
  };
  if (format === 4) {
    const size = table.readUInt16BE(6);
    // The last segment is the end mark, 0xffff.
    for (let at = 14; at < 12 + size; at += 2) add(table.readUInt16BE(at + size + 2), table.readUInt16BE(at));
  }
  if (format === 12)
    for (let at = 16, end = 16 + 12 * table.readUInt32BE(12); at < end; at += 12) add(table.readUInt32BE(at), table.readUInt32BE(at + 4));
  return letters;
}

/** Reads a WOFF2 font. A segment of its letters is taken as whole. */
export function readFont(file: Buffer): Font {
  const tables = tablesOf(file);
  const table = (tag: string): Buffer => tables.get(tag) ?? Buffer.alloc(12);
  const [cmap, hhea, gsub] = [table('cmap'), table('hhea'), table('GSUB')];
  const subtables = Array.from({ length: cmap.readUInt16BE(2) }, (_, index) => cmap.subarray(cmap.readUInt32BE(8 + 8 * index)));
  const thousandths = 1000 / table('head').readUInt16BE(18);
  const list = gsub.readUInt16BE(6);
  const count = list === 0 ? 0 : gsub.readUInt16BE(list);
  return {
    letters: new Set(subtables.flatMap(lettersOf)),
    ascent: hhea.readInt16BE(4) * thousandths,
    descent: -hhea.readInt16BE(6) * thousandths,
    features: new Set(Array.from({ length: count }, (_, index) => gsub.toString('latin1', list + 2 + 6 * index, list + 6 + 6 * index))),
  };
}
