import { fillPath, type Call, type CallInput } from '@gantry/contract/wire/call';
import { AUTH_TOKEN_HEADER, IDEMPOTENCY_HEADER, SESSION_HEADER, XHR_HEADER, XHR_VALUE } from '@gantry/contract/wire/headers';
import { encodeQuery } from '@gantry/contract/wire/query';
import { underBase } from '../base.ts';
import type { ApiCall } from './calls.ts';

/** Who asks. Absent values send no header. */
export interface RequestCredentials {
  session: string | undefined;
  scoped: string | undefined;
}

/** Address of a call, below where the console is served. */
export function urlOf(call: ApiCall, input: CallInput<Call>): string {
  const query = encodeQuery({ action: call.action, ...input.query });
  return underBase(fillPath(call.path, input.params) as `/${string}`) + (query && `?${query}`);
}

/** Headers of a request. */
export function headersOf(
  { session, scoped }: RequestCredentials,
  body?: unknown,
  idempotencyKey?: string | undefined,
): Record<string, string> {
  return {
    accept: 'application/json',
    [XHR_HEADER]: XHR_VALUE,
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(session !== undefined && { [SESSION_HEADER]: session }),
    ...(scoped !== undefined && { [AUTH_TOKEN_HEADER]: scoped }),
    ...(idempotencyKey !== undefined && { [IDEMPOTENCY_HEADER]: idempotencyKey }),
  };
}
