import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The key in a data folder. */
export const KEY_FILE = 'secret.key';

const isCode = (error: unknown, code: string): boolean => error instanceof Error && 'code' in error && error.code === code;

/** The key of this data folder, made at the first start and readable by its owner only. */
export function secretKeyIn(folder: string): string {
  const path = join(folder, KEY_FILE);
  try {
    writeFileSync(path, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  }
  return readFileSync(path, 'utf8').trim();
}
