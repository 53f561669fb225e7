import type { Answer, Call, CallInput } from '@gantry/contract/wire/call';
import type { ErrorBody } from '@gantry/contract/wire/errors';
import { RECONFIGURATION_HEADER, REQUEST_ID_HEADER } from '@gantry/contract/wire/headers';
import { takeAhead } from '../ahead/requests.ts';
import type { ApiCall } from './calls.ts';
import { TakeFirst } from './dedupe.ts';
import { ApiError, ERROR_TEXTS, errorOfAnswer } from './errors.ts';
import { randomKey } from './random-key.ts';
import { noteRefused } from './refused-tasks.ts';
import { headersOf, urlOf, type RequestCredentials } from './wire.ts';

/** What the request layer needs of the session; connected once at start, which keeps the two from importing each other. */
export interface RequestPorts {
  credentials(): RequestCredentials;
  /** After a 401: finds out whether the session still lives (decision A7). `renewed`: it does, and its tokens are good again. */
  checkAccess(): Promise<'renewed' | 'ended' | 'unknown'>;
  /** A forced request met a 401. */
  signOut(error: ApiError): void;
  /** An answer carried the reconfiguration header (decision B15). */
  reconfiguring(): void;
}

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** What a 401 means: `skip` hand it over, `forced` sign out, otherwise check first (S0 §8). */
  guard?: 'skip' | 'forced';
  /** Read past the 600 ms window: the answer must be newer than what is known. */
  fresh?: boolean;
  /** Leave the auth-token header out, as whoami needs for a domain's or the system's token (decision A4). */
  unscoped?: boolean;
  /** For calls declared idempotent; a random one where absent. Repeat it to repeat the request safely. */
  idempotencyKey?: string | undefined;
}

let ports: RequestPorts | undefined;
const reads = new TakeFirst();

export function connectRequests(connected: RequestPorts): void {
  ports = connected;
}

/** After a command, an event or a scope switch, reads must ask again (decision B13). */
export const forgetReads = (): void => reads.clear();

/**
 * Calls the API. Rejects with `ApiError` only. Equal reads within 600 ms are one request (S0 §9).
 * @param input path parameters, query and body as the contract types them.
 */
export async function callApi<C extends Call>(call: ApiCall<C>, input: CallInput<C> = {}, options: CallOptions = {}): Promise<Answer<C>> {
  const url = urlOf(call, input);
  if (call.method !== 'GET') {
    try {
      return (await send(call, url, input.body, options)) as Answer<C>;
    } catch (error) {
      if (error instanceof ApiError && error.data?.task_id !== undefined) noteRefused(error.data.task_id);
      throw error;
    } finally {
      forgetReads();
    }
  }
  if (options.fresh) reads.clear();
  const key = `${url} ${options.guard ?? ''} ${JSON.stringify(credentialsOf(options))}`;
  const answer = reads.run(key, (signal) => send(call, url, undefined, { ...options, signal }), options.signal);
  return (await answer.catch((error: unknown) => Promise.reject(asApiError(error)))) as Answer<C>;
}

/** Who asks, for requests that are sent in another way. */
export const requestCredentials = (): RequestCredentials => credentialsOf({});

function credentialsOf(options: CallOptions): RequestCredentials {
  const known = ports?.credentials() ?? { session: undefined, scoped: undefined };
  return options.unscoped ? { ...known, scoped: undefined } : known;
}

async function send(call: ApiCall, url: string, body: unknown, options: CallOptions): Promise<unknown> {
  const idempotencyKey = call.idempotent ? (options.idempotencyKey ?? randomKey()) : undefined;
  for (let attempt = 1; ; attempt += 1) {
    const used = credentialsOf(options);
    const { response, text } = await exchange(url, {
      method: call.method,
      headers: headersOf(used, body, idempotencyKey),
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(options.signal && { signal: options.signal }),
    });
    if (response.headers.has(RECONFIGURATION_HEADER)) ports?.reconfiguring();
    if (response.ok) return parse(response, text);
    const error = errorOfAnswer({
      status: response.status,
      body: errorBodyOf(text),
      requestId: response.headers.get(REQUEST_ID_HEADER) ?? undefined,
    });
    if (error.kind !== 'authorization' || options.guard === 'skip' || !ports) throw error;
    if (options.guard === 'forced') {
      ports.signOut(error);
      throw error;
    }
    const access = await ports.checkAccess();
    // Once more where that is worth something: the server has refused the first try, so nothing is done twice.
    if (access !== 'renewed' || attempt > 1 || credentialsOf(options).session !== used.session) throw error;
  }
}

async function exchange(
  url: string,
  init: RequestInit & { headers: Record<string, string> },
): Promise<{ response: Response; text: string }> {
  try {
    const response = await (takeAhead(url, init) ?? fetch(url, init));
    return { response, text: await response.text() };
  } catch (error) {
    throw asApiError(error);
  }
}

/** Aborts are cancels; whatever else comes out of fetch is a failure of the network (S0 §8). */
function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (typeof error === 'object' && error !== null && 'name' in error && error.name === 'AbortError')
    return new ApiError('cancel', ERROR_TEXTS.cancel, { cause: error });
  const message = error instanceof Error ? error.message : String(error);
  return new ApiError('network', message ? `${ERROR_TEXTS.network}: ${message}` : ERROR_TEXTS.network, { cause: error });
}

function parse(response: Response, text: string): unknown {
  if (response.status === 204) return null;
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ApiError('payload', ERROR_TEXTS.nonJson, { status: response.status, cause: error });
  }
}

/** The error member of the body; a body of another shape (a proxy's page) says nothing. */
export function errorBodyOf(text: string): Partial<ErrorBody['error']> {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'object' ? (body.error ?? {}) : {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}
