/** What a database says where a program of another shape writes (`schema/shape.ts`). */
export const OTHER_SHAPE = { message: 'another version of Gantry has opened the store', state: 'GAN01' } as const;

/** The database does not answer, is locked for too long, or is full. http answers 503; the store reconnects by itself. */
export class StoreUnavailable extends Error {
  constructor(cause: unknown) {
    super(`the database is not available: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.name = 'StoreUnavailable';
  }
}

/** A program of another version has opened the store: this one may not write any more, and has to end. */
export class StoreOutdated extends StoreUnavailable {
  constructor() {
    super(new Error(OTHER_SHAPE.message));
    this.name = 'StoreOutdated';
  }
}

/** A connection that had been lost unnoticed: nothing was asked of it yet, so that another one may be tried. */
export class StaleConnection extends StoreUnavailable {}

/** Whether this process, or the system, has no handle left for one more file or connection. */
export const isOutOfHandles = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'EMFILE' || error.code === 'ENFILE');

/** Connection exceptions (class 08), operator interventions (57P), too many connections, disk full, a transaction that stood still. */
const POSTGRES_DOWN = /^(08...|57P0[1-5]|53[1-4]00|25P03)$/;
const SOCKET_DOWN = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH']);
/** What pg says without a code. */
const CLIENT_DOWN =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed)/;
/** SQLITE_BUSY, LOCKED, IOERR, FULL, CANTOPEN: primary result codes. */
const SQLITE_DOWN = new Set([5, 6, 10, 13, 14]);

const member = (error: unknown, name: 'code' | 'errcode'): unknown =>
  typeof error === 'object' && error !== null && name in error ? Reflect.get(error, name) : undefined;

/** SQLite's extended result code, where an error is SQLite's. */
export function sqliteCode(error: unknown): number | undefined {
  const code = member(error, 'errcode');
  return typeof code === 'number' ? code : undefined;
}

/** PostgreSQL's SQLSTATE, where an error is PostgreSQL's. */
export function sqlState(error: unknown): string | undefined {
  const code = member(error, 'code');
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

/** Another writer of the same file is at it. */
export const isBusy = (error: unknown): boolean => ((sqliteCode(error) ?? 0) & 0xff) === 5;

/** SQLITE_CONSTRAINT_TRIGGER. */
const SQLITE_TRIGGER = 1811;

const isOtherShape = (error: unknown): boolean =>
  sqlState(error) === OTHER_SHAPE.state ||
  (sqliteCode(error) === SQLITE_TRIGGER && error instanceof Error && error.message === OTHER_SHAPE.message);

/** The error as callers of the store get it: `StoreUnavailable` where the database is at fault, else unchanged. */
export function translated(error: unknown): unknown {
  if (error instanceof StoreUnavailable) return error;
  if (isOtherShape(error)) return new StoreOutdated();
  const sqlite = sqliteCode(error);
  if (sqlite !== undefined) return SQLITE_DOWN.has(sqlite & 0xff) ? new StoreUnavailable(error) : error;
  const state = sqlState(error);
  if (state !== undefined && POSTGRES_DOWN.test(state)) return new StoreUnavailable(error);
  const code = member(error, 'code');
  if (typeof code === 'string' && SOCKET_DOWN.has(code)) return new StoreUnavailable(error);
  return error instanceof Error && CLIENT_DOWN.test(error.message) ? new StoreUnavailable(error) : error;
}

/** SQLITE_FULL. */
const SQLITE_FULL = 13;
const POSTGRES_FULL = '53100';

/** Whether a change could not be made because the disk has no room for it. */
export function isFull(error: unknown): boolean {
  const cause = error instanceof StoreUnavailable ? error.cause : error;
  return ((sqliteCode(cause) ?? 0) & 0xff) === SQLITE_FULL || sqlState(cause) === POSTGRES_FULL || member(cause, 'code') === 'ENOSPC';
}
