import { ApplicationCredentials } from './application-credentials.ts';
import type { Chance } from './chance.ts';
import type { ReplayOptions } from './options.ts';
import type { People, User } from './people.ts';
import { answerTo, CLOUD, idOf, tokenOf, type Json } from './recorded.ts';
import { holderOf } from './recording.ts';
import { member, Refusal, text, unrecorded, type AccessRule, type Token } from './reply.ts';

/** Milliseconds that a sign-in is good for, as recorded. */
const LIFE_MS = 4 * 3600_000;

/** Sorts of recorded tokens: each has members of its own. */
const MODELS = {
  project: tokenOf((token) => 'project' in token),
  domain: tokenOf((token) => 'domain' in token),
  unscoped: tokenOf((token) => !('project' in token) && !('domain' in token)),
};

/** What Keystone says of a new password that its user has had before, where it remembers them (`unique_last_password_count`). */
const REUSED =
  'The new password cannot be identical to a previous password. The total number of previous passwords that must be unique is 1.';

/** Services that are replayed; a token's catalogue lists no others. */
const isReplayed = (entry: unknown): boolean =>
  ['identity', 'compute', 'image', 'network', 'volumev3', 'block-storage', 'placement'].includes(String(member(entry, 'type')));

type Endpoint = Json & { url: string };
/** Services whose answers are not recorded: they are played by hand. */
const FURTHER = ['load-balancer', 'key-manager'];

/** What a token is good for that an application credential was used for. */
interface Limited {
  id: string;
  roles: readonly string[];
  rules: readonly AccessRule[] | null;
}

const instant = (time: number): string => new Date(time).toISOString().replace('Z', '000Z');

/** One user's leave for another to act in a project in the first one's place. */
export interface Trust {
  trustor: string;
  trustee: string;
  projectId: string;
}

/** Keystone's tokens: given out, known again, revoked. */
export class Tokens {
  readonly #people: People;
  readonly #options: ReplayOptions;
  readonly #chance: Chance;
  readonly #tokens = new Map<string, Token>();
  readonly #credential: string;
  /** Those that users have made. */
  readonly credentials: ApplicationCredentials;
  #made = 0;
  /** What users have entrusted others with, by its id. */
  readonly trusts = new Map<string, Trust>();

  constructor(people: People, options: ReplayOptions, chance: Chance) {
    this.#people = people;
    this.credentials = new ApplicationCredentials(people);
    this.#options = options;
    this.#chance = chance;
    this.#credential = chance.hex('credential', 0);
  }

