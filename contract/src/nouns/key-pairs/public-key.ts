/** Public keys as people paste them: `ssh-ed25519 AAAA… comment` (S0 §5). */

/** Known types, and of how many parts their blob is made: the type's name, then numbers, points or a curve's name. */
const TYPES: Readonly<Record<string, number>> = {
  'ssh-rsa': 3,
  'ecdsa-sha2-nistp256': 3,
  'ecdsa-sha2-nistp384': 3,
  'ecdsa-sha2-nistp521': 3,
  'ssh-ed25519': 2,
  'ssh-dss': 5,
};
const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const PRIVATE = /PRIVATE KEY|PuTTY-User-Key-File/;

/** What can be wrong with a public key: codes of `fields`. */
export type PublicKeyProblem = 'ssh_key_private' | 'ssh_key_lines' | 'ssh_key_type' | 'ssh_key_damaged';

export interface PublicKey {
  type: string;
  /** What is fingerprinted, in base64. */
  blob: string;
  /** Empty where there is none. */
  comment: string;
}

/** Reads a public key, or says what is wrong with it. */
export function parsePublicKey(text: string): PublicKey | PublicKeyProblem {
  if (PRIVATE.test(text)) return 'ssh_key_private';
  if (/[\r\n]/.test(text.trim())) return 'ssh_key_lines';
  const [type = '', blob = '', ...comment] = text.trim().split(/\s+/);
  const count = Object.hasOwn(TYPES, type) ? TYPES[type] : undefined;
  if (count === undefined) return 'ssh_key_type';
  const parts = partsOf(bytesOf(blob));
  if (parts?.length !== count || parts.some(({ length }) => length === 0) || !agrees(type, parts)) return 'ssh_key_damaged';
  return { type, blob, comment: comment.join(' ') };
}

/** Whether the blob says of itself what stands before it. */
function agrees(type: string, [name = [], second = []]: readonly number[][]): boolean {
  const text = (bytes: readonly number[]) => String.fromCharCode(...bytes.slice(0, 64));
  if (text(name) !== type) return false;
  if (type.startsWith('ecdsa-')) return type.endsWith(`-${text(second)}`);
  return type !== 'ssh-ed25519' || second.length === 32;
}

function bytesOf(base64: string): number[] {
  if (!BASE64.test(base64)) return [];
  const bytes: number[] = [];
  let [held, bits] = [0, 0];
  for (const sign of base64.replace(/=+$/, '')) {
    held = ((held << 6) | SIGNS.indexOf(sign)) & 0xfff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((held >> bits) & 0xff);
  }
  return bytes;
}

/** Each part follows its length in four bytes; undefined where they do not fill the whole. */
function partsOf(bytes: readonly number[]): number[][] | undefined {
  const parts: number[][] = [];
  for (let at = 0; at < bytes.length;) {
    const length = bytes.slice(at, at + 4).reduce((sum, byte) => sum * 256 + byte, 0);
    const part = bytes.slice(at + 4, at + 4 + length);
    if (at + 4 > bytes.length || part.length < length) return undefined;
    parts.push(part);
    at += 4 + length;
  }
  return parts;
}
