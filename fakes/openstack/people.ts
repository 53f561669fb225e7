import { Collection } from './collection.ts';
import type { Chance } from './chance.ts';
import type { ReplayOptions } from './options.ts';
import { CLOUD, idOf, listed, type Item, type Json } from './recorded.ts';

type Domain = Item & { readonly name: string };
export type Project = Domain & { readonly domain_id: string; readonly enabled: boolean };
export type User = Project;
export type Group = Domain & { readonly domain_id: string };

/** Where a role is held. */
export interface Scope extends Json {
  readonly project?: { readonly id: string };
  readonly domain?: { readonly id: string };
}
/** Whom a role is given to. */
export type Holder = { readonly user: string } | { readonly group: string };

/** A role that somebody holds somewhere. */
export interface Given extends Json {
  readonly role: { readonly id: string };
  readonly scope: Scope;
  readonly links: { readonly assignment: string; readonly prior_role?: string; readonly membership?: string };
}
interface Assignment extends Given {
  readonly user: { readonly id: string };
}
interface GroupAssignment extends Given {
  readonly group: { readonly id: string };
}

/** Projects in each domain beside the recorded ones. */
const PROJECTS_PER_DOMAIN = 20;
const KEYSTONE = `${CLOUD}/identity/v3`;

const numbered = (name: string, n: number): string => `${name}-${String(n + 1).padStart(4, '0')}`;
const copy = <T extends Item>(model: T, own: Partial<T> & { id: string }, place: string): T => ({
  ...model,
  ...own,
  links: { self: `${KEYSTONE}/${place}/${own.id}` },
});

const keptAs = (many: string, items: readonly Item[], fresh: Json): Collection =>
  new Collection({
    members: [many, many.slice(0, -1)],
    items,
    make: ({ id }) => ({ ...fresh, links: { self: `${KEYSTONE}/${many}/${String(id)}` } }),
  });
const put = ({ items }: Collection, item: Item): void => void items.set(item.id, item);

/** Who there is, and who may do what: the recorded domains, projects and users, and as many more as are wanted in the same shapes. */
export class People {
  /** What is listed, and changed; roles are not. */
  readonly kept = {
    domains: keptAs('domains', listed(/\/v3\/domains$/, 'domains'), { description: '', enabled: true, tags: [], options: {} }),
    projects: keptAs('projects', listed(/\/v3\/projects$/, 'projects'), {
      description: '',
      enabled: true,
      is_domain: false,
      tags: [],
      options: {},
    }),
    users: keptAs('users', listed(/\/v3\/users$/, 'users'), { enabled: true, password_expires_at: null, options: {} }),
    groups: keptAs('groups', [], { description: '' }),
    roles: keptAs('roles', listed(/\/v3\/roles$/, 'roles'), {}),
  };
  /** Whom all that are made up are like. */
  readonly #alice = this.users.find(({ name }) => name === 'alice')!;
  /** Ids of the users of each group. */
  readonly members = new Map<string, Set<string>>();
  /** Of those who were given one; all others have that of the options. */
  readonly passwords = new Map<string, string>();
  /** Ids of users whose passwords have expired: they set another one before they sign in. */
  readonly expired = new Set<string>();
  readonly #given = listed<Assignment>(/role_assignments\?effective=true$/, 'role_assignments');
  readonly #givenToGroups: GroupAssignment[] = [];
  /** The projects that servers belong to. */
  readonly tenants: readonly Project[];
  readonly #byUser = new Map<string, Assignment[]>();
  readonly #byProject = new Map<string, User[]>();

