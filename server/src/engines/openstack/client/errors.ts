import { GantryError, type ErrorCode } from '@gantry/contract/wire/errors';
import { CertificateProblem } from './trust.ts';

/** The parts of OpenStack that Gantry talks to, by the service types of the catalogue. */
export const SERVICES = ['identity', 'compute', 'image', 'network', 'volume', 'placement', 'load_balancer', 'key_manager'] as const;
export type ServiceName = (typeof SERVICES)[number];
/** Services that many clouds do without: nobody misses them who does not ask for what they have. */
export const OPTIONAL: ReadonlySet<string> = new Set<ServiceName>(['load_balancer', 'key_manager']);

/** A service said no, or not at all; of an outage people see its name. `httpStatus` is 0 where no answer came. */
export class ServiceError extends GantryError {
  readonly service: ServiceName;
  readonly httpStatus: number;
  /** See `Unanswered`. */
  unanswered = false;

  constructor(service: ServiceName, httpStatus: number, code: ErrorCode, options: ConstructorParameters<typeof GantryError>[1] = {}) {
    super(code, code === 'engine_unavailable' ? { ...options, params: { service } } : options);
    this.name = 'ServiceError';
    this.service = service;
    this.httpStatus = httpStatus;
  }
}

/** An answer that is not what the service's API promises: no outage, the service is there. What became of a change is as open as after one. */
class Unreadable extends ServiceError {}

/** Whether a service has answered, with something that cannot be read. */
export const isUnreadable = (error: unknown): boolean => error instanceof Unreadable;

/** Whether the cloud has not said what was asked: it was silent, or its answer cannot be read. What is known stays as it is, and asking again makes sense. */
export const isUnknown = (error: unknown): boolean => error instanceof GantryError && error.code === 'engine_unavailable';

/** Whether the cloud could not be asked at all. */
export const isOutage = (error: unknown): boolean => isUnknown(error) && !isUnreadable(error);

/** Whether the service itself, not a proxy on the way, said that the resource does not exist: only its own answers carry its request id. */
export const isGone = (error: unknown): boolean =>
  error instanceof ServiceError && (error.httpStatus === 404 || error.httpStatus === 410) && error.requestId !== undefined;

/** What was requested, or undefined where the service says that it does not exist (any more). */
export async function ignoreNotFound<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}

/** What a service says of a name that is taken, as a refusal of the field; undefined where it says something else. */
export function nameTaken(error: unknown, code: string): GantryError | undefined {
  if (!(error instanceof ServiceError) || error.httpStatus !== 409 || !/already exists/i.test(error.detail ?? '')) return undefined;
  return new GantryError('name_taken', {
    fields: { name: [{ code }] },
    ...(error.requestId && { requestId: error.requestId }),
    cause: error,
  });
}

/** Codes of a connection that never came about. */
const NO_CONNECTION: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** What the system says of a connection that failed; undefined where it says nothing. */
function codeOfConnection(error: ServiceError): unknown {
  const inner = error.cause instanceof Error ? error.cause.cause : undefined;
  return inner instanceof Error && 'code' in inner ? inner.code : undefined;
}

/** Whether nothing of ours can be there where the service should be: no connection came about, or somebody else says that there is no such place. */
export const isElsewhere = (error: unknown): boolean =>
  error instanceof ServiceError &&
  (NO_CONNECTION.has(codeOfConnection(error)) || (error.httpStatus === 404 && error.requestId === undefined));

/** Whether nobody takes connections where the service should be. */
export const isRefused = (error: unknown): boolean => error instanceof ServiceError && codeOfConnection(error) === 'ECONNREFUSED';

/** Marks the error of a request for a change, where the service may have got it and not said what became of it: nor a proxy on the way. */
export function markUnanswered(error: unknown): void {
  if (!(error instanceof ServiceError)) return;
  const { httpStatus } = error;
  error.unanswered = httpStatus === 502 || httpStatus === 504 || (httpStatus === 0 && !NO_CONNECTION.has(codeOfConnection(error)));
}

/** An answer that did not come: refused connection, lost name, time limit. */
export function unreachable(service: ServiceName, cause: unknown): ServiceError {
  return new ServiceError(service, 0, 'engine_unavailable', { detail: `${service}: ${reasonOf(cause)}`, cause });
}

/** An answer in JSON that is not what the service's API promises. */
export function unreadable(service: ServiceName, path: string, problem: string, requestId: string | undefined): ServiceError {
  return new Unreadable(service, 0, 'engine_unavailable', unexpected(service, path, problem, requestId));
}

/** An answer in no JSON: it is a proxy's, or the service is broken. */
export const notJson = (service: ServiceName, path: string, requestId: string | undefined): ServiceError =>
  new ServiceError(service, 0, 'engine_unavailable', unexpected(service, path, 'not JSON', requestId));

const unexpected = (service: ServiceName, path: string, problem: string, requestId: string | undefined) => ({
  detail: `${service}: unexpected answer to ${path}: ${problem}`,
  ...(requestId && { requestId }),
});

