import type { Chance } from './chance.ts';
import type { ReplayOptions } from './options.ts';
import { CLOUD, idOf, listed, type Item, type Json } from './recorded.ts';

type Domain = Item & { readonly name: string };
export type Project = Domain & { readonly domain_id: string; readonly enabled: boolean };
export type User = Project;

interface Assignment extends Json {
  readonly user: { readonly id: string };
  readonly role: { readonly id: string };
  readonly scope: { readonly project?: { readonly id: string }; readonly domain?: { readonly id: string } };
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
  /** Effective ones: implied roles are listed too, as `?effective` does. */
  readonly assignments = listed<Assignment>(/role_assignments\?effective=true$/, 'role_assignments');
  /** The projects that servers belong to. */
  readonly tenants: readonly Project[];
  readonly #byUser = new Map<string, Assignment[]>();
  readonly #byProject = new Map<string, User[]>();

  constructor(options: ReplayOptions, chance: Chance) {
    for (let n = 0; n < Math.ceil((options.projects - 2) / PROJECTS_PER_DOMAIN); n++) this.#addDomain(n, chance);
    const own = Array.from({ length: options.projects - 2 }, (_, n) => this.#addProject(n, chance));
    this.tenants = [...['acme-prod', 'acme-dev'].map((name) => this.project(idOf(name))!), ...own];
    for (const assignment of this.assignments) {
      append(this.#byUser, assignment.user.id, assignment);
      const { project } = assignment.scope;
      const user = project && this.user(assignment.user.id);
      if (user && !this.#byProject.get(project.id)?.includes(user)) append(this.#byProject, project.id, user);
    }
  }

  project = (id: string): Project | undefined => this.projects.find((item) => item.id === id);
  domain = (id: string): Domain | undefined => this.domains.find((item) => item.id === id);
  user = (id: string): User | undefined => this.#users().get(id);
  assignmentsOf = (userId: string): readonly Assignment[] => this.#byUser.get(userId) ?? [];
  /** Those who hold a role in a project. */
  membersOf = (projectId: string): readonly User[] => this.#byProject.get(projectId) ?? [];

  /** Roles of a user in a place, `{id, name}` as tokens hold them. */
  rolesIn(userId: string, place: 'project' | 'domain', id: string): { id: string; name: string }[] {
    const ids = new Set(this.assignmentsOf(userId).flatMap(({ scope, role }) => (scope[place]?.id === id ? [role.id] : [])));
    return this.roles.filter((role) => ids.has(role.id)).map(({ id: roleId, name }) => ({ id: roleId, name }));
  }

  #known: ReadonlyMap<string, User> | undefined;
  #users(): ReadonlyMap<string, User> {
    return (this.#known ??= new Map(this.users.map((user) => [user.id, user])));
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

  /** With the roles that it implies: admin is also member, member also reader. */
  #assign(user: User, name: 'admin' | 'member', scope: Assignment['scope'], place: string): void {
    const chain = ['admin', 'member', 'reader']
      .slice(name === 'admin' ? 0 : 1)
      .map((role) => this.roles.find((item) => item.name === role)!);
    const assignment = `${KEYSTONE}/${place}/users/${user.id}/roles/${chain[0]!.id}`;
    for (const [index, role] of chain.entries()) {
      const prior = index > 0 && { prior_role: `${KEYSTONE}/prior_role/${chain[index - 1]!.id}/implies/${role.id}` };
      this.assignments.push({ links: { assignment, ...prior }, scope, user: { id: user.id }, role: { id: role.id } });
    }
  }
}

function append<T>(map: Map<string, T[]>, key: string, item: T): void {
  const list = map.get(key);
  if (list) list.push(item);
  else map.set(key, [item]);
}
