import type { User } from './people.ts';
import type { Json } from './recorded.ts';

/** A request that an application credential is good for. */
export interface AccessRule {
  service: string;
  method: string;
  path: string;
}

/** Who a token speaks for, and where. */
export interface Token {
  id: string;
  /** User and scope, as a recording names them: `alice@project:acme-prod-id`. */
  holder: string;
  user: User;
  projectId: string | undefined;
  /** Holds `admin` somewhere: with Zed's default policies that opens the whole cloud. */
  isAdmin: boolean;
  expiresAt: number;
  /** The application credential that it was given for. */
  credentialId?: string | undefined;
  /** Requests that this leaves it good for; null: all. */
  rules: readonly AccessRule[] | null;
}

/** A request to one of the services. */
export interface Question {
  method: string;
  /** Below the service: `/v2.1/servers/detail`. */
  path: string;
  /** Address of the service with the question's path, without query: `http://cloud.invalid/compute/v2.1/servers`. */
  url: string;
  query: URLSearchParams;
  /** Parsed JSON; null where there is none. */
  body: unknown;
  /** The microversion requested: `2.47`; undefined: none, which means the lowest. */
  version: string | undefined;
  /** Whose token; undefined where none was given, or one that is not good. */
  token: Token | undefined;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Id of this request, as the answer will name it. */
  requestId: string;
}

/** An answer. `items`: how many resources it lists, for its latency. */
export interface Reply {
  status?: number;
  /** JSON; absent: an empty body. */
  body?: unknown;
  /** Instead of JSON. */
  bytes?: Buffer;
  headers?: Readonly<Record<string, string>>;
  items?: number;
  /** What was accepted, for those who watch. */
  accepted?: Accepted;
}

/** A change that a service has accepted. `mark`: its creator's, in the server's metadata. */
export interface Accepted {
  action: string;
  serverId: string;
  mark: string | null;
}

/** A refusal in the service's own words; thrown. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: Json;

  constructor(status: number, body: Json) {
    super(`${status} ${JSON.stringify(body)}`);
    this.status = status;
    this.body = body;
  }
}

/** Member of the metadata of what it makes by which Gantry knows it again. */
export const MARK = 'gantry_task';

/** A question that was never recorded has no honest answer. */
export const unrecorded = (what: string): Refusal => new Refusal(501, { error: { code: 501, message: `not recorded: ${what}` } });

/** One place of a service. */
export interface Route {
  method: string;
  /** The whole path; its groups are handed to `answer`. */
  path: RegExp;
  /** Nobody has to be signed in. */
  open?: boolean;
  /** The microversions in which the recorded shape is right, from and to. A question without version has the lowest of all. */
  versions?: readonly [string, string];
  answer(question: Question, ...groups: string[]): Reply;
}

/** The token, of which the listener has made sure. */
export function tokenIn({ token }: Question): Token {
  if (!token) throw new Error('a route that needs a token was asked without one');
  return token;
}

/** A member of a JSON object, where it is one. */
export const member = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json)[key] : undefined;

/** Text where it is text. */
export const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** A page of resources in the order of their ids. Throws what `unknown` makes of a marker that is not there. */
export function pageById<T extends { readonly id: string }>(
  items: readonly T[],
  query: URLSearchParams,
  most: number,
  unknown: (marker: string) => Refusal,
): T[] {
  const marker = query.get('marker');
  let start = 0;
  if (marker !== null) {
    const place = items.findIndex(({ id }) => id === marker);
    if (place < 0) throw unknown(marker);
    start = place + 1;
  }
  return items.slice(start, start + limitOf(query, most));
}

export function limitOf(query: URLSearchParams, most: number): number {
  const limit = Number(query.get('limit') ?? most);
  return Number.isInteger(limit) && limit > 0 ? Math.min(limit, most) : most;
}
