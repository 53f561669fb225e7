import {
  DOMAIN_PERMISSIONS,
  entersDomain,
  entersSystem,
  SYSTEM_PERMISSIONS,
  type HeldPermission,
} from '@gantry/contract/access/permissions';
import type { Role } from '@gantry/contract/access/roles';
import { projectKind } from '@gantry/contract/nouns/projects/entity';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Visibility } from '../../../port/store/rows.ts';
import type { Account, Credentials, EnterableScope, Grant, Identity, Principal, ProjectAccess, Right } from '../../../port/engine.ts';
import type { DomainDocument, ProjectDocument, UserDocument } from '../../../engines/embedded/platform/documents.ts';
import { domainName, idOfName, userName } from './names.ts';
import { hashPassword, HASHES_AT_ONCE, isPassword } from './passwords.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import { withGroups } from './rights.ts';

/** Most rows of one read. */
const PAGE = 1000;

/** Users, projects and roles of the embedded platform. */
export function identityOf(platform: Platform): Identity {
  return {
    signInsAtOnce: HASHES_AT_ONCE,
    signIn: (credentials, next) => signIn(platform, credentials, next),
    account: (name) => accountOf(platform, name),
    projects: (principal) => projectsOf(platform, principal),
    changePassword: (principal, passwords) => changePassword(platform, principal.userId, passwords),
    enter: (principal, scope) => enter(platform, principal, scope),
    check: async (principal) => {
      await currentUser(platform, principal.userId);
    },
    principal: async (userId) => {
      const user = await currentUser(platform, userId);
      const domain = await platform.document(platform.store.read, 'domain', user.domain_id);
      if (!domain) throw new GantryError('unauthorized');
      return principalOf(user, domain);
    },
    rightsNow: (userId, projectId) => rightsNow(platform, userId, projectId),
    holds: async (principal, { scope, role, readOnly, permissions }) => {
      if (scope.type === 'user') return true;
      try {
        const now = await enter(platform, principal, scope);
        return now.role === role && now.readOnly === readOnly && isSame(now.permissions, permissions);
      } catch (error) {
        if (error instanceof GantryError) return false;
        throw error;
      }
    },
  };
}

interface Found {
  domain: DomainDocument | undefined;
  user: UserDocument | undefined;
}

async function signIn(platform: Platform, credentials: Credentials, next?: string): Promise<Principal> {
  const { user, domain } = await find(platform, credentials);
  // Of nobody it is looked for as well, so that it takes as long.
  const record = await platform.buckets.passwords.get(platform.store.records, user?.id ?? '');
  const right = await isPassword(record, credentials.password, platform.settings.passwordCost);
  if (!user || !domain || !right) throw new GantryError('invalid_credentials');
  if (!user.enabled || !domain.enabled) throw new GantryError('user_disabled');
  if (next !== undefined) await changePassword(platform, user.id, { current: credentials.password, next });
  return principalOf(await withGroups(platform, platform.store.read, user), domain);
}

/** `user` with the rights of its groups. */
const principalOf = (user: UserDocument, domain: DomainDocument): Principal => ({
  userId: user.id,
  userName: user.name,
  domainId: domain.id,
  domainName: domain.name,
  roles: [user.role],
  isSuperuser: user.system_permissions.includes('superuser'),
  permissions: [...ofSystem(user), ...ofDomain(user)],
  externalProvider: user.identity_provider,
  credential: null,
  expiresAt: null,
});

async function changePassword(platform: Platform, userId: string, { current, next }: { current: string; next: string }): Promise<void> {
  const { passwords } = platform.buckets;
  const { passwordCost } = platform.settings;
  const known = await passwords.get(platform.store.records, userId);
  if (!(await isPassword(known, current, passwordCost))) throw new GantryError('invalid_credentials');
  const record = await hashPassword(next, passwordCost);
  await platform.change(async ({ records }) => {
    // Of two changes at once the first is made: what the second calls current is so no more.
    if ((await passwords.get(records, userId))?.hash !== known?.hash) throw new GantryError('invalid_credentials');
    await passwords.put(records, userId, record);
  });
}

async function accountOf(platform: Platform, name: Omit<Credentials, 'password'>): Promise<Account> {
  const { user, domain } = await find(platform, name);
  const nobody = () => `nobody ${domain?.id ?? domainName(name.domain)} ${userName('', name.username)}`;
  return { key: user ? `user ${user.id}` : nobody(), userId: user?.id ?? null, domainId: domain?.id ?? null };
}

/** `domain` is an id or a name, the id first (decision A5). What there is not is looked for to the end as well: it takes as long. */
async function find(platform: Platform, { domain, username }: Omit<Credentials, 'password'>): Promise<Found> {
  const { read, records } = platform.store;
  const byId = await platform.document(read, 'domain', domain);
  const domainId = byId ? byId.id : await idOfName(platform, records, domainName(domain));
  const found = byId ?? (await platform.document(read, 'domain', domainId ?? ''));
  const userId = await idOfName(platform, records, userName(domainId ?? '', username));
  const user = await platform.document(read, 'user', userId ?? '');
  return { domain: found, user: found && user };
}

/** The user as it is now, with the rights of the groups. Throws unauthorized when it is gone, user_disabled when it or its domain is disabled. */
async function currentUser(platform: Platform, userId: string): Promise<UserDocument> {
  const user = await platform.document(platform.store.read, 'user', userId);
  const domain = user && (await platform.document(platform.store.read, 'domain', user.domain_id));
  if (!user || !domain) throw new GantryError('unauthorized');
  if (!user.enabled || !domain.enabled) throw new GantryError('user_disabled');
  return withGroups(platform, platform.store.read, user);
}

