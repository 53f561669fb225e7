import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { createTurns } from '../../../turns/in-turn.ts';
import type { PasswordRecord } from '../../../engines/embedded/platform/records.ts';

const KEY_BYTES = 32;

/** Each takes its memory, and one of the few threads that files are read with as well: two at once, whoever guesses. */
export const HASHES_AT_ONCE = 2;
const inTurn = createTurns(HASHES_AT_ONCE);
const ALL = {};

const derive = (password: string, salt: Buffer, cost: number): Promise<Buffer> =>
  inTurn(
    ALL,
    () =>
      new Promise((resolve, reject) => {
        scrypt(password.normalize('NFC'), salt, KEY_BYTES, { N: cost, r: 8, p: 1, maxmem: 256 * cost * 8 }, (error, key) =>
          error ? reject(error) : resolve(key),
        );
      }),
  );

/** Salted hash of a new password. `cost`: scrypt's N. */
export async function hashPassword(password: string, cost: number): Promise<PasswordRecord> {
  const salt = randomBytes(16);
  const hash = await derive(password, salt, cost);
  return { salt: salt.toString('base64'), hash: hash.toString('base64'), cost };
}

/** Whether a password is right. Without a record it says no, after as long as with one of that `cost`. */
export async function isPassword(record: PasswordRecord | undefined, password: string, cost: number): Promise<boolean> {
  if (!record) {
    await derive(password, randomBytes(16), cost);
    return false;
  }
  const key = await derive(password, Buffer.from(record.salt, 'base64'), record.cost);
  return timingSafeEqual(key, Buffer.from(record.hash, 'base64'));
}

/** 24 characters of 6 random bits each. */
export const generatePassword = (): string => randomBytes(18).toString('base64url');