  constructor(options: ReplayOptions, chance: Chance) {
    for (let n = 0; n < Math.ceil((options.projects - 2) / PROJECTS_PER_DOMAIN); n++) this.#addDomain(n, chance);
    const own = Array.from({ length: options.projects - 2 }, (_, n) => this.#addProject(n, chance));
    this.tenants = [...['acme-prod', 'acme-dev'].map((name) => this.project(idOf(name))!), ...own];
    for (const assignment of this.#given) {
      append(this.#byUser, assignment.user.id, assignment);
      const { project } = assignment.scope;
      const user = project && this.user(assignment.user.id);
      if (user && !this.#byProject.get(project.id)?.includes(user)) append(this.#byProject, project.id, user);
    }
  }

  get domains(): Domain[] {
    return [...this.kept.domains.items.values()] as Domain[];
  }
  get projects(): Project[] {
    return [...this.kept.projects.items.values()] as Project[];
  }
  get users(): User[] {
    return [...this.kept.users.items.values()] as User[];
  }
  get groups(): Group[] {
    return [...this.kept.groups.items.values()] as Group[];
  }
  get roles(): Domain[] {
    return [...this.kept.roles.items.values()] as Domain[];
  }

  project = (id: string) => this.kept.projects.items.get(id) as Project | undefined;
  domain = (id: string) => this.kept.domains.items.get(id) as Domain | undefined;
  user = (id: string) => this.kept.users.items.get(id) as User | undefined;
  group = (id: string) => this.kept.groups.items.get(id) as Group | undefined;
  groupsOf = (userId: string): readonly Group[] => this.groups.filter(({ id }) => this.members.get(id)?.has(userId) === true);
  /** Effective ones: implied roles are listed too, and those of groups for each user, as `?effective` does. */
  assignmentsOf = (userId: string): readonly Assignment[] => [...(this.#byUser.get(userId) ?? []), ...this.#ofGroups(userId)];
  /** The same of everybody. */
  get assignments(): readonly Assignment[] {
    return [...this.#given, ...[...new Set([...this.members.values()].flatMap((ids) => [...ids]))].flatMap((id) => this.#ofGroups(id))];
  }
  /** As they were given: to users and groups, without what they imply. */
  get given(): readonly (Assignment | GroupAssignment)[] {
    return [...this.#given.filter(({ links }) => links.prior_role === undefined), ...this.#givenToGroups];
  }
  /** Those who hold a role in a project. */
  membersOf = (projectId: string): readonly User[] => this.#byProject.get(projectId) ?? [];

  /** Roles of a user in a place, `{id, name}` as tokens hold them. */
  rolesIn(userId: string, place: 'project' | 'domain', id: string): { id: string; name: string }[] {
    const ids = new Set(this.assignmentsOf(userId).flatMap(({ scope, role }) => (scope[place]?.id === id ? [role.id] : [])));
    return this.roles.filter((role) => ids.has(role.id)).map(({ id: roleId, name }) => ({ id: roleId, name }));
  }

  /** Forgets all that one held that is gone, and that was held in it: of a domain whatever was in it. */
  forget(id: string): void {
    for (const kept of [this.kept.projects, this.kept.users, this.kept.groups])
      for (const item of kept.list(new URLSearchParams({ domain_id: id }))) {
        kept.remove(item.id);
        this.forget(item.id);
      }
    this.members.delete(id);
    for (const ids of this.members.values()) ids.delete(id);
    this.#byUser.delete(id);
    const concerns = ({ scope, ...holder }: Given & { user?: { id: string }; group?: { id: string } }): boolean =>
      [scope.project?.id, scope.domain?.id, holder.user?.id, holder.group?.id].includes(id);
    this.#drop(concerns);
  }

  /** Gives a role, with those that it implies. */
  give(holder: Holder, roleId: string, scope: Scope, path: string): void {
    const role = this.roles.find(({ id }) => id === roleId)!;
    const user = 'user' in holder ? this.user(holder.user)! : undefined;
    const assignment = `${KEYSTONE}/${path}`;
    if (this.given.some(({ links }) => links.assignment === assignment)) return;
    if (!user)
      this.#givenToGroups.push({
        links: { assignment },
        scope,
        group: { id: 'group' in holder ? holder.group : '' },
        role: { id: roleId },
      });
    else for (const made of withImplied(this.roles, role.name, scope, assignment)) this.#add({ ...made, user: { id: user.id } });
  }

  /** Takes a role away; false where it was not given. */
  take(path: string): boolean {
    const assignment = `${KEYSTONE}/${path}`;
    if (!this.given.some(({ links }) => links.assignment === assignment)) return false;
    this.#drop(({ links }) => links.assignment === assignment);
    return true;
  }

  #add(assignment: Assignment): void {
    this.#given.push(assignment);
    append(this.#byUser, assignment.user.id, assignment);
  }

  #drop(isMeant: (given: Given) => boolean): void {
    for (const list of [this.#given, this.#givenToGroups, ...this.#byUser.values()] as Given[][])
      list.splice(0, Infinity, ...list.filter((one) => !isMeant(one)));
  }

  /** What a user has by groups. */
  #ofGroups(userId: string): Assignment[] {
    return this.#givenToGroups.flatMap(({ group, role, scope, links }) => {
      if (this.members.get(group.id)?.has(userId) !== true) return [];
      const { name } = this.roles.find(({ id }) => id === role.id)!;
      const membership = `${KEYSTONE}/groups/${group.id}/users/${userId}`;
      return withImplied(this.roles, name, scope, links.assignment).map((made) => ({
        ...made,
        links: { ...made.links, membership },
        user: { id: userId },
      }));
    });
  }

  #addDomain(n: number, chance: Chance): void {
    const id = chance.hex('domain', n);
    const name = numbered('org', n);
    put(this.kept.domains, copy(this.domain(idOf('acme'))!, { id, name, description: `Organisation ${n + 1}` }, 'domains'));
    this.#assign(this.#addUser(`${name}-admin`, id, chance), 'admin', { domain: { id } }, `domains/${id}`);
  }

  #addProject(n: number, chance: Chance): Project {
    const domain = chance.hex('domain', Math.floor(n / PROJECTS_PER_DOMAIN));
    const id = chance.hex('project', n);
    const name = numbered('project', n);
    const project = copy(this.project(idOf('acme-prod'))!, { id, name, domain_id: domain, parent_id: domain, description: '' }, 'projects');
    put(this.kept.projects, project);
    for (const [who, role] of [
      ['lead', 'admin'],
      ['member', 'member'],
    ] as const)
      this.#assign(this.#addUser(`${name}-${who}`, domain, chance), role, { project: { id } }, `projects/${id}`);
    return project;
  }

  #addUser(name: string, domainId: string, chance: Chance): User {
    const { items } = this.kept.users;
    const user = copy(this.#alice, { id: chance.hex('user', items.size), name, domain_id: domainId }, 'users');
    put(this.kept.users, user);
    return user;
  }

  #assign(user: User, name: 'admin' | 'member', scope: Scope, place: string): void {
    const role = this.roles.find((item) => item.name === name)!;
    const assignment = `${KEYSTONE}/${place}/users/${user.id}/roles/${role.id}`;
    for (const made of withImplied(this.roles, name, scope, assignment)) this.#given.push({ ...made, user: { id: user.id } });
  }
}

/** A role with those that it implies: admin is also member, member also reader; any other stands for itself. */
function withImplied(roles: readonly Domain[], name: string, scope: Scope, assignment: string): Given[] {
  const from = CHAIN.indexOf(name);
  const chain = (from < 0 ? [name] : CHAIN.slice(from)).map((one) => roles.find((item) => item.name === one)!);
  return chain.map((role, index) => {
    const prior = index > 0 && { prior_role: `${KEYSTONE}/prior_role/${chain[index - 1]!.id}/implies/${role.id}` };
    return { links: { assignment, ...prior }, scope, role: { id: role.id } };
  });
}

const CHAIN: readonly string[] = ['admin', 'member', 'reader'];

function append<T>(map: Map<string, T[]>, key: string, item: T): void {
  const list = map.get(key);
  if (list) list.push(item);
  else map.set(key, [item]);
}
