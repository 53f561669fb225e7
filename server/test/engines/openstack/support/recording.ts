/** What a real cloud answered, cleaned of tokens, passwords and addresses of its own. */
import { readFileSync } from 'node:fs';

export interface Exchange {
  /** Who asked: `alice`, `alice@project:acme-prod-id`. Null: nobody had signed in yet. */
  as: string | null;
  method: string;
  /** Service, path and query in one order: `/compute/v2.1/servers?limit=500`. */
  path: string;
  /** The microversion that was asked for. */
  version: string | null;
  /** Body of the request, of sign-ins and commands. */
  sent: unknown;
  status: number;
  headers: Record<string, string>;
  /** JSON, or text where the service answered HTML. */
  answer: unknown;
}

export interface Recording {
  /** Version of the cloud and when it was recorded. */
  about: string;
  /** Names given to ids that tests speak of: `alice`, `acme-prod`, `tiny`. */
  names: Record<string, string>;
  exchanges: Exchange[];
}

/** Placeholder of the cloud's address, in answers and catalogue. */
export const CLOUD = 'http://cloud.invalid';

/** `changes-since` differs with each run: any instant is the same question; so are `fields`, which only say how much of an answer is wanted. */
export function normalPath(path: string): string {
  const [place = '', query = ''] = path.split('?', 2);
  const asked = [...new URLSearchParams(query)].filter(([key]) => key !== 'fields');
  const params = asked.map(([key, value]) => [key, key === 'changes-since' ? '*' : value] as const);
  const text = params
    .map(([key, value]) => `${key}=${value}`)
    .toSorted()
    .join('&');
  return text ? `${place}?${text}` : place;
}

/** A copy of a request's body without passwords and tokens. */
export function withoutSecrets(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(withoutSecrets);
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => [key, SECRET.has(key) && typeof value === 'string' ? '***' : withoutSecrets(value)]),
  );
}

const SECRET: ReadonlySet<string> = new Set(['password', 'secret', 'adminPass', 'audit_ids']);

export const readRecording = (): Recording =>
  JSON.parse(readFileSync(new URL('../fixtures/zed.json', import.meta.url), 'utf8')) as Recording;
