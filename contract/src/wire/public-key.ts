/** Public keys of SSH as people paste them: `ssh-ed25519 AAAA… comment` (S0 §5). */
import { z } from 'zod';
import { patterned } from './patterned.ts';

/** Known types, and of how many parts their blob is made: the type's name, then numbers, points or a curve's name; of security keys also what they are for. */
const PARTS: Readonly<Record<string, number>> = {
  'ssh-rsa': 3,
  'ecdsa-sha2-nistp256': 3,
  'ecdsa-sha2-nistp384': 3,
  'ecdsa-sha2-nistp521': 3,
  'ssh-ed25519': 2,
  'ssh-dss': 5,
  'sk-ssh-ed25519@openssh.com': 3,
  'sk-ecdsa-sha2-nistp256@openssh.com': 4,
};

/** Reads a public key: its type and what is fingerprinted, in base64; or says what is wrong with it, as a code of `fields`. */
export function parsePublicKey(text: string): { type: string; blob: string } | `ssh_key_${'private' | 'lines' | 'type' | 'damaged'}` {
  if (/PRIVATE KEY|PuTTY-User-Key-File/.test(text)) return 'ssh_key_private';
  if (/[\r\n]/.test(text.trim())) return 'ssh_key_lines';
  const [type = '', blob = ''] = text.trim().split(/\s+/);
  if (!Object.hasOwn(PARTS, type)) return 'ssh_key_type';
  const parts = partsOf(blob);
  const isWhole = parts.length === PARTS[type] && parts.every(({ length }) => length > 0) && agrees(type, parts);
  return isWhole ? { type, blob } : 'ssh_key_damaged';
}

/** Whether the blob says of itself what stands before it. */
function agrees(type: string, [name, second]: readonly Uint8Array[]): boolean {
  const text = (part: Uint8Array | undefined) => String.fromCharCode(...(part?.subarray(0, 64) ?? []));
  if (text(name) !== type) return false;
  if (type.includes('ssh-ed25519')) return second?.length === 32;
  return !type.includes('ecdsa-') || type.replace('@openssh.com', '').endsWith(`-${text(second)}`);
}

/** Fewest bits of an RSA key that current SSH servers take (OpenSSH, RequiredRSASize; NIST SP 800-131A). */
const RSA_BITS = 2048;

/** Why servers of today may refuse a right key: its type is out of use, or it is too short. Undefined where neither is so, or it is no key. */
export function weaknessOf(text: string): 'dss' | 'short' | undefined {
  const key = parsePublicKey(text);
  if (typeof key === 'string') return undefined;
  if (key.type === 'ssh-dss') return 'dss';
  const modulus = key.type === 'ssh-rsa' ? partsOf(key.blob)[2] : undefined;
  const first = modulus?.findIndex((byte) => byte !== 0) ?? -1;
  if (!modulus || first < 0) return undefined;
  const bits = (modulus.length - first) * 8 - Math.clz32(modulus[first]!) + 24;
  return bits < RSA_BITS ? 'short' : undefined;
}

/** Each part follows its length in four bytes; none where they do not fill the whole. */
function partsOf(blob: string): Uint8Array[] {
  const bytes = z.util.base64ToUint8Array(z.base64().safeParse(blob).data ?? '');
  const parts: Uint8Array[] = [];
  for (let at = 0, end = 0; at < bytes.length; at = end) {
    end = at + 4 + bytes.subarray(at, at + 4).reduce((length, byte) => length * 256 + byte, 0);
    if (end > bytes.length) return [];
    parts.push(bytes.subarray(at + 4, end));
  }
  return parts;
}

/** A public key in a body: one line of at most 16 KiB. */
export const publicKey = patterned(
  'public_key',
  z
    .string()
    .trim()
    .min(1, { error: 'required' })
    .max(16_384, { error: 'too_long', abort: true })
    .superRefine((text, context) => {
      const found = parsePublicKey(text);
      if (typeof found === 'string') context.addIssue(found);
    }),
);

/** One for examples. */
export const EXAMPLE_KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAIv/GY+ZpjQKiehzMY4oHSAM9q+KUjF1pnqMVjT4GaE alice@laptop';

/** What can be wrong with one, for the `fieldTexts` of nouns that take one. */
export const publicKeyTexts = {
  ssh_key_private: 'This is a private key. Keep it secret and paste the public key (.pub) instead.',
  ssh_key_lines: 'Paste a single key on one line.',
  ssh_key_type: 'The key must start with its type, such as ssh-ed25519, ecdsa-sha2-nistp256, ssh-rsa or sk-ssh-ed25519@openssh.com.',
  ssh_key_damaged: 'The key is incomplete. Copy it again.',
};
