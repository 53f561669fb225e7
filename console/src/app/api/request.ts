import type { Answer, Call, CallInput } from '@gantry/contract/wire/call';
import type { ErrorBody } from '@gantry/contract/wire/errors';
import { REQUEST_ID_HEADER } from '@gantry/contract/wire/headers';
import { takeAhead } from '../preload/requests.ts';
import { heedAnswer, requestCredentials, type Guard } from './answer.ts';
import type { ApiCall } from './calls.ts';
import { TakeFirst } from './dedupe.ts';
import { ApiError, ERROR_TEXTS, errorOfAnswer } from './errors.ts';
import { randomKey } from './random-key.ts';
import { fetchTimed } from './fetch-timed.ts';
import { noteBegun, noteRefused } from './own-tasks.ts';
import { headersOf, urlOf, type RequestCredentials } from './wire.ts';

export interface CallOptions {
  signal?: AbortSignal | undefined;
  guard?: Guard;
  /** Read past the 600 ms window: the answer must be newer than what is known. */
  fresh?: boolean;
  /** Leave the auth-token header out, as whoami needs for a domain's or the system's token (decision A4). */
  unscoped?: boolean;
  /** Ask in the scope of this token, not in that of the screen. */
  scopedToken?: string;
  /** For calls declared idempotent; a random one where absent. Repeat it to repeat the request safely. */
  idempotencyKey?: string | undefined;
}

const reads = new TakeFirst();

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
      const answer = (await send(call, url, input.body, options)) as Answer<C>;
      noteBegun(answer);
      return answer;
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

function credentialsOf(options: CallOptions): RequestCredentials {
  const known = requestCredentials();
  if (options.scopedToken !== undefined) return { ...known, scoped: options.scopedToken };
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
    const { status, headers } = response;
    const sent = { session: used.session, guard: options.guard };
    const isWorthAgain = await heedAnswer({ status, header: (name) => headers.get(name) }, sent);
    if (response.ok) return answerOf(status, text);
    if (isWorthAgain && attempt === 1) continue;
    throw errorOfAnswer({ status, body: errorBodyOf(text), requestId: headers.get(REQUEST_ID_HEADER) ?? undefined });
  }
}

async function exchange(
  url: string,
  init: RequestInit & { headers: Record<string, string> },
): Promise<{ response: Response; text: string }> {
  try {
    const response = await (takeAhead(url, init) ?? fetchTimed(url, init));
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

/** The answer in a body. Throws ApiError where it is not JSON. */
export function answerOf(status: number, text: string): unknown {
  if (status === 204) return null;
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ApiError('payload', ERROR_TEXTS.nonJson, { status, cause: error });
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
