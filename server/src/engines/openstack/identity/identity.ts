import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Scope } from '@gantry/contract/access/roles';
import { GantryError } from '@gantry/contract/wire/errors';
import type {
  Account,
  ApplicationCredentials,
  Credentials,
  EnterableScope,
  Grant,
  Identity,
  Principal,
  ProjectAccess,
  Right,
} from '../../../port/engine.ts';
import type { Api } from '../client/api.ts';
import { ServiceError } from '../client/errors.ts';
import { ownProjects, type KeystoneDomain, type KeystoneProject } from '../client/keystone.ts';
import { passwordToken, replacePassword, type KeystoneName } from '../client/passwords.ts';
import { rescope, type Keystone, type Token, type TokenScope } from '../client/tokens.ts';
import { credentialOf, type UserCredential } from './credential.ts';
import type { People } from './people.ts';
import { ownRoles, type Held, type Rights } from './roles.ts';
import { expiredUser, signInRefusal } from './sign-in-refusal.ts';

/** Who may bring images is said by the cloud's own policies, so nothing is kept from anybody here. */
const OWN_POLICY = ['image_upload'] as const;
/** Failed sign-ins end on a multiple of this after their beginning: Keystone answers for an unknown user sooner than for a wrong password. */
const FAILURE_MS = 1000;
/** Keystone hashes in several processes, each sign-in for some hundred milliseconds. */
const SIGN_INS_AT_ONCE = 16;

/** A name without case, accents, blanks and signs that nobody sees: MySQL's collations tell names apart by none of them. */
const loose = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[\p{M}\p{C}\p{Z}]/gu, '')
    .toLowerCase();

export interface KeystoneIdentityOptions {
  api: Api;
  keystone: Keystone;
  people: People;
  /** Id of the project whose token is good for the whole cloud; undefined where not known. */
  cloudProject(): Promise<string | undefined>;
  applicationCredentials: ApplicationCredentials;
}

/** Sign-in at Keystone; the rights are those of its assignments by the configured table, never what a token would let through. */
export class KeystoneIdentity implements Identity {
  readonly #options: KeystoneIdentityOptions;

  readonly signInsAtOnce = SIGN_INS_AT_ONCE;
  readonly applicationCredentials: ApplicationCredentials;

  constructor(options: KeystoneIdentityOptions) {
    this.#options = options;
    this.applicationCredentials = options.applicationCredentials;
  }

  /** By names: which user it is Keystone tells only those who sign in. Its database decides which spellings are the same, so all are taken for it that may be. */
  async account({ domain, username }: Omit<Credentials, 'password'>): Promise<Account> {
    const found = await this.#options.people.domainNamed(domain);
    return { key: `${loose(found?.name ?? domain)} ${loose(username)}`, userId: null, domainId: found?.id ?? null };
  }

  async signIn(given: Credentials, next?: string): Promise<Principal> {
    const startedAt = Date.now();
    const { people } = this.#options;
    const domain = await people.domainNamed(given.domain);
    const user = { name: given.username, domain: domain ? { id: domain.id } : { name: given.domain } };
    const token = await this.#answered(domain, startedAt, () => this.#signedIn(user, given.password, next));
    const rights = await people.rights(token.user.id);
    return {
      userId: token.user.id,
      userName: token.user.name,
      domainId: token.user.domain.id,
      domainName: token.user.domain.name,
      roles: ownRoles(rights, token.user.domain.id),
      isSuperuser: rights.system !== null && !rights.system.readOnly,
      permissions: [],
      externalProvider: null,
      credential: { unscoped: token.id, token: null, projectId: null, cloud: false } satisfies UserCredential,
      expiresAt: token.expiresAt,
    };
  }

