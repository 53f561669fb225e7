/** Keystone's application credentials: what users make for their scripts, each good in the project of the token it was asked for with. */
import { createHash, randomBytes } from 'node:crypto';
import { forbidden, linksTo, notFound } from './keystone.ts';
import type { People, User } from './people.ts';
import type { Item, Json } from './recorded.ts';
import { member, Refusal, text, tokenIn, type Question, type Route } from './reply.ts';

interface Kept extends Item {
  readonly name: string;
  readonly project_id: string;
  readonly user_id: string;
  readonly roles: readonly { id: string; name: string }[];
  readonly expires_at: string | null;
}

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Whom a credential lets in, and where. */
interface Opened {
  user: User;
  projectId: string;
  /** Names of the roles that its tokens have. */
  roles: readonly string[];
}

/** Those of one cloud. */
export class ApplicationCredentials {
  readonly #people: People;
  readonly #kept = new Map<string, { shown: Kept; secretHash: string }>();

  constructor(people: People) {
    this.#people = people;
  }

  of(userId: string): Kept[] {
    return [...this.#kept.values()].map(({ shown }) => shown).filter((one) => one.user_id === userId);
  }

  /** Undefined where the secret is another one, or the credential has ended or is gone. */
  open(id: string | undefined, secret: string | undefined): Opened | undefined {
    const found = this.#kept.get(id ?? '');
    if (!found || secret === undefined || hashOf(secret) !== found.secretHash) return undefined;
    const { user_id: userId, project_id: projectId, roles, expires_at: end } = found.shown;
    const user = this.#people.user(userId);
    if (!user?.enabled || (end !== null && Date.parse(`${end}Z`) <= Date.now())) return undefined;
    return { user, projectId, roles: roles.map(({ name }) => name) };
  }

  /** Throws Refusal. */
  make(user: User, projectId: string, wanted: unknown): Kept & { secret: string } {
    const name = text(member(wanted, 'name')) ?? '';
    if (this.of(user.id).some((one) => one.name === name)) throw conflict();
    const held = this.#people.rolesIn(user.id, 'project', projectId);
    const asked = member(wanted, 'roles') as readonly Json[] | undefined;
    const roles = asked ? asked.map((role) => held.find((one) => one.id === role['id'] || one.name === role['name'])) : held;
    if (roles.some((role) => role === undefined)) throw notFound('role', 'assigned to the user');
    const secret = randomBytes(48).toString('base64url');
    const shown: Kept = {
      id: randomBytes(16).toString('hex'),
      name,
      description: text(member(wanted, 'description')) ?? null,
      project_id: projectId,
      user_id: user.id,
      roles: roles.flatMap((role) => (role ? [{ id: role.id, name: role.name }] : [])),
      expires_at: text(member(wanted, 'expires_at')) ?? null,
      unrestricted: member(wanted, 'unrestricted') === true,
      system: null,
    };
    this.#kept.set(shown.id, { shown, secretHash: hashOf(secret) });
    return { ...shown, secret };
  }

  remove(userId: string, id: string): void {
    if (this.#kept.get(id)?.shown.user_id !== userId) throw notFound('application credential', id);
    this.#kept.delete(id);
  }
}

const conflict = (): Refusal => {
  const message = 'Conflict occurred attempting to store application_credential - Duplicate entry.';
  return new Refusal(409, { error: { code: 409, message, title: 'Conflict' } });
};

/** `revoke`: ends the tokens that a credential was used for. */
export function credentialRoutes(credentials: ApplicationCredentials, revoke: (credentialId: string) => void): Route[] {
  const path = (ending: string) => new RegExp(String.raw`^/v3/users/([^/]+)/application_credentials${ending}$`);
  /** Users see and change their own; a token that came of a credential changes none. */
  const own = (question: Question, userId: string) => {
    const token = tokenIn(question);
    if (token.user.id !== userId) throw forbidden();
    return token;
  };
  return [
    {
      method: 'GET',
      path: path(''),
      answer(question, userId = '') {
        own(question, userId);
        const found = credentials.of(userId);
        return { items: found.length, body: { application_credentials: found, links: linksTo(question) } };
      },
    },
    {
      method: 'POST',
      path: path(''),
      answer(question, userId = '') {
        const token = own(question, userId);
        if (token.projectId === undefined || token.credentialId !== undefined) throw forbidden();
        const made = credentials.make(token.user, token.projectId, member(question.body, 'application_credential'));
        return { status: 201, body: { application_credential: made } };
      },
    },
    {
      method: 'DELETE',
      path: path('/([^/]+)'),
      answer(question, userId = '', id = '') {
        if (own(question, userId).credentialId !== undefined) throw forbidden();
        credentials.remove(userId, id);
        revoke(id);
        return { status: 204 };
      },
    },
  ];
}
