/** A cloud made of recorded answers, over real HTTP. What a test changes is on top of the recording; what was never recorded is answered 501. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  CLOUD,
  normalPath,
  readRecording,
  withoutSecrets,
  type Exchange,
  type Recording,
} from '../../../../../fakes/openstack/recording.ts';

/** The password of every user here. */
export const PASSWORD = 'right';

export interface Asked {
  as: string | null;
  method: string;
  path: string;
  /** As it was sent; `path` has it in one order and without what differs each time. */
  query: URLSearchParams;
  version: string | null;
  sent: unknown;
  headers: IncomingMessage['headers'];
}

export interface Reply {
  status?: number;
  answer?: unknown;
  headers?: Record<string, string>;
  /** The connection ends after so many characters of the body, although more were announced. */
  cutAfter?: number;
}

/** Listings of what came to be mirrored after the recording: its cloud has none of it. */
const NEVER_RECORDED = /^\/(?:network\/v2\.0|identity\/v3(?:\/OS-FEDERATION)?)\/(routers|floatingips|groups|identity_providers)(?:\?|$)/;

type Handler = (asked: Asked, recorded: Exchange | undefined) => Reply | Promise<Reply>;

interface Override {
  method: string;
  path: RegExp;
  handler: Handler;
}

export class ReplayCloud {
  readonly recording: Recording = readRecording();
  /** Every request so far, in order. */
  readonly asked: Asked[] = [];
  /** Services that drop the connection instead of answering. */
  readonly silent = new Set<string>();
  /** Services that take requests and answer none. */
  readonly hanging = new Set<string>();
  /** Trust → the holder of what is done by it. */
  readonly trusts = new Map<string, string>();
  readonly #server: Server;
  readonly #overrides: Override[] = [];
  /** Token → holder. */
  readonly #tokens = new Map<string, string>();
  #url = '';
  #made = 0;