  /** A sign-in, refused in our words and after as long as any other. */
  async #answered(domain: KeystoneDomain | undefined, startedAt: number, signIn: () => Promise<Token>): Promise<Token> {
    try {
      return await signIn();
    } catch (error) {
      if (!(error instanceof ServiceError) || error.httpStatus < 400 || error.httpStatus >= 500) throw error;
      await sleep(FAILURE_MS - ((Date.now() - startedAt) % FAILURE_MS));
      throw signInRefusal(error, domain);
    }
  }

  /** Whoever gives a new password proves the present one first: by a token, or by Keystone's word that it was right and has expired. */
  async #signedIn(user: KeystoneName, password: string, next: string | undefined): Promise<Token> {
    const { keystone } = this.#options;
    if (next === undefined) return passwordToken(keystone, user, password);
    const id = await passwordToken(keystone, user, password).then(
      (token) => token.user.id,
      (error: unknown) => {
        const expired = error instanceof ServiceError ? expiredUser(error) : undefined;
        if (expired === undefined) throw error;
        return expired;
      },
    );
    await replacePassword(keystone, id, { current: password, next });
    return passwordToken(keystone, { id }, next);
  }

  async projects(principal: Principal): Promise<ProjectAccess[]> {
    const { api, people } = this.#options;
    const { unscoped } = credentialOf(principal.credential);
    const [rights, open] = await Promise.all([people.rights(principal.userId), ownProjects(api, unscoped)]);
    const byId = new Map<string, KeystoneProject>(open.map((project) => [project.id, project]));
    // Keystone leaves out disabled projects; users see them.
    const others = [...rights.projects.keys()].filter((id) => !byId.has(id));
    for (const project of await Promise.all(others.map((id) => people.project(id)))) if (project) byId.set(project.id, project);
    return [...rights.projects].flatMap(([id, { role, readOnly }]) => {
      const project = byId.get(id);
      if (!project) return [];
      const { name, description, enabled, domain_id: domainId } = project;
      return [{ id, name, description: description ?? '', enabled, domainId, role, readOnly }];
    });
  }

  /** By the user's own right. With it all tokens of the user end, those of the present session as well. */
  async changePassword({ userId, credential }: Principal, { current, next }: { current: string; next: string }): Promise<void> {
    try {
      await this.#options.api.ask('identity', {
        method: 'POST',
        path: `/users/${encodeURIComponent(userId)}/password`,
        as: { id: credentialOf(credential).unscoped, projectId: null },
        body: { user: { original_password: current, password: next } },
        answer: z.unknown(),
      });
    } catch (error) {
      if (error instanceof ServiceError && error.httpStatus === 401) throw new GantryError('invalid_credentials', { cause: error });
      throw error;
    }
  }

  async enter(principal: Principal, scope: EnterableScope): Promise<Grant> {
    const { keystone, people } = this.#options;
    const { unscoped } = credentialOf(principal.credential);
    const rights = await people.rights(principal.userId);
    const held = heldIn(rights, scope);
    if (!held) throw new GantryError('not_found');
    const entered = await this.#existing(scope);
    const token = await rescope(keystone, unscoped, await this.#tokenScope(scope, rights));
    const credential: UserCredential = { unscoped, token: token.id, projectId: token.projectId ?? null, cloud: scope.type === 'system' };
    return { scope: entered, role: held.role, readOnly: held.readOnly, permissions: OWN_POLICY, credential, expiresAt: token.expiresAt };
  }

  async check(principal: Principal): Promise<void> {
    const user = await this.#options.people.user(principal.userId);
    if (!user) throw new GantryError('unauthorized');
    const domain = await this.#options.people.domain(user.domain_id);
    if (!user.enabled || !domain?.enabled) throw new GantryError('user_disabled');
  }

  async holds(principal: Principal, right: Right): Promise<boolean> {
    if (right.scope.type === 'user') return true;
    const held = heldIn(await this.#options.people.rights(principal.userId), right.scope);
    if (!held || held.role !== right.role || held.readOnly !== right.readOnly) return false;
    return this.#isOpen(right.scope);
  }

  /** By what the service account knows of the user, groups and inheritance resolved. */
  async rightsNow(userId: string, projectId: string | null): Promise<Right[]> {
    const { people } = this.#options;
    if (!(await this.#isIn(userId))) return [];
    const rights = await people.rights(userId);
    const ids = [...rights.projects.keys()].filter((id) => projectId === null || id === projectId);
    const projects = await Promise.all(ids.map((id) => people.project(id)));
    const scopes = projects.flatMap((project): EnterableScope[] =>
      project ? [{ type: 'project', projectId: project.id, domainId: project.domain_id }] : [],
    );
    if (projectId === null)
      scopes.push({ type: 'system' }, ...[...rights.domains.keys()].map((id) => ({ type: 'domain', domainId: id }) as const));
    const found = await Promise.all(
      scopes.map(async (scope): Promise<Right[]> => {
        const held = heldIn(rights, scope);
        if (!held || !(await this.#isOpen(scope))) return [];
        return [{ scope, role: held.role, readOnly: held.readOnly, permissions: OWN_POLICY }];
      }),
    );
    return found.flat();
  }

  async #isIn(userId: string): Promise<boolean> {
    const { people } = this.#options;
    const user = await people.user(userId);
    return user?.enabled === true && (await people.domain(user.domain_id))?.enabled === true;
  }

  /** Whether project and domain of a scope are there and enabled: a disabled domain closes its projects, whoever works in them. */
  async #isOpen(scope: Scope): Promise<boolean> {
    const { people } = this.#options;
    if (scope.type === 'system' || scope.type === 'user') return true;
    const project = scope.type === 'project' ? await people.project(scope.projectId) : undefined;
    if (scope.type === 'project' && !project?.enabled) return false;
    return (await people.domain(project?.domain_id ?? scope.domainId))?.enabled ?? false;
  }

  /** Ends the sign-in token only: what Nova still builds with a scope's token goes on until that one ends. */
  async signOut(principal: Principal): Promise<void> {
    const { unscoped } = credentialOf(principal.credential);
    await this.#options.api.ask('identity', {
      method: 'DELETE',
      path: '/auth/tokens',
      as: { id: unscoped, projectId: null },
      headers: { 'x-subject-token': unscoped },
      answer: z.unknown(),
    });
  }

  /** The scope with what Keystone says of it, not the caller. Throws not_found, forbidden. */
  async #existing(scope: EnterableScope): Promise<EnterableScope> {
    const { people } = this.#options;
    if (scope.type === 'system') return scope;
    if (scope.type === 'domain') {
      const domain = await people.domain(scope.domainId);
      if (!domain) throw new GantryError('not_found');
      if (!domain.enabled) throw new GantryError('forbidden');
      return scope;
    }
    const project = await people.project(scope.projectId);
    if (!project) throw new GantryError('not_found');
    if (!project.enabled) throw new GantryError('forbidden');
    return { type: 'project', projectId: project.id, domainId: project.domain_id };
  }

  async #tokenScope(scope: EnterableScope, rights: Rights): Promise<TokenScope> {
    if (scope.type === 'project') return { project: { id: scope.projectId } };
    if (scope.type === 'domain') return { domain: { id: scope.domainId } };
    const cloudProject = await this.#options.cloudProject();
    return rights.system?.by === 'cloud_project' && cloudProject ? { project: { id: cloudProject } } : { system: { all: true } };
  }
}

function heldIn(rights: Rights, scope: EnterableScope): Held | undefined {
  if (scope.type === 'system') return rights.system ?? undefined;
  return scope.type === 'domain' ? rights.domains.get(scope.domainId) : rights.projects.get(scope.projectId);
}
