import type { Call, CallBody, CallParams, CallQuery } from '@gantry/contract/wire/call';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Locked, Presented } from '../access/access.ts';
import type { Caller } from '../access/caller.ts';
import type { Incoming } from '../port/engine.ts';
import type { Account } from '../port/engine.ts';
import type { Visibility } from '../port/store/rows.ts';

/**
 * A call as it was asked: who, what, with which values. All values have passed the call's schemas. The headers of session and scope are
 * for public calls that have something to do with them.
 */
export interface CallRequest<C extends Call = Call> extends Presented {
  call: C;
  /** Absent for public calls only. */
  caller: Caller | undefined;
  /** What the caller sees of the resources behind the call. Absent where the caller is. */
  visibility: Visibility | undefined;
  params: CallParams<C>;
  query: CallQuery<C>;
  body: CallBody<C>;
  /** What the request brings as bytes, where the call takes them. */
  bytes?: Incoming | undefined;
  requestId: string;
  /** Where the request came from. */
  address: string;
  /** How the client reached this server: `https://console.example.org:8888`; undefined where its Host header is none. */
  origin?: string | undefined;
  /** What the client calls itself. */
  userAgent?: string | undefined;
  /** The Idempotency-Key header as it came. */
  idempotencyKey: string | undefined;
  /** Aborted when the client has gone. */
  signal: AbortSignal;
  /** Tells the audit who turned out to ask, where the call itself finds out. */
  identified(caller: Caller): void;
  /** Tells the audit whom it wants to sign in as, and that strangers are refused there from now on. */
  sought(account: Account): void;
  locked(how: Locked): void;
  /** All is done, and only the answer is kept back for a while: it needs no place among what is worked on. */
  late(): void;
  begun(taskId: string): void;
  /** Tells the audit what it is called that the call is about; it may be gone when the call has ended. */
  named(names: readonly string[]): void;
  /** Tells the audit that all is as it was before. */
  unchanged(): void;
}

/** The caller of a call that is not public. */
export function signedIn({ caller }: Pick<CallRequest, 'caller'>): Caller {
  if (!caller) throw new GantryError('unauthorized');
  return caller;
}

/** A request of a caller who may do what the call does. */
export type AuthorisedRequest = CallRequest & { caller: Caller; visibility: Visibility };

/** The request of a call that is not public. */
export function authorised(request: CallRequest): AuthorisedRequest {
  const { caller, visibility } = request;
  if (!caller || !visibility) throw new GantryError('unauthorized');
  return { ...request, caller, visibility };
}

/** The path parameter a call names as its target. */
export function param(request: Pick<CallRequest, 'call' | 'params'>, name: string): string {
  const value: unknown = (request.params as Record<string, unknown> | undefined)?.[name];
  if (typeof value !== 'string') throw new TypeError(`${request.call.id} has no path parameter ${name}`);
  return value;
}
