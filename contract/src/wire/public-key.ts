/** Public keys of SSH as people paste them: `ssh-ed25519 AAAA… comment` (S0 §5). */
import { z } from 'zod';
import { patterned } from './patterned.ts';

/** Known types, and of how many parts their blob is made: the type's name, then numbers, points or a curve's name. */
const PARTS: Readonly<Record<string, number>> = {
  'ssh-rsa': 3,
  'ecdsa-sha2-nistp256': 3,
  'ecdsa-sha2-nistp384': 3,
  'ecdsa-sha2-nistp521': 3,
  'ssh-ed25519': 2,
  'ssh-dss': 5,
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
  return type === 'ssh-ed25519' ? second?.length === 32 : !type.startsWith('ecdsa-') || type.endsWith(`-${text(second)}`);
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
  ssh_key_private: 'This is a private key. Keep it to yourself and give the public one (.pub).',
  ssh_key_lines: 'Give one key, on one line.',
  ssh_key_type: 'The key must start with its type: ssh-rsa, ecdsa-sha2-nistp256, -384 or -521, ssh-ed25519 or ssh-dss.',
  ssh_key_damaged: 'The key is not complete. Copy it once more.',
};
