import { createCipheriv, createDecipheriv, createSecretKey, randomBytes } from 'node:crypto';
import type { ObjectKeys } from '../../port/store/object-keys.ts';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Seals the keys of objects with AES-256-GCM: initialisation vector, tag and key. `master`: 32 bytes. */
export function createObjectKeys(master: Buffer): ObjectKeys {
  const guard = createSecretKey(master);
  return {
    seal(key, file) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', guard, iv).setAAD(Buffer.from(file));
      const body = Buffer.concat([cipher.update(key), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]);
    },
    open(sealed, file) {
      const [iv, tag, body] = [
        sealed.subarray(0, IV_BYTES),
        sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES),
        sealed.subarray(IV_BYTES + TAG_BYTES),
      ];
      const decipher = createDecipheriv('aes-256-gcm', guard, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(file)).setAuthTag(tag);
      return Buffer.concat([decipher.update(body), decipher.final()]);
    },
  };
}
