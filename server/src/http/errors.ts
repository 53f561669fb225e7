import { GantryError, type ErrorBody, type ErrorCode } from '@gantry/contract/wire/errors';
import { isOutOfHandles, StoreUnavailable } from '../store/faults/unavailable.ts';
import { fieldText } from '../calls/fields.ts';

/** What Fastify and its static files refuse, by status. A file that may not be had answers like one that is not there. */
const BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  400: 'malformed_request',
  403: 'not_found',
  404: 'not_found',
  413: 'payload_too_large',
  414: 'malformed_request',
  415: 'unsupported_media_type',
};

/** Any thrown value as an error with a code; what nobody foresaw is `internal`. */
export function asGantryError(thrown: unknown): GantryError {
  if (thrown instanceof GantryError) return thrown;
  if (isOutOfHandles(thrown)) return new GantryError('engine_unavailable', { detail: 'too many files are open', cause: thrown });
  if (thrown instanceof StoreUnavailable) return new GantryError('database_unavailable', { cause: thrown });
  const status: unknown = typeof thrown === 'object' && thrown !== null && 'statusCode' in thrown ? thrown.statusCode : undefined;
  const code = typeof status === 'number' ? BY_STATUS[status] : undefined;
  return new GantryError(code ?? 'internal', { cause: thrown });
}

/** The body of an error answer (decision B17). Holds neither stack nor cause. `taskId`: the task that ended by it. */
export function errorBody(error: GantryError, requestId: string, taskId?: string): ErrorBody {
  const { code, message, params, reason, fields, detailForUsers: detail } = error;
  return {
    error: {
      err_code: code,
      message,
      ...(fields && { fields: Object.fromEntries(Object.entries(fields).map(([name, texts]) => [name, texts.map(fieldText)])) }),
      data: {
        ...(Object.keys(params).length > 0 && { params }),
        ...(reason && { reason }),
        ...(fields && { field_codes: fields }),
        ...(detail !== undefined && { detail }),
        ...(taskId !== undefined && { task_id: taskId }),
        request_id: requestId,
      },
    },
  };
}
