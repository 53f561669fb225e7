/** What people upload in place of a disk: one that is packed, or the page that a download led to. Known by its first bytes. */
import type { CodedText } from '../../../wire/errors.ts';
import type { Bytes } from './bytes.ts';

const PACKED = [
  ['1f8b', 'gzip'],
  ['fd377a585a00', 'xz'],
  ['425a68', 'bzip2'],
  ['28b52ffd', 'zstd'],
  ['04224d18', 'lz4'],
] as const;
const ARCHIVES = [
  ['504b0304', 'zip'],
  ['504b0506', 'zip'],
  ['377abcaf271c', '7z'],
  ['526172211a07', 'rar'],
] as const;

/** Where the header of a tar file says what it is; an OVA is one. */
const TAR_MARK = 257;

const PAGE = /^(?:\xef\xbb\xbf)?\s*<(?:!doctype|html|\?xml|head|body)[\s>]/i;

const startOf = (bytes: Bytes, known: readonly (readonly [hex: string, name: string])[]): string | undefined =>
  known.find(([hex]) => bytes.hex(0, hex.length / 2) === hex)?.[1];

/** What is wrong with a file that is no disk, but holds one at the most; undefined where it may be one. */
export function wrappingOf(bytes: Bytes): CodedText | undefined {
  const packed = startOf(bytes, PACKED);
  if (packed !== undefined) return { code: 'image_compressed', params: { found: packed } };
  const archive = startOf(bytes, ARCHIVES) ?? (bytes.text(TAR_MARK, 5) === 'ustar' ? 'tar' : undefined);
  if (archive !== undefined) return { code: 'image_archive', params: { found: archive } };
  return PAGE.test(bytes.text(0, 256)) ? { code: 'image_web_page' } : undefined;
}
