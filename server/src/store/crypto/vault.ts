/** Encryption at rest: AES-256-GCM with a key id in front, so that keys can be changed while old values stay readable. */
import { createCipheriv, createDecipheriv, createHash, createSecretKey, hkdfSync, randomBytes, type KeyObject } from 'node:crypto';

const IV_BYTES = 12;
const TAG_BYTES = 16;
/** Shortest secret that is taken. */
export const SECRET_KEY_BYTES = 32;

/** Encrypts JSON values. `place` says where a value is kept (`sessions.principal:<id>`); it cannot be read in another place. */
export interface Vault {
  seal(value: unknown, place: string): string;
  /** Whether a value was sealed with one of the keys at hand. */
  canOpen(sealed: string): boolean;
  /** Throws where the key is unknown, or the text was changed or moved. */
  open(sealed: string, place: string): unknown;
}

interface Key {
  id: string;
  /** Each request opens two values: bytes, which Node would look at anew each time, take four times as long. */
  key: KeyObject;
}

function derive(secret: Buffer, purpose: string): Key {
  if (secret.length < SECRET_KEY_BYTES) throw new RangeError(`the secret key needs at least ${SECRET_KEY_BYTES} bytes`);
  const bytes = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
  return { id: createHash('sha256').update('key id').update(bytes).digest('hex').slice(0, 8), key: createSecretKey(bytes) };
}

/** A vault that writes with `secret` and still reads what was written with the `former` ones. Each purpose has keys of its own. */
export function createVault(secret: Buffer, former: readonly Buffer[] = [], purpose = 'gantry store encryption'): Vault {
  const current = derive(secret, purpose);
  const keys = new Map([...former.map((one) => derive(one, purpose)), current].map(({ id, key }) => [id, key]));
  return {
    seal(value, place) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', current.key, iv).setAAD(Buffer.from(place));
      const body = Buffer.concat([cipher.update(JSON.stringify(value ?? null), 'utf8'), cipher.final()]);
      return `${current.id}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`;
    },
    canOpen: (sealed) => keys.has(sealed.split('.', 1)[0] ?? ''),
    open(sealed, place) {
      const [id = '', text = ''] = sealed.split('.', 2);
      const key = keys.get(id);
      if (!key) throw new Error(`a stored secret was written with an unknown key (${id}); give the former secret key as well`);
      const bytes = Buffer.from(text, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      const plain = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
      const value: unknown = JSON.parse(plain.toString('utf8'));
      return value;
    },
  };
}
