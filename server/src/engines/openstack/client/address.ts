/** Addresses of requests: where a service is, what is asked of it, and the query. */
import { ServiceError, type ServiceName } from './errors.ts';

export type Query = Readonly<Record<string, string | number | boolean | undefined>> | URLSearchParams;

/** Segments that whoever reads an address takes away, with the segment before them: a key pair of that name would be another resource. */
const TAKEN_AWAY = /\/(\.|%2e){1,2}(?=\/|$)/i;

/** Throws ServiceError (engine_refused) where the path would lead elsewhere: things made past Gantry may be called `..`. */
export function addressOf(service: ServiceName, endpoint: string, path: string): string {
  if (TAKEN_AWAY.test(path))
    throw new ServiceError(service, 0, 'engine_refused', { detail: `${service}: ${path} is no address of its own` });
  return endpoint + path;
}

/** An address that names the token's project; of a token without one it names none, which services take since they know such tokens. */
export const placeFor = (endpoint: string, { projectId }: { projectId: string | null }): string =>
  projectId === null ? endpoint.replace(/\/(AUTH_)?\{project\}/, '') : endpoint.replace('{project}', projectId);

export function queryOf(query: Query | undefined): string {
  if (!query) return '';
  const params = query instanceof URLSearchParams ? query : new URLSearchParams();
  if (!(query instanceof URLSearchParams))
    for (const [key, value] of Object.entries(query)) if (value !== undefined) params.set(key, String(value));
  const text = params.toString();
  return text && `?${text}`;
}
