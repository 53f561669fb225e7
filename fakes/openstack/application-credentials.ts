/** Keystone's application credentials: what users make for their scripts, each good in the project of the token it was asked for with. */
import { randomBytes } from 'node:crypto';
import { rulesOf } from './access-rules.ts';
import { Collection } from './collection.ts';
import { collectionRoutes } from './collection-routes.ts';
import { forbidden, linksTo, notFound } from './keystone.ts';
import type { People, User } from './people.ts';
import type { Item, Json } from './recorded.ts';
import { Refusal, tokenIn, type AccessRule, type Question, type Route } from './reply.ts';

interface Credential extends Item {
  readonly project_id: string;
  readonly user_id: string;
  readonly roles: readonly { id: string; name: string }[];
  readonly expires_at: string | null;
  readonly access_rules: readonly AccessRule[] | null;
  readonly secret: string;
}

/** Whom a credential lets in, and where. */
interface Opened {
  user: User;
  projectId: string;
  /** Names of the roles that its tokens have. */
  roles: readonly string[];
  /** Requests that they are good for; null: all. */
  rules: readonly AccessRule[] | null;
}

/** Those of one cloud. */
export class ApplicationCredentials {
  readonly #people: People;
  readonly #byUser = new Map<string, Collection>();

  constructor(people: People) {
    this.#people = people;
  }

  of(userId: string): Collection {
    const fresh = { description: null, expires_at: null, unrestricted: false, system: null };
    const kept =
      this.#byUser.get(userId) ??
      new Collection({ members: ['application_credentials', 'application_credential'], items: [], make: () => fresh });
    this.#byUser.set(userId, kept);
    return kept;
  }

  /** Undefined where the secret is another one, or the credential has ended or is gone. */
  open(id: string | undefined, secret: string | undefined): Opened | undefined {
    const all = [...this.#byUser.values()];
    const found = all.map(({ items }) => items.get(id ?? '')).find((item) => item !== undefined) as Credential | undefined;
    if (!found || secret !== found.secret) return undefined;
    const { user_id: userId, project_id: projectId, roles, expires_at: end, access_rules: rules } = found;
    const user = this.#people.user(userId);
    if (!user?.enabled || (end !== null && Date.parse(`${end}Z`) <= Date.now())) return undefined;
    return { user, projectId, roles: roles.map(({ name }) => name), rules };
  }

  /** Roles of a new one: those that are named, or all that its user has. Throws Refusal. */
  rolesFor(userId: string, projectId: string, wanted: unknown): Credential['roles'] {
    const held = this.#people.rolesIn(userId, 'project', projectId);
    if (!Array.isArray(wanted)) return held;
    return (wanted as Json[]).map((role) => {
      const found = held.find((one) => one.id === role['id'] || one.name === role['name']);
      if (!found) throw notFound('role', 'assigned to the user');
      return found;
    });
  }
}

const conflict = (): Refusal => {
  const message = 'Conflict occurred attempting to store application_credential - Duplicate entry.';
  return new Refusal(409, { error: { code: 409, message, title: 'Conflict' } });
};

const withoutSecret = ({ secret: _secret, ...item }: Json): Json => item;

/** `revoke`: ends the tokens that a credential was used for. Users see and change their own; a token that came of a credential changes none. */
export const credentialRoutes = (credentials: ApplicationCredentials, revoke: (credentialId: string) => void): Route[] =>
  collectionRoutes((question: Question) => credentials.of(tokenIn(question).user.id), {
    path: '/v3/users/[^/]+/application_credentials',
    changes: null,
    unknown: (id) => notFound('application credential', id),
    admit(question, what) {
      const { user, credentialId, projectId } = tokenIn(question);
      if (!question.path.startsWith(`/v3/users/${user.id}/`)) throw forbidden();
      const changes = what === 'create' || what === 'delete';
      if (changes && credentialId !== undefined) throw forbidden();
      if (what === 'create' && projectId === undefined) throw forbidden();
    },
    listed: withoutSecret,
    shown: (item, { method }) => (method === 'POST' ? item : withoutSecret(item)),
    page: (many, items, question) => ({ [many]: items, links: linksTo(question) }),
    taken: conflict,
    idOf: () => randomBytes(16).toString('hex'),
    wanted(question, { roles, access_rules: rules, ...said }) {
      const { user, projectId = '' } = tokenIn(question);
      const limits = { roles: credentials.rolesFor(user.id, projectId, roles), access_rules: rulesOf(rules) };
      const own = { project_id: projectId, user_id: user.id, ...limits };
      return { ...said, ...own, secret: randomBytes(48).toString('base64url') };
    },
    follow(what, { id }) {
      if (what === 'removed') revoke(id);
    },
  });
