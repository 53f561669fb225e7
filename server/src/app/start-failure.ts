/** What whoever starts the server reads where it cannot: one line for each mistake. */
import { ConfigError } from './config.ts';
import { StoreRefused, StoreUnavailable } from '../store/open.ts';
import { sqliteCode, sqlState } from '../store/faults/unavailable.ts';

const RESTORE = 'npm run doctor tells more; restore a backup (docs/operations.md).';

/** SQLite's primary result codes that are not about another process. */
const SQLITE: ReadonlyMap<number, string> = new Map([
  [8, 'The store in the data folder (GANTRY_DATA) cannot be written'],
  [10, 'The disk of the data folder (GANTRY_DATA) fails'],
  [11, `The store in the data folder (GANTRY_DATA) is damaged: ${RESTORE}`],
  [13, 'The disk of the data folder (GANTRY_DATA) is full'],
  [14, 'The store in the data folder (GANTRY_DATA) cannot be opened'],
  [26, `The store in the data folder (GANTRY_DATA) is damaged, it is no database: ${RESTORE}`],
]);
const FOLDER = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'EISDIR', 'ENOENT', 'ENOSPC', 'EIO']);

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).replaceAll(/\s*\n\s*/g, ' ');

/** A refusal by PostgreSQL for what the address says: class 28 (who), 3D (which database), 42501 (what for). */
const isRefusedAddress = (state: string): boolean => /^(28|3D)/.test(state) || state === '42501';

/** Fails of files say which path. */
const isOfFile = (error: unknown): boolean =>
  error instanceof Error && 'path' in error && 'code' in error && FOLDER.has(String(error.code)) && !('address' in error);

/** One line that says what is wrong, and where to look; a configuration with several mistakes has a line for each. */
export function startFailure(error: unknown): string {
  if (error instanceof ConfigError || error instanceof StoreRefused) return error.message;
  const cause = error instanceof StoreUnavailable ? (error.cause ?? error) : error;
  const known = SQLITE.get((sqliteCode(cause) ?? 0) & 0xff);
  if (known !== undefined) return `${known} (${messageOf(cause)})`;
  const state = sqlState(cause);
  if (state !== undefined && isRefusedAddress(state)) return `The database refuses GANTRY_DATABASE_URL: ${messageOf(cause)}`;
  if (isOfFile(cause)) return `The data folder (GANTRY_DATA) cannot be used: ${messageOf(cause)}`;
  if (error instanceof StoreUnavailable) return `The database of GANTRY_DATABASE_URL does not answer: ${messageOf(cause)}`;
  return `The server could not start: ${messageOf(error)} (GANTRY_LOG_LEVEL=debug shows where)`;
}
