/** Errors on their way from one thread to another, which copies no classes. */
import { GantryError } from '@gantry/contract/wire/errors';
import { sqliteCode, StoreUnavailable } from '../faults/unavailable.ts';

export type Thrown =
  | ({ as: 'refused' } & Pick<GantryError, 'code' | 'params' | 'reason' | 'fields' | 'detail' | 'requestId'>)
  | {
      as: 'unavailable' | 'unexpected';
      name: string;
      message: string;
      stack: string | undefined;
      /** SQLite's extended result code, where the error is SQLite's. */
      errcode: number | undefined;
    };

export function thrownAs(error: unknown): Thrown {
  if (error instanceof GantryError) {
    const { code, params, reason, fields, detail, requestId } = error;
    return { as: 'refused', code, params, reason, fields, detail, requestId };
  }
  const isDown = error instanceof StoreUnavailable;
  const cause = isDown ? error.cause : error;
  const { name, message, stack } = cause instanceof Error ? cause : new Error(String(cause));
  return { as: isDown ? 'unavailable' : 'unexpected', name, message, stack, errcode: sqliteCode(cause) };
}

/** The error that was thrown in the thread, as if it had been thrown here. */
export function thrownError(thrown: Thrown): Error {
  if (thrown.as === 'refused') {
    const { code, params, reason, fields, detail, requestId } = thrown;
    return new GantryError(code, {
      params,
      ...(reason && { reason }),
      ...(fields && { fields }),
      ...(detail !== undefined && { detail }),
      ...(requestId !== undefined && { requestId }),
    });
  }
  const { name, message, stack, errcode } = thrown;
  const error = Object.assign(new Error(message), { name, stack, ...(errcode !== undefined && { errcode }) });
  return thrown.as === 'unavailable' ? new StoreUnavailable(error) : error;
}