  constructor() {
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch((error: unknown) => {
        response.statusCode = 500;
        response.end(String(error));
      });
    });
  }

  async start(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  /** What its clouds.yaml would name. */
  get authUrl(): string {
    return `${this.#url}/identity/v3`;
  }

  /** Id of something the recording speaks of. */
  id(name: string): string {
    const id = this.recording.names[name];
    if (!id) throw new Error(`the recording has no ${name}`);
    return id;
  }

  /** Answers otherwise than recorded. The youngest one that fits counts. Returns the way back. */
  on(method: string, path: RegExp, handler: Handler): () => void {
    const override = { method, path, handler };
    this.#overrides.unshift(override);
    return () => void this.#overrides.splice(this.#overrides.indexOf(override), 1);
  }

  /** The way back to how it answers now, as if nothing had been asked. */
  keepAnswers(): () => void {
    const answers = [...this.#overrides];
    return () => {
      this.#overrides.splice(0, Infinity, ...answers);
      this.asked.splice(0);
    };
  }

  /** A copy of the recorded good answer to a request. */
  recorded<T>(method: string, path: RegExp): T {
    const found = this.recording.exchanges.find((item) => item.method === method && path.test(item.path) && item.status < 300);
    if (!found) throw new Error(`nothing recorded for ${method} ${path}`);
    return structuredClone(found.answer) as T;
  }

  /** How often something was asked. */
  count(method: string, path: RegExp): number {
    return this.asked.filter((item) => item.method === method && path.test(item.path)).length;
  }

  /** Tokens given out so far are worth nothing any more. */
  revokeTokens(): void {
    this.#tokens.clear();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = normalPath(request.url ?? '');
    const service = path.split('/')[1] ?? '';
    const text = await bodyOf(request);
    if (this.silent.has(service)) {
      request.socket.destroy();
      return;
    }
    if (this.hanging.has(service)) return;
    const given = request.headers['x-auth-token'];
    const as = typeof given === 'string' ? (this.#tokens.get(given) ?? null) : null;
    const version = request.headers['openstack-api-version'];
    const sent: unknown = text ? JSON.parse(text) : null;
    const asked: Asked = {
      as,
      method: request.method ?? '',
      path,
      query: new URL(request.url ?? '', this.#url).searchParams,
      version: typeof version === 'string' ? version : null,
      sent,
      headers: request.headers,
    };
    this.asked.push(asked);
    const reply = await this.#reply(asked, given !== undefined);
    const answer = typeof reply.answer === 'string' ? reply.answer : JSON.stringify(reply.answer ?? null);
    const body = (reply.answer === null ? '' : answer).replaceAll(CLOUD, this.#url);
    response.writeHead(reply.status ?? 200, {
      'content-type': 'application/json',
      'x-openstack-request-id': `req-${String(++this.#made).padStart(8, '0')}-0000-4000-8000-000000000000`,
      ...(reply.cutAfter !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
      ...reply.headers,
    });
    if (reply.cutAfter === undefined) response.end(body);
    else response.write(body.slice(0, reply.cutAfter), () => request.socket.destroy());
  }

  async #reply(asked: Asked, withToken: boolean): Promise<Reply> {
    const override = this.#overrides.find(({ method, path }) => method === asked.method && path.test(asked.path));
    if (asked.method === 'POST' && asked.path === '/identity/v3/auth/tokens')
      return override ? override.handler(asked, undefined) : this.#signIn(asked);
    if (withToken && asked.as === null) return UNAUTHORIZED;
    const recorded = this.#find(asked) ?? this.#public(asked) ?? neverRecorded(asked);
    if (override) return override.handler(asked, recorded);
    if (!recorded)
      return {
        status: 501,
        answer: { error: { message: `not recorded: ${asked.as} ${asked.method} ${asked.path} ${asked.version ?? ''}` } },
      };
    return { status: recorded.status, answer: recorded.answer, headers: contentType(recorded) };
  }

  #find(asked: Asked): Exchange | undefined {
    const fits = this.recording.exchanges.filter(
      (item) => item.as === asked.as && item.method === asked.method && item.path === asked.path && item.version === asked.version,
    );
    const same =
      asked.method === 'GET' ? fits : fits.filter(({ sent }) => JSON.stringify(sent) === JSON.stringify(withoutSecrets(asked.sent)));
    return same.find(({ status }) => status < 300) ?? same[0];
  }

  /** What the services say to everyone: which versions they speak. */
  #public({ method, path }: Asked): Exchange | undefined {
    return /^\/\w+\/v\d[\d.]*\/$/.test(path)
      ? this.recording.exchanges.find((item) => item.method === method && item.path === path)
      : undefined;
  }

  /** Tokens as recorded for the same user and scope; passwords are checked here, as the recording has none. */
  #signIn({ sent }: Asked): Reply {
    const { auth } = sent as { auth: Auth };
    const { password, token } = auth.identity;
    const trust = auth.scope?.['OS-TRUST:trust']?.id;
    const holder = token && this.#tokens.get(token.id);
    if ((password && password.user.password !== PASSWORD) || (token && !holder)) return UNAUTHORIZED;
    const wanted = withoutSecrets(token ? { auth: { ...auth, identity: { methods: ['token'], token: { id: holder } } } } : sent);
    const isWanted = ({ answer: given, sent: asked }: Exchange): boolean =>
      trust === undefined
        ? JSON.stringify(asked) === JSON.stringify(wanted)
        : holderOf((given as TokenAnswer).token) === this.trusts.get(trust);
    const recorded = this.recording.exchanges.find(
      (item) => item.path === '/identity/v3/auth/tokens' && item.status === 201 && isWanted(item),
    );
    if (!recorded) return trust === undefined ? UNAUTHORIZED : NO_TRUST;
    const answer = structuredClone(recorded.answer) as TokenAnswer;
    answer.token.expires_at = new Date(Date.now() + 3_600_000).toISOString();
    const id = `token-${++this.#made}`;
    this.#tokens.set(id, holderOf(answer.token));
    return { status: 201, answer, headers: { 'x-subject-token': id } };
  }
}

interface Auth {
  identity: { password?: { user: { password: string } }; token?: { id: string } };
  scope?: { 'OS-TRUST:trust'?: { id: string } };
}

interface TokenAnswer {
  token: { expires_at: string } & Parameters<typeof holderOf>[0];
}

/** As Keystone answers for a trust that it does not know. */
const NO_TRUST: Reply = { status: 404, answer: { error: { code: 404, message: 'Could not find trust.' } } };

/** As the services refuse a token. */
const UNAUTHORIZED: Reply = {
  status: 401,
  answer: { error: { code: 401, message: 'The request you have made requires authentication.' } },
};

/** The empty listing of what the recorded cloud has none of. */
function neverRecorded({ as, method, path }: Asked): Exchange | undefined {
  const none = method === 'GET' ? NEVER_RECORDED.exec(path)?.[1] : undefined;
  return none === undefined ? undefined : { as, method, path, version: null, sent: null, status: 200, headers: {}, answer: { [none]: [] } };
}

const contentType = ({ headers }: Exchange) => ({ 'content-type': headers['content-type'] ?? 'application/json' });

/** The name under which a token is known: the user, and the scope where it has one. */
export function holderOf(token: { user: { name: string }; project?: { id: string }; domain?: { id: string }; system?: unknown }): string {
  const { user, project, domain, system } = token;
  if (project) return `${user.name}@project:${project.id}`;
  if (domain) return `${user.name}@domain:${domain.id}`;
  return system ? `${user.name}@system` : user.name;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString('utf8');
}