/** An answer of 400 or more as the error that Gantry's users get, with the service's own words as detail. */
export function refusal(service: ServiceName, status: number, body: string, requestId: string | undefined): ServiceError {
  const { words, type } = wordsOf(body);
  const code = codeOf(status, words, type);
  const detail = code === 'engine_unavailable' ? `${service}: HTTP ${status} ${words}`.trim() : words || `${service}: HTTP ${status}`;
  return new ServiceError(service, status, code, {
    detail,
    ...(requestId && { requestId }),
    ...(code === 'quota_exceeded' && { params: { resource: quotaResource(words) } }),
  });
}

/** What a failed server's fault means; its message comes from the compute service and whatever it had asked. */
export function faultCode(message: string): ErrorCode {
  if (/no valid (host|backend)|any available weighted backend/i.test(message)) return 'no_capacity';
  if (NO_ADDRESS.test(message)) return 'no_free_address';
  return QUOTA.test(message) ? 'quota_exceeded' : 'engine_refused';
}

const QUOTA = /quota|VolumeSizeExceedsAvailableQuota|OverQuota|limit exceeded|maximum number of .* exceeds/i;
const NO_ADDRESS = /no more (free )?(fixed )?ip|IpAddressGenerationFailure|not enough free|No fixed IP addresses available/i;
const STATE =
  /\b(vm_state|task_state|power_state)\b|is locked|while it is in|is being|Invalid volume: .*status|must be (available|in-use|active)/i;

/** The volume service says it so, with the status of a bad request. */
const NOT_NOW = /^Invalid (volume|snapshot): .*\bstatus must be\b/i;

function codeOf(status: number, words: string, type: string): ErrorCode {
  if (status === 401) return 'reauth_required';
  if (status === 404 || status === 410) return 'not_found';
  if (status === 429 || status >= 500) return 'engine_unavailable';
  if (status === 413) return 'quota_exceeded';
  if (status === 403) return QUOTA.test(words) ? 'quota_exceeded' : 'forbidden';
  if (status === 400 && NOT_NOW.test(words)) return 'state_conflict';
  if (type === 'IpAddressGenerationFailure' || NO_ADDRESS.test(words)) return 'no_free_address';
  if (status === 409) {
    if (type === 'OverQuota' || /quota exceeded/i.test(words)) return 'quota_exceeded';
    if (/no valid host/i.test(words)) return 'no_capacity';
    if (STATE.test(words)) return 'state_conflict';
  }
  return 'engine_refused';
}

/** "Quota exceeded for cores, instances: Requested …" → "cores, instances"; "Maximum number of metadata items exceeds 128" → "metadata items"; "exceeds allowed gigabytes_fast quota" → "gigabytes_fast"; "Quota has been met for resources: LoadBalancer" → "load_balancer". */
export function quotaResource(words: string): string {
  const met = /quota has been met for resources?: (\w+)/i.exec(words)?.[1];
  if (met) return met.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase();
  const most = /maximum number of ([\w ]+?) exceeds/i.exec(words)?.[1];
  if (most) return most;
  const allowed = /exceeds allowed (.+?) quota\b/i.exec(words)?.[1];
  if (allowed !== undefined) return allowed;
  const listed = /quota exceeded for (?:resources: )?\[?'?([\w, ']+?)'?\]?\s*[:.]/i.exec(words)?.[1];
  return (listed ?? /\b(instances|cores|ram|volumes|gigabytes|ports|networks)\b/i.exec(words)?.[1] ?? 'quota').replaceAll("'", '');
}

/**
 * Services wrap their message differently: {badRequest: {message}}, {error: {message}}, {NeutronError: {type, message}}, {message},
 * {faultcode, faultstring}, {code, title, description}, HTML.
 */
function wordsOf(body: string): { words: string; type: string } {
  const parsed = parseJson(body);
  if (typeof parsed !== 'object' || parsed === null) return { words: plain(body), type: '' };
  const inner: unknown = Object.values(parsed)[0];
  const holder = typeof inner === 'object' && inner !== null ? inner : parsed;
  const [message] = ['message', 'faultstring', 'description'].flatMap((name) =>
    name in holder ? [(holder as Record<string, unknown>)[name]] : [],
  );
  const type = 'type' in holder ? holder.type : undefined;
  return { words: plain(typeof message === 'string' ? message : body), type: typeof type === 'string' ? type : '' };
}

/** Text without markup, of a length that people read. */
const plain = (text: string): string =>
  text
    .replace(/<(title|style|script)[^>]*>.*?<\/\1>/gis, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 2000);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // not JSON is an ordinary case here: proxies and the image service answer HTML
  }
}

/** What became of a connection, for people; the system's own code is in the log, with the cause. */
const connectionText = (code: string): string => {
  if (code === 'ECONNREFUSED') return 'it takes no connections';
  if (code === 'ECONNRESET' || code === 'EPIPE' || code === 'UND_ERR_SOCKET') return 'the connection broke off';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'its address is not known';
  return 'it cannot be reached';
};

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  if (cause.name === 'TimeoutError') return 'no answer within the time limit';
  const inner: unknown = cause.cause;
  if (cause instanceof CertificateProblem) return cause.message;
  if (inner instanceof CertificateProblem) return inner.message;
  if (inner instanceof Error) return 'code' in inner && typeof inner.code === 'string' ? connectionText(inner.code) : inner.message;
  return cause.message;
}
