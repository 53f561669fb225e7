import { takeTurn } from '../../../turns/turns.ts';
import { notJson, refusal, unreachable, type ServiceName } from './errors.ts';
import { PUBLIC, type Connections } from './connections.ts';

export interface HttpRequest {
  service: ServiceName;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: unknown;
  /** Milliseconds until the request is given up. */
  timeLimit: number;
  /** `req-<uuid>`: the services write it into their logs beside their own. */
  globalRequestId?: string | undefined;
  signal?: AbortSignal | undefined;
  /** The answer is text, and taken as it is. */
  text?: true | undefined;
  /** Called when the beginning of an answer has come, and its end: before it waits for its turn to be read. Not where a service is not there (5xx). */
  heard?: (() => void) | undefined;
  /** Whether it is sent on a new connection. */
  knocks?: boolean;
  /** How the cloud is reached; with certificates that everybody trusts where absent. */
  connections?: Connections | undefined;
}

export interface HttpAnswer {
  status: number;
  headers: Headers;
  /** Parsed JSON, or the text that was asked for; null where the answer has no body. */
  body: unknown;
  /** The service's id of this request. */
  requestId: string | undefined;
}

/** One request to a service. Throws ServiceError: for no answer within the limit, for any status of 400 or more, for a body that is not JSON. */
export async function send(request: HttpRequest): Promise<HttpAnswer> {
  const { service, url, signal } = request;
  const limit = AbortSignal.timeout(request.timeLimit);
  const ending = signal ? AbortSignal.any([signal, limit]) : limit;
  const headers = {
    accept: request.text ? 'text/plain' : 'application/json',
    ...(request.body !== undefined && { 'content-type': 'application/json' }),
    ...(request.globalRequestId && { 'x-openstack-request-id': request.globalRequestId }),
    ...request.headers,
  };
  let response: Response;
  let text: string;
  try {
    response = await (request.connections ?? PUBLIC).send(url, {
      method: request.method,
      headers,
      ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
      signal: ending,
      alone: request.knocks === true,
    });
    if (response.status < 500) request.heard?.();
    text = await response.text();
    if (response.status < 500) request.heard?.();
  } catch (cause) {
    signal?.throwIfAborted();
    throw unreachable(service, cause);
  }
  const requestId = response.headers.get('x-openstack-request-id') || response.headers.get('x-compute-request-id') || undefined;
  if (response.status >= 400) throw refusal(service, response.status, text, requestId);
  // A large answer was put together in this turn already, and is parsed at a stretch.
  await takeTurn({ whole: true });
  return {
    status: response.status,
    headers: response.headers,
    body: request.text ? text : parse(service, url, text, requestId),
    requestId,
  };
}

function parse(service: ServiceName, url: string, text: string, requestId: string | undefined): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    throw notJson(service, new URL(url).pathname, requestId);
  }
}

/** A request id of ours in the form that OpenStack accepts from outside; others it would ignore. */
export function globalRequestId(requestId: string): string | undefined {
  const uuid = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/i.exec(requestId)?.[0];
  return uuid && `req-${uuid.toLowerCase()}`;
}