  /** Ends the tokens that were given for an application credential. */
  revokeOf(credentialId: string): void {
    for (const [id, token] of this.#tokens) if (token.credentialId === credentialId) this.#tokens.delete(id);
  }

  /** Id of the one application credential that is there from the beginning: the administrator's, in project `admin`. */
  get credentialId(): string {
    return this.#credential;
  }

  find(id: string | undefined): Token | undefined {
    const token = id === undefined ? undefined : this.#tokens.get(id);
    return token && token.expiresAt > Date.now() ? token : undefined;
  }

  revoke(id: string): boolean {
    return this.#tokens.delete(id);
  }

  /** All of them are worth nothing any more, as after Keystone has lost its keys. */
  revokeAll(): void {
    this.#tokens.clear();
  }

  /** Answers `POST /v3/auth/tokens`. Throws Refusal. */
  issue(auth: unknown): { id: string; token: Json } {
    const signedIn = this.#signIn(member(auth, 'identity'));
    const { methods, expiresAt, within, credential } = signedIn;
    const trust = this.#trustOf(member(auth, 'scope'), signedIn.user);
    const user = trust ? this.#people.user(trust.trustor)! : signedIn.user;
    const place = trust ? { type: 'project' as const, id: trust.projectId } : this.#placeOf(member(auth, 'scope') ?? within);
    const scope = place && this.#scopeOf(user, place, credential?.roles);
    const model = MODELS[place?.type ?? 'unscoped'];
    const token: Token = {
      id: `replay-${this.#chance.hex('token', ++this.#made)}`,
      holder: holderOf({ user, ...(place && { [place.type]: place }) }),
      user,
      projectId: place?.type === 'project' ? place.id : undefined,
      isAdmin: scope?.roles.some(({ name }) => name === 'admin') ?? false,
      expiresAt,
      credentialId: credential?.id,
      rules: credential?.rules ?? null,
    };
    this.#tokens.set(token.id, token);
    const domain = this.#people.domain(user.domain_id)!;
    return {
      id: token.id,
      token: {
        ...model,
        methods,
        user: { ...(model['user'] as Json), id: user.id, name: user.name, domain: { id: domain.id, name: domain.name } },
        audit_ids: [this.#chance.hex('audit', this.#made).slice(0, 22)],
        expires_at: instant(expiresAt),
        issued_at: instant(Date.now()),
        ...(scope && { [scope.type]: scope.member, roles: scope.roles, catalog: catalogueFor(model['catalog'], token.projectId) }),
      },
    };
  }

  #signIn(identity: unknown): { user: User; methods: string[]; expiresAt: number; within?: Json; credential?: Limited } {
    const expiresAt = Date.now() + LIFE_MS;
    const credential = member(identity, 'application_credential');
    if (credential !== undefined) {
      const id = text(member(credential, 'id'));
      const opened = this.credentials.open(id, text(member(credential, 'secret')));
      if (id !== undefined && opened) {
        const { user, projectId, roles, rules } = opened;
        return {
          user,
          methods: ['application_credential'],
          expiresAt,
          within: { project: { id: projectId } },
          credential: { id, roles, rules },
        };
      }
      const admin = this.#people.users.find(({ name }) => name === 'admin')!;
      const named = member(credential, 'id') === this.#credential || member(credential, 'name') === 'replay';
      if (!named || member(credential, 'secret') !== this.#options.password) throw unauthorized();
      return { user: admin, methods: ['application_credential'], expiresAt, within: { project: { id: idOf('admin') } } };
    }
    const given = member(identity, 'token');
    if (given !== undefined) {
      const token = this.find(text(member(given, 'id')));
      if (!token) throw unauthorized();
      return { user: token.user, methods: ['token', 'password'], expiresAt: token.expiresAt };
    }
    const wanted = member(member(identity, 'password'), 'user');
    const user = this.#userOf(wanted);
    const password = this.#passwordOf(user?.id);
    if (!user?.enabled || member(wanted, 'password') !== password) throw unauthorized();
    if (this.#people.expired.has(user.id)) throw unauthorized(`The password is expired and needs to be changed for user: ${user.id}.`);
    return { user, methods: ['password'], expiresAt };
  }

  #passwordOf = (userId = ''): string => this.#people.passwords.get(userId) ?? this.#options.password;

  /** Answers `POST /v3/users/{id}/password`: by the present password alone. Throws Refusal. */
  replacePassword(userId: string, wanted: unknown): void {
    if (!this.#people.user(userId) || member(wanted, 'original_password') !== this.#passwordOf(userId)) throw unauthorized();
    const next = text(member(wanted, 'password')) ?? '';
    if (next === this.#passwordOf(userId)) throw new Refusal(400, { error: { code: 400, message: REUSED, title: 'Bad Request' } });
    this.#people.passwords.set(userId, next);
    this.#people.expired.delete(userId);
  }

  /** The trust that a token is asked for. Throws Refusal as Keystone does of one that is not there, and for who is not trusted by it. */
  #trustOf(scope: unknown, user: User): Trust | undefined {
    const wanted = member(scope, 'OS-TRUST:trust');
    if (wanted === undefined) return undefined;
    const id = text(member(wanted, 'id')) ?? '';
    const trust = this.trusts.get(id);
    if (!trust) throw new Refusal(404, { error: { code: 404, message: `Could not find trust: ${id}.`, title: 'Not Found' } });
    const isGood = trust.trustee === user.id && this.#people.user(trust.trustor)?.enabled === true;
    if (!isGood) throw new Refusal(403, { error: { code: 403, message: 'Trustee has no delegated roles.', title: 'Forbidden' } });
    return trust;
  }

  #userOf(wanted: unknown): User | undefined {
    const id = text(member(wanted, 'id'));
    if (id !== undefined) return this.#people.user(id);
    const domainId = this.#domainOf(member(wanted, 'domain'));
    return this.#people.users.find(({ name, domain_id: domain }) => name === member(wanted, 'name') && domain === domainId);
  }

  #domainOf(wanted: unknown): string | undefined {
    const [id, name] = [member(wanted, 'id'), member(wanted, 'name')];
    return this.#people.domains.find((domain) => domain.id === id || domain.name === name)?.id;
  }

  #placeOf(scope: unknown): { type: 'project' | 'domain'; id: string } | undefined {
    if (scope === undefined || scope === 'unscoped') return undefined;
    const project = member(scope, 'project');
    const domain = member(scope, 'domain');
    if (project !== undefined) {
      const domainId = this.#domainOf(member(project, 'domain'));
      const isIt = (item: { id: string; name: string; domain_id: string }): boolean =>
        item.id === member(project, 'id') || (item.name === member(project, 'name') && item.domain_id === domainId);
      return { type: 'project', id: this.#people.projects.find(isIt)?.id ?? '' };
    }
    if (domain !== undefined) return { type: 'domain', id: this.#domainOf(domain) ?? '' };
    throw unrecorded('a token of the system scope');
  }

  /** What a token of the place holds. Keystone answers alike for a place that does not exist and for one without a role. */
  #scopeOf(user: User, { type, id }: { type: 'project' | 'domain'; id: string }, only?: readonly string[]) {
    const roles = this.#people.rolesIn(user.id, type, id).filter(({ name }) => only?.includes(name) ?? true);
    const place = type === 'project' ? this.#people.project(id) : this.#people.domain(id);
    if (!place || place['enabled'] === false || roles.length === 0) throw unauthorized();
    const domain = this.#people.domain('domain_id' in place ? String(place['domain_id']) : place.id)!;
    const own = { id: place.id, name: place.name };
    return { type, roles, member: type === 'project' ? { domain: { id: domain.id, name: domain.name }, ...own } : own };
  }
}

/** `message`: what Keystone says beside what it says of all sign-ins that it refuses. */
function unauthorized(message?: string): Refusal {
  const recorded = answerTo('POST', /auth\/tokens$/, 401);
  return new Refusal(401, message === undefined ? recorded : { error: { ...(recorded['error'] as Json), message } });
}

/** The recorded catalogue, with the token's own project in the addresses that name one. */
function catalogueFor(catalogue: unknown, projectId: string | undefined): unknown[] {
  if (!Array.isArray(catalogue)) throw new Error('the recorded token has no catalogue');
  const isNamed = new RegExp(`^(${CLOUD}/volume/v3)/[^/]*$`);
  const recorded = (catalogue as Json[]).filter(isReplayed).map((entry) => ({
    ...entry,
    endpoints: (entry['endpoints'] as Endpoint[]).map((endpoint) => ({
      ...endpoint,
      url: endpoint.url.replace(isNamed, `$1/${projectId ?? ''}`),
    })),
  }));
  const model = recorded.find((entry: Json) => entry['type'] === 'network');
  const further = (model ? FURTHER : []).map((type) => ({
    ...model,
    id: type,
    name: type,
    type,
    endpoints: model!.endpoints.map((endpoint) => ({ ...endpoint, url: `${CLOUD}/${type}` })),
  }));
  return [...recorded, ...further];
}
