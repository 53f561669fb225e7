import {
  closeSync,
  copyFileSync,
  chmodSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Config } from './config.ts';
import { BACKUP_PLACE } from '../store/sql/database.ts';
import { KEY_FILE } from './data-folder.ts';
import { freeBytesOf, RESERVE } from '../ops/free-space.ts';
import { STORE_FILE } from '../store/store-file.ts';

/** There is nothing to back up here, or no place to put it; the message says what to do. */
export class BackupRefused extends Error {}

export interface Backup {
  /** Size of the copied store. */
  bytes: number;
  /** Whether the secret key is in the folder; else it comes from the environment. */
  withKey: boolean;
}

/** Waits until what was written to a file, or a folder's list of files, is on the disk. */
function sync(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** One moment of a store that may be written to meanwhile. The copy knows that it is one, and that nobody works on its tasks. */
function copyStore(from: string, to: string): void {
  const source = new DatabaseSync(from, { readOnly: true, timeout: 10_000 });
  try {
    source.prepare('vacuum into ?').run(to);
  } finally {
    source.close();
  }
  const copy = new DatabaseSync(to);
  try {
    copy.prepare('update store_identity set place = ?').run(BACKUP_PLACE);
    copy.exec('delete from leases; update task_runs set lease_owner = null, lease_until = 0');
    const [verdict] = copy.prepare('pragma quick_check(1)').all();
    if (verdict?.['quick_check'] !== 'ok') throw new Error(`the copy is damaged: ${JSON.stringify(verdict)}`);
  } finally {
    copy.close();
  }
  chmodSync(to, 0o600);
  sync(to);
}

/** Bytes that may still be written to the file system of a folder. */
type FreeBytes = (folder: string) => Promise<number>;

/** A copy beside the store takes room that the running server needs. Throws BackupRefused, and leaves nothing. */
async function leaveReserve(store: string, parts: string, freeBytes: FreeBytes): Promise<void> {
  const free = await freeBytes(parts);
  const needed = statSync(store).size + RESERVE;
  if (free >= needed) return;
  rmSync(parts, { recursive: true, force: true });
  throw new BackupRefused(
    `There is no room: the copy and a reserve need ${Math.ceil(needed / 1e6)} MB, ${Math.floor(free / 1e6)} MB are free.`,
  );
}

/**
 * Makes `folder` a data folder with a copy of the store and its key. It appears under its name when it is complete.
 * Throws BackupRefused where there is no store, the folder is in use, or the database is PostgreSQL, which has its own tools.
 */
export async function backUp(
  { databaseUrl, dataFolder, secretKeys }: Pick<Config, 'databaseUrl' | 'dataFolder' | 'secretKeys'>,
  folder: string,
  freeBytes: FreeBytes = freeBytesOf,
): Promise<Backup> {
  if (databaseUrl !== undefined) throw new BackupRefused('The store is in PostgreSQL: back it up with pg_dump (docs/operations.md).');
  const store = join(dataFolder, STORE_FILE);
  if (!existsSync(store)) throw new BackupRefused(`There is no store in ${dataFolder} (GANTRY_DATA).`);
  const target = resolve(folder);
  if (existsSync(target) && readdirSync(target).length > 0) throw new BackupRefused(`${target} is not empty: name a new folder.`);
  const parts = `${target}.part`;
  rmSync(parts, { recursive: true, force: true });
  mkdirSync(parts, { recursive: true, mode: 0o700 });
  await leaveReserve(store, parts, freeBytes);
  copyStore(store, join(parts, STORE_FILE));
  const withKey = secretKeys.length === 0;
  if (withKey) {
    copyFileSync(join(dataFolder, KEY_FILE), join(parts, KEY_FILE));
    chmodSync(join(parts, KEY_FILE), 0o600);
    sync(join(parts, KEY_FILE));
  }
  sync(parts);
  renameSync(parts, target);
  sync(dirname(target));
  return { bytes: statSync(join(target, STORE_FILE)).size, withKey };
}
