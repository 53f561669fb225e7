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

/** Who there is, and who may do what: the recorded domains, projects and users, and as many more as are wanted in the same shapes. */
export class People {
  readonly domains = listed<Domain>(/\/v3\/domains$/, 'domains');
  readonly projects = listed<Project>(/\/v3\/projects$/, 'projects');
  readonly users = listed<User>(/\/v3\/users$/, 'users');
  readonly roles = listed<Domain>(/\/v3\/roles$/, 'roles');
  readonly groups: Group[] = [];
  /** Ids of the users of each group. */
  readonly members = new Map<string, Set<string>>();
  /** Of those who were given one; all others have that of the options. */
  readonly passwords = new Map<string, string>();
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

  project = (id: string): Project | undefined => this.projects.find((item) => item.id === id);
  domain = (id: string): Domain | undefined => this.domains.find((item) => item.id === id);
  user = (id: string): User | undefined => this.#users().get(id);
  group = (id: string): Group | undefined => this.groups.find((item) => item.id === id);
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

  #known: ReadonlyMap<string, User> | undefined;
  #users(): ReadonlyMap<string, User> {
    if (this.#known?.size !== this.users.length) this.#known = new Map(this.users.map((user) => [user.id, user]));
    return this.#known;
  }

  /** Replaces one of a list by what has become of it. */
  change<T extends Item>(list: T[], id: string, change: Json): T {
    const place = list.findIndex((item) => item.id === id);
    const changed = { ...list[place]!, ...change };
    list[place] = changed;
    this.#known = undefined;
    return changed;
  }

  /** Takes one away, with all that it held and that was held in it. */
  remove(list: Item[], id: string): void {
    list.splice(
      list.findIndex((item) => item.id === id),
      1,
    );
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
    this.domains.push(copy(this.domain(idOf('acme'))!, { id, name, description: `Organisation ${n + 1}` }, 'domains'));
    this.#assign(this.#addUser(`${name}-admin`, id, chance), 'admin', { domain: { id } }, `domains/${id}`);
  }

  #addProject(n: number, chance: Chance): Project {
    const domain = chance.hex('domain', Math.floor(n / PROJECTS_PER_DOMAIN));
    const id = chance.hex('project', n);
    const name = numbered('project', n);
    const project = copy(this.project(idOf('acme-prod'))!, { id, name, domain_id: domain, parent_id: domain, description: '' }, 'projects');
    this.projects.push(project);
    for (const [who, role] of [
      ['lead', 'admin'],
      ['member', 'member'],
    ] as const)
      this.#assign(this.#addUser(`${name}-${who}`, domain, chance), role, { project: { id } }, `projects/${id}`);
    return project;
  }

  #addUser(name: string, domainId: string, chance: Chance): User {
    const model = this.users.find((item) => item.name === 'alice')!;
    const user = copy(model, { id: chance.hex('user', this.users.length), name, domain_id: domainId }, 'users');
    this.users.push(user);
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