const held =
  <P extends HeldPermission>(all: readonly P[]) =>
  (given: readonly string[]): P[] =>
    all.filter((one) => given.includes(one));
/** Permissions in one order. */
const ofSystem = (user: UserDocument): HeldPermission[] => held(SYSTEM_PERMISSIONS)(user.system_permissions);
const ofDomain = (user: UserDocument): HeldPermission[] => held(DOMAIN_PERMISSIONS)(user.domain_permissions);
const isSame = (some: readonly string[], others: readonly string[]): boolean => some.join() === others.join();

type Held = Pick<Grant, 'role' | 'readOnly'>;

/** What a user holds in a project, or undefined where that is nothing. */
function heldIn(user: UserDocument, project: ProjectDocument): Held | undefined {
  if (user.role === 'system_admin') return { role: 'system_admin', readOnly: false };
  if (user.role === 'domain_admin' && user.domain_id === project.domain_id) return { role: 'domain_admin', readOnly: false };
  const assigned = user.assigned_projects.find(({ project_id }) => project_id === project.id);
  return assigned && { role: assigned.role, readOnly: assigned.read_only };
}

async function enter(platform: Platform, principal: Principal, scope: EnterableScope): Promise<Grant> {
  return grantOf(platform, await currentUser(platform, principal.userId), scope);
}

/** Throws not_found where the user has no role there, forbidden where it is disabled. */
async function grantOf(platform: Platform, user: UserDocument, scope: EnterableScope): Promise<Grant> {
  const grant = (role: Role, readOnly = false): Grant => {
    const permissions = scope.type === 'system' ? ofSystem(user) : user.domain_id === scope.domainId ? ofDomain(user) : [];
    return { scope, role, readOnly, permissions, credential: null, expiresAt: null };
  };
  if (scope.type === 'system') {
    if (user.role !== 'system_admin' && !entersSystem(ofSystem(user))) throw new GantryError('not_found');
    return grant(user.role);
  }
  const domain = await platform.document(platform.store.read, 'domain', scope.domainId);
  if (scope.type === 'domain') {
    const works = user.role === 'domain_admin' || entersDomain(ofDomain(user));
    const rules = user.role === 'system_admin' || (works && user.domain_id === scope.domainId);
    if (!domain || !rules) throw new GantryError('not_found');
    if (!domain.enabled) throw new GantryError('forbidden');
    return grant(user.role);
  }
  const project = await platform.document(platform.store.read, 'project', scope.projectId);
  const held = project && heldIn(user, project);
  if (!domain || !held || project.domain_id !== scope.domainId) throw new GantryError('not_found');
  if (!project.enabled || !domain.enabled) throw new GantryError('forbidden');
  return grant(held.role, held.readOnly);
}

/** Undefined where somebody is out, or not let in. */
async function ifLetIn<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof GantryError) return undefined;
    throw error;
  }
}

async function rightsNow(platform: Platform, userId: string, projectId: string | null): Promise<Right[]> {
  const user = await ifLetIn(currentUser(platform, userId));
  if (!user) return [];
  const ids = projectId === null ? user.assigned_projects.map(({ project_id: id }) => id) : [projectId];
  const projects = await platform.store.read.getMany(platform.id, 'project', ids);
  const scopes: EnterableScope[] = [...projects.values()].map(({ id, document }) => ({
    type: 'project',
    projectId: id,
    domainId: document.domain_id,
  }));
  if (projectId === null) scopes.unshift({ type: 'system' }, { type: 'domain', domainId: user.domain_id });
  const grants = await Promise.all(scopes.map((scope) => ifLetIn(grantOf(platform, user, scope))));
  return grants.filter((grant) => grant !== undefined);
}

/** All projects a user may see in the chooser: administrators see those of their realm, everyone those they are assigned to. */
async function projectsOf(platform: Platform, principal: Principal): Promise<ProjectAccess[]> {
  const user = await currentUser(platform, principal.userId);
  const found =
    user.role === 'system_admin'
      ? await everyProject(platform, user, { type: 'system' })
      : user.role === 'domain_admin'
        ? await realmAndAssigned(platform, user)
        : await assignedProjects(platform, user);
  return found.flatMap((project) => {
    const held = heldIn(user, project);
    const { id, name, description, enabled, domain_id: domainId } = project;
    return held ? [{ id, name, description, enabled, domainId, ...held }] : [];
  });
}

async function everyProject(platform: Platform, user: UserDocument, scope: Visibility['scope']): Promise<ProjectDocument[]> {
  const projects: ProjectDocument[] = [];
  let marker: string | undefined;
  do {
    const page = await platform.store.read.list({
      kind: projectKind,
      visibility: { scope, userId: user.id, domainId: user.domain_id },
      filters: {},
      sort: { key: 'name', descending: false },
      limit: PAGE,
      marker,
    });
    projects.push(...page.rows.filter((row) => row.engine === platform.id).map((row) => row.document));
    marker = page.marker;
  } while (marker !== undefined);
  return projects;
}

/** A domain's administrator may have been assigned to projects of other domains as well. */
async function realmAndAssigned(platform: Platform, user: UserDocument): Promise<ProjectDocument[]> {
  const realm = await everyProject(platform, user, { type: 'domain', domainId: user.domain_id });
  const others = (await assignedProjects(platform, user)).filter(({ domain_id }) => domain_id !== user.domain_id);
  return [...realm, ...others];
}

async function assignedProjects(platform: Platform, user: UserDocument): Promise<ProjectDocument[]> {
  const found = await Promise.all(
    user.assigned_projects.map(({ project_id }) => platform.document(platform.store.read, 'project', project_id)),
  );
  return found.filter((project) => project !== undefined).toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
