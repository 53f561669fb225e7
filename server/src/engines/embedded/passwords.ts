import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import type { PasswordRecord } from './records.ts';

/** scrypt's N; with r = 8 it takes 32 MiB and some 50 to 100 ms. */
const COST = 2 ** 15;
const KEY_BYTES = 32;

const derive = (password: string, salt: Buffer, cost: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(password.normalize('NFC'), salt, KEY_BYTES, { N: cost, r: 8, p: 1, maxmem: 256 * cost * 8 }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });

export async function hashPassword(password: string): Promise<PasswordRecord> {
  const salt = randomBytes(16);
  const hash = await derive(password, salt, COST);
  return { salt: salt.toString('base64'), hash: hash.toString('base64'), cost: COST };
}

/** A record that no password fits; comparing with it takes as long as with a real one. */
const NOBODY: PasswordRecord = { salt: randomBytes(16).toString('base64'), hash: randomBytes(KEY_BYTES).toString('base64'), cost: COST };

/** Whether a password is right. Without a record it takes as long and says no. */
export async function isPassword(record: PasswordRecord | undefined, password: string): Promise<boolean> {
  const { salt, hash, cost } = record ?? NOBODY;
  const key = await derive(password, Buffer.from(salt, 'base64'), cost);
  return timingSafeEqual(key, Buffer.from(hash, 'base64')) && record !== undefined;
}

/** 24 characters of 6 random bits each. */
export const generatePassword = (): string => randomBytes(18).toString('base64url');
