/** What people upload in place of a disk: one that is packed, encrypted or of a format that no cloud takes, or the page that a download led to. */
import type { CodedText } from '../../../wire/errors.ts';
import type { DiskFormat } from '../formats.ts';
import type { Bytes } from './bytes.ts';

const PACKED = [
  ['1f8b', 'gzip'],
  ['fd377a585a00', 'xz'],
  ['425a68', 'bzip2'],
  ['28b52ffd', 'zstd'],
  ['04224d18', 'lz4'],
  ['02214c18', 'lz4'],
  ['5d0000', 'lzma'],
  ['4c5a4950', 'lzip'],
  ['894c5a4f000d0a1a0a', 'lzop'],
  ['4c525a49', 'lrzip'],
  ['1f9d', 'compress'],
] as const;
const ARCHIVES = [
  ['504b0304', 'zip'],
  ['504b0506', 'zip'],
  ['377abcaf271c', '7z'],
  ['526172211a07', 'rar'],
  ['303730373031', 'cpio'],
  ['303730373032', 'cpio'],
  ['303730373037', 'cpio'],
  ['c771', 'cpio'],
  ['71c7', 'cpio'],
  ['213c617263683e0a', 'ar'],
  ['edabeedb', 'rpm'],
  ['4d534346', 'cab'],
  ['4d5357494d000000', 'wim'],
  ['78617221', 'xar'],
  ['564d4100', 'vma'],
] as const;
/** Disks of formats that no cloud takes. */
const FOREIGN = [
  ['51454400', 'qed'],
  ['3aff26ed', 'android-sparse'],
  ['455646090d0aff00', 'ewf'],
] as const;
/** Linux Unified Key Setup, versions 1 and 2. */
const LUKS = '4c554b53babe';

/** Where the header of a tar file says what it is; an OVA is one. */
const TAR_MARK = 257;

/** A tag, a comment or a declaration, also in UTF-16, whose other bytes are left out. */
const PAGE = /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*<(?:!--|!doctype\s|\?xml\s|[a-z][a-z\d]*[\s>/])/i;

const startOf = (bytes: Bytes, known: readonly (readonly [hex: string, name: string])[]): string | undefined =>
  known.find(([hex]) => bytes.hex(0, hex.length / 2) === hex)?.[1];

/** Place of the sum of the bytes of a tar file's header, in which it counts as blanks; older files have no other mark. */
const TAR_SUM = { at: 148, length: 8 };
const TAR_HEADER = 512;

function isTar(bytes: Bytes): boolean {
  if (bytes.text(TAR_MARK, 5) === 'ustar') return true;
  const [, said] = /^\s*([0-7]{1,7})[\s\0]/.exec(bytes.text(TAR_SUM.at, TAR_SUM.length)) ?? [];
  if (said === undefined || bytes.length < TAR_HEADER) return false;
  const header = [...bytes.text(0, TAR_HEADER)].map((char) => char.charCodeAt(0));
  const sum = header.reduce((all, byte, at) => all + (at >= TAR_SUM.at && at < TAR_SUM.at + TAR_SUM.length ? 0x20 : byte), 0);
  return sum === Number.parseInt(said, 8);
}

/** What is wrong with a file that is no disk, but holds one at the most; undefined where it may be one. */
export function wrappingOf(bytes: Bytes, format: DiskFormat): CodedText | undefined {
  const foreign = startOf(bytes, FOREIGN);
  if (foreign !== undefined) return { code: 'image_unlike', params: { format, found: foreign } };
  if (startOf(bytes, [[LUKS, 'luks']]) !== undefined) return { code: 'image_encrypted' };
  const packed = startOf(bytes, PACKED);
  if (packed !== undefined) return { code: 'image_compressed', params: { found: packed } };
  const archive = startOf(bytes, ARCHIVES) ?? (isTar(bytes) ? 'tar' : undefined);
  if (archive !== undefined) return { code: 'image_archive', params: { found: archive } };
  return PAGE.test(bytes.text(0, 256).replaceAll('\0', '')) ? { code: 'image_web_page' } : undefined;
}
