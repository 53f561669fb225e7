/** What is in a data folder beside the store: the secret key, and a mark that a store has been opened with it. */
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { SECRET_KEY_BYTES } from '../store/crypto/vault.ts';
import { StoreRefused } from '../store/open.ts';
import type { StoreState } from '../store/look.ts';
import { STORE_FILE } from '../store/store-file.ts';

/** The key in a data folder. */
export const KEY_FILE = 'secret.key';
/** The key until there is a store that was sealed with it, so that a first start that was broken off can be made again. */
const NEW_KEY_FILE = `${KEY_FILE}.new`;
const MARK_FILE = 'in-use';
const MARK = 'A store of Gantry has been opened with this data folder. While this file is here, no new one is begun where it is missing.\n';

/** Makes the folder, and takes it and what is ours in it away from other users of the machine. Returns the path of the store's file. */
export function openDataFolder(folder: string, log: Logger): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const store = join(folder, STORE_FILE);
  tighten(folder, 0o700, log);
  for (const path of [store, `${store}-wal`, `${store}-shm`, ...[KEY_FILE, NEW_KEY_FILE, MARK_FILE].map((name) => join(folder, name))])
    tighten(path, 0o600, log);
  return store;
}

/** Who is not its owner may not; then it stays as the owner has it. */
function tighten(path: string, mode: number, log: Logger): void {
  const there = statSync(path, { throwIfNoEntry: false });
  if (!there || (there.mode & 0o777 & ~mode) === 0) return;
  try {
    chmodSync(path, there.mode & mode);
  } catch (err) {
    log.warn({ err, path }, 'other users of this machine may read this');
  }
}

export interface Keys {
  /** The one in use, then former ones. */
  keys: readonly string[];
  /** To be called when the store has been opened. */
  opened(): void;
}

/**
 * The secret keys, those of the configuration or that of the data folder, which is made at the first start. Throws StoreRefused where the
 * store or the key was lost: nothing is made anew then.
 */
export function keysFor({ dataFolder: folder, databaseUrl, secretKeys }: Config, state: StoreState): Keys {
  const [key, fresh, mark] = [KEY_FILE, NEW_KEY_FILE, MARK_FILE].map((name) => join(folder, name)) as [string, string, string];
  const used = [key, mark].find((path) => existsSync(path));
  if (state === 'empty' && used !== undefined) throw new StoreRefused(storeLost(folder, databaseUrl, used));
  const opened = (): void => {
    if (existsSync(fresh)) renameSync(fresh, key);
    if (!existsSync(mark)) writeFileSync(mark, MARK, { mode: 0o600 });
  };
  if (secretKeys.length > 0) return { keys: secretKeys, opened };
  if (existsSync(key)) return { keys: [readKey(key)], opened };
  if (!existsSync(fresh)) {
    if (state === 'sealed')
      throw new StoreRefused(
        `The secret key is missing: the store was written with one, and there is no ${key}. Put that of the backup there, or give the key in GANTRY_SECRET_KEY.`,
      );
    writeFileSync(fresh, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true });
  }
  return { keys: [readKey(fresh)], opened };
}

function storeLost(folder: string, databaseUrl: string | undefined, used: string): string {
  const lost =
    databaseUrl === undefined
      ? `The store is missing: ${join(folder, STORE_FILE)} is empty or not there`
      : 'The store is missing: the database of GANTRY_DATABASE_URL is empty';
  return `${lost}, but the data folder has been in use (${used}). Restore the backup; for a new installation name another folder in GANTRY_DATA.`;
}

function readKey(path: string): string {
  const key = readFileSync(path, 'utf8').trim();
  if (Buffer.byteLength(key) >= SECRET_KEY_BYTES) return key;
  const what = key === '' ? 'is empty' : `has fewer than ${SECRET_KEY_BYTES} characters`;
  throw new StoreRefused(`The secret key ${path} ${what}. Put that of the backup there, or give the key in GANTRY_SECRET_KEY.`);
}
