import { z } from 'zod';
import { catalogueShape, type Catalogue } from './catalogue.ts';
import type { Connections } from './connections.ts';
import { ServiceError, unreadable } from './errors.ts';
import { globalRequestId, send } from './http.ts';
import type { LeftOut } from './left-out.ts';

const namedShape = z.object({ id: z.string(), name: z.string() });
const answerShape = z.object({
  token: z.object({
    expires_at: z.string(),
    user: namedShape.extend({ domain: namedShape }),
    project: z.object({ id: z.string(), domain: z.object({ id: z.string() }) }).optional(),
    roles: z.array(namedShape).optional(),
    catalog: catalogueShape.optional(),
  }),
});

/** A Keystone token and what it says. */
export interface Token {
  id: string;
  /** ISO 8601, UTC */
  expiresAt: string;
  user: z.infer<typeof answerShape>['token']['user'];
  projectId: string | undefined;
  /** Ids of the roles that it is good for. */
  roles: readonly string[];
  /** Empty on tokens without scope. */
  catalogue: Catalogue;
}

export type TokenScope = 'unscoped' | { project: { id: string } } | { domain: { id: string } } | { system: { all: true } };

export interface Keystone {
  authUrl: string;
  /** Milliseconds */
  timeLimit: number;
  /** How it is reached; see `HttpRequest`. */
  connections?: Connections;
  leftOut?: LeftOut;
}

/** Asks Keystone for a token. Throws ServiceError: 401 as reauth_required, whatever the reason; no answer as engine_unavailable. */
export async function requestToken(
  keystone: Keystone,
  auth: Readonly<Record<string, unknown>>,
  requestId?: string,
  signal?: AbortSignal,
): Promise<Token> {
  const path = '/auth/tokens';
  const answer = await send({
    service: 'identity',
    method: 'POST',
    url: `${keystone.authUrl}${path}`,
    headers: {},
    body: { auth },
    timeLimit: keystone.timeLimit,
    connections: keystone.connections,
    globalRequestId: requestId === undefined ? undefined : globalRequestId(requestId),
    signal,
  });
  const id = answer.headers.get('x-subject-token');
  const parsed = answerShape.safeParse(answer.body);
  if (!id || !parsed.success) throw unreadable('identity', path, id ? z.prettifyError(parsed.error!) : 'no token', answer.requestId);
  const { token } = parsed.data;
  const { catalogue = [], wrong = [] } = token.catalog ?? {};
  if (wrong.length > 0) keystone.leftOut?.('identity', path, wrong);
  return {
    id,
    expiresAt: new Date(token.expires_at).toISOString(),
    user: token.user,
    projectId: token.project?.id,
    roles: (token.roles ?? []).map(({ id: role }) => role),
    catalogue,
  };
}

/** A token for another scope, by one the user already has. Ends when that one ends. */
export const rescope = (keystone: Keystone, token: string, scope: TokenScope, requestId?: string): Promise<Token> =>
  requestToken(keystone, { identity: { methods: ['token'], token: { id: token } }, scope }, requestId);

/** Seconds before its end at which the service account's token is replaced. */
const EARLY_S = 120;

/** Milliseconds between two readings of the catalogue where nothing else is said. */
const CATALOGUE_MS = 60_000;
/** Where something in it seems wrong it is read sooner, but not at each request: after this share of that time. */
const SUSPICION_SHARE = 1 / 6;

/**
 * The service account's token: one at a time, renewed before it ends, when a service no longer takes it, and for its catalogue: a cloud gets
 * services, and moves them, while a token lives on.
 */
export class ServiceAccount {
  readonly #keystone: Keystone;
  readonly #auth: Readonly<Record<string, unknown>>;
  readonly #catalogueMs: number;
  #token: Token | undefined;
  #last: Token | undefined;
  #pending: Promise<Token> | undefined;
  /** When a token was last requested, on the clock of `performance.now()`. */
  #requestedAt = -Infinity;
  /** A token has come, with the catalogue as it is now. */
  onToken: () => void = () => undefined;
  /** The catalogue could not be read again, and nobody waits for it. */
  onUnread: (error: unknown) => void = () => undefined;

  /** @param catalogueMs milliseconds after which the catalogue is read again */
  constructor(keystone: Keystone, auth: Readonly<Record<string, unknown>>, catalogueMs = CATALOGUE_MS) {
    this.#keystone = keystone;
    this.#auth = auth;
    this.#catalogueMs = catalogueMs;
  }

  /** The token that was last given, whether it still holds or not: its catalogue says where the services are. */
  get last(): Token | undefined {
    return this.#last;
  }

  /** Whether `token` answers without asking Keystone. */
  get isFresh(): boolean {
    return this.#token !== undefined && Date.parse(this.#token.expiresAt) - Date.now() > EARLY_S * 1000;
  }

  /**
   * Throws engine_unavailable also when Keystone refuses the account: no user can do anything about that.
   * @param signal gives up asking; whoever waits for the same answer gets its reason too
   */
  async token(signal?: AbortSignal): Promise<Token> {
    if (!this.#token || !this.isFresh) return this.#renewed(signal);
    // Nobody waits for that one: the token at hand is good, and its catalogue stands until the next reading.
    if (performance.now() - this.#requestedAt >= this.#catalogueMs) this.#renewed().catch((error: unknown) => this.onUnread(error));
    return this.#token;
  }

  /** A token with the catalogue as it is now, or was a moment ago. Throws as `token`. */
  async renew(): Promise<Token> {
    const isRecent = performance.now() - this.#requestedAt < this.#catalogueMs * SUSPICION_SHARE;
    return this.#pending ?? (this.#token && this.isFresh && isRecent ? this.#token : this.#renewed());
  }

  #renewed(signal?: AbortSignal): Promise<Token> {
    this.#requestedAt = performance.now();
    this.#pending ??= this.#request(signal).finally(() => (this.#pending = undefined));
    return this.#pending;
  }

  /** Whether anything can be entrusted to it: Keystone lets no application credential act by a trust. */
  get canBeEntrusted(): boolean {
    const { methods } = this.#auth['identity'] as { methods: readonly string[] };
    return methods.includes('password');
  }

  /**
   * A token for what somebody has entrusted the account with (Keystone's OS-TRUST): in that one's place, in one project, as long as the trust
   * and its roles hold. Throws ServiceError.
   */
  trusted(trust: string, signal?: AbortSignal): Promise<Token> {
    const auth = { identity: this.#auth['identity'], scope: { 'OS-TRUST:trust': { id: trust } } };
    return requestToken(this.#keystone, auth, undefined, signal);
  }

  /** A service refused this token. Another one may already have taken its place. */
  forget(token: Token): void {
    if (this.#token === token) this.#token = undefined;
  }

  async #request(signal: AbortSignal | undefined): Promise<Token> {
    try {
      this.#token = await requestToken(this.#keystone, this.#auth, undefined, signal);
      this.#last = this.#token;
      this.onToken();
      return this.#token;
    } catch (error) {
      if (error instanceof ServiceError && error.httpStatus === 401)
        throw new ServiceError('identity', 401, 'engine_unavailable', { detail: 'identity: the service account is refused', cause: error });
      throw error;
    }
  }
}
