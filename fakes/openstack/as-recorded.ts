import { Listener, UNAUTHORIZED, type Asked } from './listener.ts';
import { PASSWORD } from './options.ts';
import { exchanges, names } from './recorded.ts';
import { holderOf, withoutSecrets, type Exchange, type Recording } from './recording.ts';
import { member, Refusal, unrecorded, type Reply } from './reply.ts';

/** Listings of what came to be mirrored after the recording: its cloud has none of it. */
const NEVER_RECORDED =
  /^\/(?:network\/v2\.0(?:\/vpn)?|identity\/v3(?:\/OS-FEDERATION)?)\/(routers|floatingips|groups|identity_providers|vpnservices|ikepolicies|ipsecpolicies|endpoint-groups|ipsec-site-connections)(?:\?|$)/;

const SIGN_IN = '/identity/v3/auth/tokens';
const questionOf = ({ method, path }: Pick<Exchange, 'method' | 'path'>): string => `${method} ${path}`;
const BY_QUESTION = Map.groupBy(exchanges, questionOf);
const UNKNOWN = new Refusal(401, UNAUTHORIZED);

/** The recorded cloud: who asks what was asked then is answered as then, nothing that is asked changes it. For tests that look at every request. */
export class AsRecorded extends Listener {
  readonly recording: Pick<Recording, 'names' | 'exchanges'> = { names, exchanges };
  /** Trust → the holder of what is done by it. */
  readonly trusts = new Map<string, string>();
  /** Token → holder. */
  readonly #tokens = new Map<string, string>();
  #made = 0;

  constructor() {
    super(0, true);
  }

  /** A copy of the recorded good answer to a request. */
  recorded<T>(method: string, path: RegExp): T {
    const found = exchanges.find((item) => item.method === method && path.test(item.path) && item.status < 300);
    if (!found) throw new Error(`nothing recorded for ${method} ${path}`);
    return structuredClone(found.answer) as T;
  }

  /** Tokens given out so far are worth nothing any more. */
  revokeTokens(): void {
    this.#tokens.clear();
  }

  protected holder(token: string): string | null {
    return this.#tokens.get(token) ?? null;
  }

  protected reply(asked: Asked): Reply {
    const { as, method, path, version, headers } = asked;
    if (questionOf(asked) === `POST ${SIGN_IN}`) return this.#signIn(member(asked.sent, 'auth') as Auth);
    if (as === null && headers['x-auth-token'] !== undefined) throw UNKNOWN;
    const found = find(asked) ?? toEveryone(asked);
    if (found) return replyOf(found);
    const none = method === 'GET' ? NEVER_RECORDED.exec(path)?.[1] : undefined;
    if (none !== undefined) return { body: { [none.replaceAll('-', '_')]: [] } };
    throw unrecorded(`${as} ${method} ${path} ${version ?? ''}`);
  }

  /** Tokens as recorded for the same user and scope; passwords are checked here, as the recording has none. */
  #signIn(auth: Auth): Reply {
    const { password, token } = auth.identity;
    const trust = auth.scope?.['OS-TRUST:trust']?.id;
    const holder = token && this.#tokens.get(token.id);
    if ((password && password.user.password !== PASSWORD) || (token && !holder)) throw UNKNOWN;
    const wanted = JSON.stringify(
      withoutSecrets({ auth: token ? { ...auth, identity: { methods: ['token'], token: { id: holder } } } : auth }),
    );
    const isWanted = ({ answer, sent }: Exchange): boolean =>
      trust === undefined ? JSON.stringify(sent) === wanted : holderOf((answer as TokenAnswer).token) === this.trusts.get(trust);
    const recorded = BY_QUESTION.get(`POST ${SIGN_IN}`)?.find((item) => item.status === 201 && isWanted(item));
    if (!recorded) throw trust === undefined ? UNKNOWN : new Refusal(404, { error: { code: 404, message: 'Could not find trust.' } });
    const given = (recorded.answer as TokenAnswer).token;
    const id = `token-${++this.#made}`;
    this.#tokens.set(id, holderOf(given));
    const body = { token: { ...given, expires_at: new Date(Date.now() + 3_600_000).toISOString() } };
    return { status: 201, body, headers: { 'x-subject-token': id } };
  }
}

interface Auth {
  identity: { password?: { user: { password: string } }; token?: { id: string } };
  scope?: { 'OS-TRUST:trust'?: { id: string } };
}

interface TokenAnswer {
  token: Parameters<typeof holderOf>[0];
}

function find(asked: Asked): Exchange | undefined {
  const fits = (BY_QUESTION.get(questionOf(asked)) ?? []).filter((item) => item.as === asked.as && item.version === asked.version);
  const sent = JSON.stringify(withoutSecrets(asked.sent));
  const same = asked.method === 'GET' ? fits : fits.filter((item) => JSON.stringify(item.sent) === sent);
  return same.find(({ status }) => status < 300) ?? same[0];
}

/** What the services say to everyone: which versions they speak. */
const toEveryone = (asked: Asked): Exchange | undefined =>
  /^\/\w+\/v\d[\d.]*\/$/.test(asked.path) ? BY_QUESTION.get(questionOf(asked))?.[0] : undefined;

function replyOf({ status, answer, headers }: Exchange): Reply {
  const type = { 'content-type': headers['content-type'] ?? 'application/json' };
  if (typeof answer === 'string') return { status, bytes: Buffer.from(answer), headers: type };
  return { status, headers: type, ...(answer !== null && { body: answer }) };
}
